// Sounds of a page, made as they are wanted: short tones for what a player does, and those that PuzzleScript
// games name by a number. Nothing sounds before the first touch or key, and whether and how loud stays with
// the browser.
(function (F) {
  "use strict";

  var RATE = 44100, LONGEST = 2, STORE = "foolproof:sound", SQUARE = 0, SAW = 1, SINE = 2, NOISE = 3;
  var kept = { on: true, volume: 0.5 }, context = null, isTouched = false, buffers = {};

  // A sound is a wave of a pitch that slides (octaves a second, and how that changes), vibrates, and may leap
  // once; it rises, stays and fades (seconds), through filters that pass what is below and above (hertz).
  var PLAIN = { wave: SINE, pitch: 440, slide: 0, bend: 0, vibrates: 0, vibrato: 8, leap: 1, leaps: 0, duty: 0.5,
    widens: 0, rise: 0.002, stay: 0.02, fade: 0.08, punch: 0, anew: 0, below: 20000, above: 0, gain: 0.6 };

  function waveAt(wave, phase, duty, noise) {
    if (wave === SQUARE) return phase < duty ? 0.6 : -0.6;
    if (wave === SAW) return 1 - 2 * phase;
    return wave === SINE ? Math.sin(2 * Math.PI * phase) : noise[Math.floor(phase * noise.length)];
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
        if (p.wave === NOISE) anew();
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

  // The kinds of PuzzleScript, in its order: the last two digits of a number say which, the others which of
  // that kind. They are of the family of sfxr; sample for sample they are not the original's.
  var KINDS = [
    function coin(r, a) {
      return { wave: a([SQUARE, SAW]), pitch: r(500, 1300), stay: r(0.01, 0.08), punch: r(0.3, 0.6), fade: r(0.1, 0.35),
        leap: r(1.2, 1.7), leaps: a([0, r(0.04, 0.1)]), duty: r(0.3, 0.5) };
    },
    function laser(r, a) {
      return { wave: a([SQUARE, SAW, SINE]), pitch: r(600, 1800), slide: r(-14, -5), duty: r(0.2, 0.6), widens: r(-1, 1),
        stay: r(0.06, 0.18), fade: r(0.05, 0.2), punch: a([0, r(0, 0.3)]), above: a([0, r(100, 900)]) };
    },
    function explosion(r, a) {
      return { wave: NOISE, pitch: r(40, 300), slide: r(-3, 1), stay: r(0.1, 0.3), punch: r(0.2, 0.8), fade: r(0.15, 0.5),
        vibrates: a([0, r(0, 0.4)]), vibrato: r(4, 20), anew: a([0, 0, r(0.08, 0.2)]) };
    },
    function powerUp(r, a) {
      return { wave: a([SQUARE, SAW]), pitch: r(200, 600), slide: r(1, 5), anew: a([0, r(0.08, 0.2)]), duty: r(0.2, 0.6),
        vibrates: a([0, r(0, 0.06)]), vibrato: r(6, 20), stay: r(0.04, 0.25), fade: r(0.1, 0.35) };
    },
    function hit(r, a) {
      return { wave: a([SQUARE, SAW, NOISE]), pitch: r(180, 800), slide: r(-16, -6), duty: r(0.2, 0.6), stay: r(0.01, 0.06),
        fade: r(0.08, 0.22), above: a([0, r(50, 400)]) };
    },
    function jump(r, a) {
      return { wave: SQUARE, pitch: r(250, 600), slide: r(2, 6), duty: r(0.2, 0.6), stay: r(0.06, 0.2), fade: r(0.08, 0.2),
        above: a([0, r(50, 300)]), below: a([20000, r(2000, 6000)]) };
    },
    function blip(r, a) {
      return { wave: a([SQUARE, SAW]), pitch: r(250, 900), duty: r(0.2, 0.6), stay: r(0.03, 0.1), fade: r(0.02, 0.12), above: 80 };
    },
    function push(r, a) {
      return { wave: a([NOISE, NOISE, SAW]), pitch: r(40, 200), slide: r(-3, 2), stay: r(0.04, 0.15), punch: r(0, 0.5),
        fade: r(0.06, 0.2), below: r(700, 3000), vibrates: a([0, r(0, 0.3)]), vibrato: r(10, 30) };
    },
    function anything(r, a) {
      return { wave: a([SQUARE, SAW, SINE, NOISE]), pitch: r(80, 1500), slide: r(-8, 8), bend: r(-20, 20), duty: r(0.1, 0.9),
        widens: r(-1, 1), vibrates: a([0, r(0, 0.3)]), vibrato: r(3, 30), leap: r(0.5, 2), leaps: a([0, r(0.03, 0.2)]),
        stay: r(0.02, 0.25), punch: r(0, 0.6), fade: r(0.05, 0.4), anew: a([0, r(0.05, 0.3)]), below: r(800, 20000) };
    },
    function bird(r, a) {
      return { wave: a([SINE, SAW, SQUARE]), pitch: r(900, 2600), slide: r(-9, 9), bend: r(-60, 60), vibrates: r(0, 0.2),
        vibrato: r(10, 40), anew: r(0.05, 0.16), stay: r(0.06, 0.3), fade: r(0.05, 0.2), gain: 0.4 };
    }
  ];
  function seeded(seed) {
    var random = randomOf(seed / 100);
    function between(least, most) { return least + (most - least) * random(); }
    function one(list) { return list[Math.floor(random() * list.length)]; }
    return KINDS[seed % 100 % KINDS.length](between, one);
  }

  // What a page's own sounds are: each a list of sounds with their delays in seconds.
  function note(pitch, after) { return [{ pitch: pitch, wave: SINE, stay: 0.06, fade: 0.35, punch: 0.4, gain: 0.35 }, after]; }
  var NAMED = {
    step: [[{ pitch: 300, slide: 2, stay: 0.01, fade: 0.05, gain: 0.3 }, 0]],
    mark: [[{ pitch: 560, stay: 0.015, fade: 0.09, punch: 0.5, gain: 0.35 }, 0]],
    undo: [[{ pitch: 420, slide: -5, stay: 0.02, fade: 0.1, gain: 0.35 }, 0]],
    restart: [[{ pitch: 330, slide: -3, stay: 0.05, fade: 0.2, gain: 0.35 }, 0]],
    refused: [[{ wave: SAW, pitch: 130, slide: -1, stay: 0.06, fade: 0.1, below: 900, gain: 0.4 }, 0]],
    knock: [[{ wave: NOISE, pitch: 90, slide: -4, stay: 0.01, fade: 0.08, below: 2500, punch: 0.6, gain: 0.5 }, 0]],
    slide: [[{ wave: NOISE, pitch: 250, rise: 0.05, stay: 0.05, fade: 0.2, below: 1800, above: 500, gain: 0.3 }, 0]],
    win: [note(523.25, 0), note(659.25, 0.09), note(783.99, 0.18), note(1046.5, 0.29)]
  };

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

  // Where sounds go to; null where there are none.
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
      NAMED[name].forEach(function (one, n) { play(name + n, function () { return one[0]; }, (after || 0) + one[1]); });
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
    samples: samples, seeded: seeded, named: NAMED
  };
})(Foolproof);
