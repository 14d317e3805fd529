// Plays the first level of a page by hand: its message, keys, a swipe, a tap, undo, and a key without
// effect.
(function () {
  "use strict";
  var F = Foolproof, page = F.page, told = {};
  function key(name) { document.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true })); }
  function keys() { var play = page.play(); return F.sites(play).map(function (site) { return play[site]; }).join(" "); }
  function card() { var at = document.querySelector("#card p"); return at ? at.textContent : ""; }

  page.enter(0);
  told.card = card();
  key("ArrowUp");
  told.closed = card();
  told.none = keys();
  key("ArrowLeft");
  told.wall = keys();
  key("d");
  Hand.drag([[3, 2], [3, 2.7]]);
  told.moved = keys();
  Hand.drag([[3, 2]]);
  told.tapped = keys();
  key("z");
  told.undone = keys();
  key("r");
  told.restarted = keys();
  told.thumbs = document.querySelectorAll(".tile canvas").length;
  told.picture = document.getElementById("picture").width > 0;
  told.words = document.getElementById("words").textContent;
  Hand.tell(told);
})();
