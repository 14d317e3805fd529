// Sounds of a page, made on demand: short tones for the player's actions, and those that PuzzleScript games
// name by number. Recipes come from `assets/sounds.json`; the package `sound` makes the same waves for the
// window. Nothing sounds before the first touch or key, and whether and how loud stays with the browser.
(function (F) {
  "use strict";

  var RATE = 44100, LONGEST = 2, STORE = "foolproof:sound";
  var kept = { on: true, volume: 0.5 }, context = null, isTouched = false, buffers = {};

  // A sound is a wave of a pitch that slides (octaves a second, and how that changes), vibrates, and may leap
  // once; it rises, stays and fades (seconds), through filters that pass what is below and above (hertz).
  var PLAIN = { wave: "sine", pitch: 440, slide: 0, bend: 0, vibrates: 0, vibrato: 8, leap: 1, leaps: 0, duty: 0.5,
    widens: 0, rise: 0.002, stay: 0.02, fade: 0.08, punch: 0, anew: 0, below: 20000, above: 0, gain: 0.6 };

  function waveAt(wave, phase, duty, noise) {
    if (wave === "square") return phase < duty ? 0.6 : -0.6;
    if (wave === "saw") return 1 - 2 * phase;
    return wave === "sine" ? Math.sin(2 * Math.PI * phase) : noise[Math.floor(phase * noise.length)];
  }
  function loudnessAt(p, time) {
    if (time < p.rise) return time / p.rise;
    if (time < p.rise + p.stay) return 1 + p.punch * (1 - (time - p.rise) / p.stay);
    return Math.max(0, 1 - (time - p.rise - p.stay) / p.fade);
  }
  // The samples of a sound. Noise is 32 random numbers to each wave, so that it has a pitch, too.
  function samples(wanted) {
    var p = Object.assign({}, PLAIN, wanted), count = Math.floor(RATE * Math.min(LONGEST, p.rise + p.stay + p.fade));
    var random = randomOf(p.pitch), noise = [], out = new Float32Array(Math.max(1, count)), phase = 0, low = 0, high = 0, last = 0;
    function anew() { for (var n = 0; n < 32; n += 1) noise[n] = 2 * random() - 1; }
    anew();
    for (var n = 0; n < count; n += 1) {
      var time = n / RATE, local = p.anew > 0 ? time % p.anew : time;
      var pitch = p.pitch * Math.pow(2, p.slide * local + p.bend * local * local / 2) * (p.leaps && local > p.leaps ? p.leap : 1);
      pitch = Math.max(20, Math.min(RATE / 3, pitch * (1 + p.vibrates * Math.sin(2 * Math.PI * p.vibrato * time))));
      phase += pitch / RATE;
      if (phase >= 1) {
        phase %= 1;
        if (p.wave === "noise") anew();
      }
      var duty = Math.max(0.05, Math.min(0.95, p.duty + p.widens * local)), value = waveAt(p.wave, phase, duty, noise);
      low += (value - low) * Math.min(1, 2 * Math.PI * p.below / RATE);
      high = (high + low - last) * (1 - Math.min(0.9, 2 * Math.PI * p.above / RATE));
      last = low;
      out[n] = Math.max(-1, Math.min(1, (p.above ? high : low) * loudnessAt(p, time) * p.gain));
    }
    return out;
  }

  // Random numbers below 1 that a number determines (mulberry32, by Tommy Ettinger).
  function randomOf(seed) {
    var state = Math.floor(seed) >>> 0;
    return function () {
      state = state + 0x6D2B79F5 >>> 0;
      var mixed = Math.imul(state ^ state >>> 15, 1 | state);
      mixed = mixed + Math.imul(mixed ^ mixed >>> 7, 61 | mixed) ^ mixed;
      return ((mixed ^ mixed >>> 14) >>> 0) / 4294967296;
    };
  }

  // An amount of a recipe: itself, one of a list, or something between two numbers.
  function drawn(amount, random) {
    if (Array.isArray(amount)) return drawn(amount[Math.floor(random() * amount.length)], random);
    return typeof amount === "object" ? amount.from + (amount.to - amount.from) * random() : amount;
  }
  // The sound of a number in PuzzleScript: its last two digits give the kind, the others the variant. The
  // kinds belong to the family of sfxr; the samples differ from the original's.
  function seeded(seed) {
    var random = randomOf(seed / 100), kind = F.sounds.kinds[seed % 100 % F.sounds.kinds.length], sound = {};
    Object.keys(kind).forEach(function (part) { if (part !== "name") sound[part] = drawn(kind[part], random); });
    return sound;
  }

  function load() {
    try {
      var had = JSON.parse(window.localStorage.getItem(STORE) || "null");
      if (had && typeof had.volume === "number") kept = { on: !!had.on, volume: Math.max(0, Math.min(1, had.volume)) };
    } catch (_) { /* As it is at first. */ }
  }
  function save() {
    try { window.localStorage.setItem(STORE, JSON.stringify(kept)); } catch (_) { /* As long as the page is open. */ }
  }

  function touched() {
    isTouched = true;
    ["pointerdown", "keydown"].forEach(function (what) { window.removeEventListener(what, touched, true); });
  }
  ["pointerdown", "keydown"].forEach(function (what) { window.addEventListener(what, touched, true); });

  // Where sounds go; null if there are none.
  function ready() {
    var Context = window.AudioContext || window.webkitAudioContext;
    if (!kept.on || !isTouched || document.hidden || !Context) return null;
    try {
      context = context || new Context();
      if (context.state === "suspended") context.resume();
      return context;
    } catch (_) { return null; }
  }
  function play(key, make, after) {
    var to = ready();
    if (!to) return;
    if (!buffers[key]) {
      var wave = samples(make());
      buffers[key] = to.createBuffer(1, wave.length, RATE);
      buffers[key].getChannelData(0).set(wave);
    }
    var source = to.createBufferSource(), loud = to.createGain();
    source.buffer = buffers[key];
    loud.gain.value = kept.volume * kept.volume;
    source.connect(loud);
    loud.connect(to.destination);
    source.start(to.currentTime + (after || 0));
  }

  load();
  F.sound = {
    // One of the page's own, so many seconds from now.
    play: function (name, after) {
      F.sounds.named[name].forEach(function (one, n) {
        play(name + n, function () { return one; }, (after || 0) + (one.after || 0));
      });
    },
    // One that a PuzzleScript game asks for.
    seed: function (seed) { play("seed" + seed, function () { return seeded(seed); }); },
    isOn: function () { return kept.on; },
    turn: function (on) {
      kept.on = on;
      save();
    },
    volume: function () { return kept.volume; },
    setVolume: function (volume) {
      kept.volume = volume;
      kept.on = true;
      save();
    },
    samples: samples, seeded: seeded
  };
})(Foolproof);
