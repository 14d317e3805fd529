// The rectangles of a page's parts: which overlap, which leave the window.
(function () {
  "use strict";
  Foolproof.page.enter(0);
  var names = ["header", "#board", "#said", "#how", "#hand", "#bar", "#ask"], told = { over: [], outside: [] };
  var boxes = names.map(function (name) { return document.querySelector(name).getBoundingClientRect(); });
  boxes.forEach(function (one, a) {
    if (one.left < -1 || one.top < -1 || one.right > window.innerWidth + 1 || one.bottom > window.innerHeight + 1) told.outside.push(names[a]);
    boxes.slice(a + 1).forEach(function (other, b) {
      var across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      var down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      if (across > 1 && down > 1) told.over.push(names[a] + " and " + names[a + 1 + b]);
    });
  });
  var how = document.getElementById("how");
  told.scrolls = how.scrollTop === 0 && how.scrollHeight > how.clientHeight;
  told.board = Math.min(boxes[1].width, boxes[1].height);
  // What is drawn later lies above.
  var drawn = Array.prototype.slice.call(document.querySelectorAll("#board *"));
  var sum = drawn.filter(function (one) { return one.tagName === "text" && one.textContent === "15"; })[0];
  told.covered = drawn.slice(drawn.indexOf(sum)).some(function (one) {
    return one.tagName === "rect" && one.classList.contains("f-piece");
  });
  Hand.tell(told);
})();
