// A win: sparks fly from the middle of the board and fade, as the program says where each goes and when.
(function (F) {
  "use strict";

  F.party = function (ctx) {
    if (F.isCalm()) return;
    var party = ctx.pack.party, box = ctx.frame.getBoundingClientRect(), layer = document.createElement("div");
    // A win while the last one is still shown takes its place.
    var before = document.getElementById("party");
    if (before) before.remove();
    layer.id = "party";
    layer.setAttribute("aria-hidden", "true");
    party.sparks.forEach(function (spark) {
      var one = document.createElement("i"), turn = 2 * Math.PI * spark[0];
      one.style.cssText = "--dx:" + Math.round(Math.cos(turn) * spark[1] * box.width / 2) + "px;--dy:" +
        Math.round(Math.sin(turn) * spark[1] * box.height / 2) + "px;--size:" + spark[2] + ";--ink:var(--" + spark[4] +
        ");animation-delay:" + spark[3] + "s;animation-duration:" + party.seconds + "s";
      layer.appendChild(one);
    });
    ctx.frame.appendChild(layer);
    window.setTimeout(function () { layer.remove(); }, 2000 * party.seconds);
  };
})(Foolproof);
