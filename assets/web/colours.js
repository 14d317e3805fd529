// The colours of a page: those of the reader's device, light, dark, or greys, which say nothing by colour. The
// sheet has them for each `data-look` of the document; the choice stays with the browser.
(function (F) {
  "use strict";

  var STORE = "foolproof:colours", LOOKS = [["system", "As the device"], ["light", "Light"], ["dark", "Dark"], ["greys", "Greys"]];
  var chosen = "system", dark = window.matchMedia ? window.matchMedia("(prefers-color-scheme: dark)") : { matches: false };

  function isLook(look) { return LOOKS.some(function (one) { return one[0] === look; }); }
  function show() {
    document.documentElement.setAttribute("data-look", chosen !== "system" ? chosen : dark.matches ? "dark" : "light");
  }
  try {
    var had = window.localStorage.getItem(STORE);
    if (isLook(had)) chosen = had;
  } catch (_) { /* As the device has it. */ }
  if (dark.addEventListener) dark.addEventListener("change", show);
  show();

  F.colours = {
    choose: function (look) {
      if (!isLook(look)) return;
      chosen = look;
      show();
      try { window.localStorage.setItem(STORE, look); } catch (_) { /* As long as the page is open. */ }
    },
    // A list to choose from; `make` makes elements.
    list: function (make) {
      var list = make("select", { id: "colours", "aria-label": "Colours" }, LOOKS.map(function (one) {
        return make("option", { value: one[0], text: one[1] });
      }));
      list.value = chosen;
      list.addEventListener("change", function () { F.colours.choose(list.value); });
      return list;
    }
  };
})(Foolproof);
