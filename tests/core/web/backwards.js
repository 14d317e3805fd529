// Presses the right button on `site` three times, and reports its content each time.
(function () {
  "use strict";
  var page = Foolproof.page, board = document.getElementById("board"), lies = [];
  page.enter(0);
  for (var press = 0; press < 3; press += 1) {
    Hand.drag([Hand.middle(site)], 2);
    lies.push(page.context().play[site] || page.context().extra[site] || "");
  }
  var menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
  board.dispatchEvent(menu);
  Hand.tell({ lies: lies, menu: !menu.defaultPrevented });
}());
