// What the scripts of these tests have in common: a hand on the board of a page, and how they tell what
// they saw.
var Hand = {
  // Where the board lies on the screen: asked once, since the browser lays out the page anew to say it.
  matrix: null,
  look: function () { "use strict"; Hand.matrix = document.getElementById("board").getScreenCTM(); },
  // A pointer over a point of the board, in cells; the second button is 2.
  pointer: function (type, at, button) {
    "use strict";
    if (!Hand.matrix) Hand.look();
    var matrix = Hand.matrix;
    document.getElementById("board").dispatchEvent(new PointerEvent(type, { pointerId: 7, button: type === "pointermove" ? -1 : button || 0, bubbles: true,
      cancelable: true, clientX: matrix.e + matrix.a * at[0], clientY: matrix.f + matrix.d * at[1] }));
  },
  drag: function (points, button) {
    "use strict";
    Hand.pointer("pointerdown", points[0], button);
    points.slice(1).forEach(function (at) { Hand.pointer("pointermove", at, button); });
    Hand.pointer("pointerup", points[points.length - 1], button);
  },
  middle: function (site) { "use strict"; return Foolproof.middle(Foolproof.page.context().rect(site)); },
  tell: function (told) {
    "use strict";
    var out = document.createElement("pre");
    out.id = "told";
    out.textContent = encodeURIComponent(JSON.stringify(told));
    document.body.appendChild(out);
  }
};
