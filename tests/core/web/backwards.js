// Presses the right button on `site` three times, and tells what lies there each time.
(function () {
  "use strict";
  var F = Foolproof, page = F.page, board = document.getElementById("board"), lies = [];
  page.enter(0);
  var ctx = page.context(), matrix = board.getScreenCTM();
  var at = F.middle(ctx.rect(site));
  function pointer(type) {
    board.dispatchEvent(new PointerEvent(type, { pointerId: 7, button: 2, bubbles: true, cancelable: true,
      clientX: matrix.e + matrix.a * at[0], clientY: matrix.f + matrix.d * at[1] }));
  }
  for (var press = 0; press < 3; press += 1) {
    pointer("pointerdown");
    pointer("pointerup");
    lies.push(page.context().play[site] || page.context().extra[site] || "");
  }
  var menu = new MouseEvent("contextmenu", { bubbles: true, cancelable: true });
  board.dispatchEvent(menu);
  var out = document.createElement("pre");
  out.id = "told";
  out.textContent = encodeURIComponent(JSON.stringify({ lies: lies, menu: !menu.defaultPrevented }));
  document.body.appendChild(out);
}());
