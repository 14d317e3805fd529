// Does in a page what a hand does in the windows: taps, drags and keys by their sites.
(function () {
  "use strict";
  var F = Foolproof, page = F.page, board = document.getElementById("board"), matrix, close;
  function middle(site) { return F.middle(page.context().rect(site)); }
  function pointer(type, at) {
    board.dispatchEvent(new PointerEvent(type, { pointerId: 7, button: type === "pointermove" ? -1 : 0, bubbles: true,
      cancelable: true, clientX: matrix.e + matrix.a * at[0], clientY: matrix.f + matrix.d * at[1] }));
  }
  function drag(sites) {
    var points = sites.map(middle);
    pointer("pointerdown", points[0]);
    points.slice(1).forEach(function (at) { pointer("pointermove", at); });
    pointer("pointerup", points[points.length - 1]);
  }

  document.getElementById("record-yes").click();
  page.enter(number);
  while ((close = document.querySelector("#card button"))) close.click();
  matrix = board.getScreenCTM();
  clicks.forEach(function (click) {
    if (click.tap) drag([click.tap]);
    else if (click.drag) drag(click.drag);
    else if (click.name) document.getElementById("do-" + click.name[0]).click();
    else document.dispatchEvent(new KeyboardEvent("keydown", { key: click.key, bubbles: true }));
  });
  var script = F.games.script;
  if (script && page.context().level.script) script.hurry(page.context());
  var out = document.createElement("pre");
  out.id = "told";
  out.textContent = encodeURIComponent(JSON.stringify({ verdict: page.verdict().verdict, play: page.play(), solved: page.isSolved(number), record: page.record.text() }));
  document.body.appendChild(out);
})();
