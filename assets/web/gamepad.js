// A gamepad presses the keys that a keyboard has: the stick and the cross are arrows, and the buttons do
// what their keys do. In lists arrows go from button to button.
// The layout is the standard one of W3C's Gamepad specification, section 9.
(function () {
  "use strict";

  var KEYS = { 0: "Enter", 1: "u", 2: " ", 3: "h", 4: "p", 5: "n", 6: "u", 7: "y", 8: "r", 9: "Escape",
    12: "ArrowUp", 13: "ArrowDown", 14: "ArrowLeft", 15: "ArrowRight" };
  // How far a stick is pushed before it counts; after how many milliseconds a direction repeats, and then how often.
  var PUSHED = 0.55, WAITS = 340, AGAIN = 140;
  var held = {}, running = false;

  // The keys that are down on a gamepad now.
  function down(pad) {
    var keys = {}, x = pad.axes[0] || 0, y = pad.axes[1] || 0;
    pad.buttons.forEach(function (button, number) { if (button.pressed && KEYS[number]) keys[KEYS[number]] = true; });
    // A stick means one direction: the axis on which it is pushed further.
    if (Math.max(Math.abs(x), Math.abs(y)) > PUSHED) {
      if (Math.abs(x) > Math.abs(y)) keys[x < 0 ? "ArrowLeft" : "ArrowRight"] = true;
      else keys[y < 0 ? "ArrowUp" : "ArrowDown"] = true;
    }
    return keys;
  }

  function isShown(button) { return !button.disabled && button.offsetParent !== null; }

  // The next button in a direction, if there is no board to steer on.
  function stepFrom(from, key) {
    var scope = document.querySelector("dialog[open]") || document.getElementById("app");
    var all = Array.prototype.filter.call(scope.querySelectorAll("button"), isShown);
    if (all.indexOf(from) < 0) return document.getElementById("begin") || all[0];
    var here = from.getBoundingClientRect(), best = from, least = Infinity;
    var dx = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : 0, dy = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
    all.forEach(function (button) {
      var there = button.getBoundingClientRect();
      var x = there.left + there.width / 2 - here.left - here.width / 2, y = there.top + there.height / 2 - here.top - here.height / 2;
      var along = x * dx + y * dy, across = Math.abs(x * dy) + Math.abs(y * dx);
      if (along > 1 && along + 3 * across < least) { best = button; least = along + 3 * across; }
    });
    return best;
  }

  function press(key, again) {
    var at = document.activeElement, dialog = document.querySelector("dialog[open]");
    var stage = document.getElementById("stage"), onBoard = stage && !stage.hidden && !dialog;
    if (!onBoard && key.indexOf("Arrow") === 0) { var next = stepFrom(at, key); if (next) next.focus(); return; }
    if (!onBoard && key === "Enter") { if (at && at.tagName === "BUTTON") at.click(); return; }
    if (dialog && key === "Escape") { dialog.close(); return; }
    var target = onBoard ? document.getElementById("board") : document.body;
    target.dispatchEvent(new KeyboardEvent("keydown", { key: key, bubbles: true, cancelable: true, repeat: again }));
  }

  function look(now) {
    var pads = Array.prototype.filter.call(navigator.getGamepads(), function (pad) { return pad && pad.connected; });
    if (!pads.length) { running = false; held = {}; return; }
    var keys = {};
    pads.forEach(function (pad) { Object.assign(keys, down(pad)); });
    Object.keys(held).forEach(function (key) { if (!keys[key]) delete held[key]; });
    Object.keys(keys).forEach(function (key) {
      if (held[key] === undefined) { held[key] = now + WAITS; press(key, false); return; }
      if (key.indexOf("Arrow") === 0 && now >= held[key]) { held[key] = now + AGAIN; press(key, true); }
    });
    window.requestAnimationFrame(look);
  }

  function begin() {
    if (running) return;
    running = true;
    window.requestAnimationFrame(look);
  }

  if (navigator.getGamepads) {
    window.addEventListener("gamepadconnected", begin);
    if (Array.prototype.some.call(navigator.getGamepads(), Boolean)) begin();
  }
})();
