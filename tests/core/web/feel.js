// The sounds of a page, recorded by a stand-in for the browser's sound, and what a win shows.
(function () {
  "use strict";
  var F = Foolproof, page = F.page, started = 0, told = { bad: [] };
  window.AudioContext = function () {
    return {
      state: "running", currentTime: 0, destination: {},
      createBuffer: function (_, length) { var data = new Float32Array(length); return { getChannelData: function () { return data; } }; },
      createGain: function () { return { gain: {}, connect: function () {} }; },
      createBufferSource: function () { return { connect: function () {}, start: function () { started += 1; } }; }
    };
  };
  function count(what, act) {
    started = 0;
    act();
    told[what] = started;
  }
  function press(id) { document.getElementById(id).click(); }
  function solve() { page.context().commit(solution, {}); }
  function sparks() { return document.querySelectorAll("#party i").length; }

  page.enter(0);
  count("before", solve);
  press("restart");
  document.querySelectorAll("#party").forEach(function (one) { one.remove(); });
  window.dispatchEvent(new PointerEvent("pointerdown", {}));
  count("won", solve);
  told.sparks = sparks();
  count("undone", function () { press("undo"); });
  count("refused", function () { page.context().refuse("No."); });
  solve();
  count("restarted", function () { press("restart"); });
  press("to-sound");
  count("off", solve);
  told.kept = JSON.parse(window.localStorage.getItem("foolproof:sound")).on;
  press("to-sound");
  press("restart");
  document.querySelectorAll("#party").forEach(function (one) { one.remove(); });
  F.isCalm = function () { return true; };
  solve();
  told.calm = sparks();

  // Sounds of all kinds are short, no louder than can be, to be heard, and the same each time.
  for (var seed = 0; seed < 400; seed += 1) {
    var wave = F.sound.samples(F.sound.seeded(seed * 7919)), loudest = 0, other = F.sound.samples(F.sound.seeded(seed * 7919));
    for (var n = 0; n < wave.length; n += 1) {
      if (!(Math.abs(wave[n]) <= 1) || wave[n] !== other[n]) loudest = NaN;
      loudest = Math.max(loudest, Math.abs(wave[n]));
    }
    if (!(loudest > 0.05) || wave.length > 2 * 44100 || wave.length < 1000) told.bad.push([seed * 7919, loudest, wave.length]);
  }
  Hand.tell(told);
})();
