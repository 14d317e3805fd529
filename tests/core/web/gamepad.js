// A gamepad whose buttons this script presses, and a clock that it turns.
(function () {
  "use strict";
  var frames = [], time = 0, told = {}, page = Foolproof.page;
  var pad = { connected: true, axes: [0, 0], buttons: [] };
  for (var n = 0; n < 17; n += 1) pad.buttons.push({ pressed: false });
  window.requestAnimationFrame = function (next) { frames.push(next); return frames.length; };
  Object.defineProperty(navigator, "getGamepads", { value: function () { return [pad, null]; } });

  function tick() {
    time += 20;
    frames.splice(0).forEach(function (next) { next(time); });
  }
  function hit(number) {
    pad.buttons[number].pressed = true; tick();
    pad.buttons[number].pressed = false; tick();
  }
  function focused() { return document.activeElement && (document.activeElement.id || document.activeElement.className); }
  function marks() { return Object.keys(page.context().play).length; }

  window.dispatchEvent(new Event("gamepadconnected"));
  tick();
  hit(13);
  told.first = focused();
  hit(0);
  told.playing = !document.getElementById("stage").hidden;
  hit(15);
  var before = page.context().ui.cursor;
  // The stick is held for a second: one step at once, then the repeats.
  pad.axes[1] = 1;
  var places = {};
  for (n = 0; n < 50; n += 1) { tick(); places[page.context().ui.cursor] = true; }
  pad.axes[1] = 0; tick();
  told.moved = Object.keys(places).length;
  told.began = !!before;
  var count = marks();
  page.context().commit(solution, {});
  told.put = marks() > count;
  hit(1);
  told.undone = marks() === count;
  hit(9);
  told.listed = document.getElementById("stage").hidden;
  Hand.tell(told);
})();
