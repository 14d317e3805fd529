// Does in a page what a hand does in the windows: taps, drags and keys by their sites.
(function () {
  "use strict";
  var F = Foolproof, page = F.page, close;
  function drag(sites) { Hand.drag(sites.map(Hand.middle)); }

  document.getElementById("record-yes").click();
  page.enter(number);
  while ((close = document.querySelector("#card button"))) close.click();
  clicks.forEach(function (click) {
    if (click.tap) drag([click.tap]);
    else if (click.drag) drag(click.drag);
    else if (click.name) document.getElementById("do-" + click.name[0]).click();
    else document.dispatchEvent(new KeyboardEvent("keydown", { key: click.key, bubbles: true }));
  });
  var script = F.games.script;
  if (script && page.context().level.script) script.hurry(page.context());
  Hand.tell({ verdict: page.verdict().verdict, play: page.play(), solved: page.isSolved(number), record: page.record.text() });
})();
