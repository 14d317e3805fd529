// What all games of a page share: sites, marks, plays, and shapes as SVG text.
// A site is text such as cell(3,4), a mark is text such as bender(w,n), a play is a map of them.
// Knows no game and no page.
var Foolproof = { games: {}, programs: [] };
(function (F) {
  "use strict";

  var PLACES = ["cell", "hedge", "vedge", "vertex", "tray", "step"];
  var known = Object.create(null);

  // A site's parts, or null if the text is not a site.
  F.site = function (text) {
    if (text in known) return known[text];
    var found = /^([a-z]+)\((\d+)(?:,(\d+))?\)$/.exec(text);
    var site = null;
    if (found && PLACES.indexOf(found[1]) >= 0) {
      site = { place: found[1], col: +found[2], row: +(found[3] || 0), text: text };
    }
    known[text] = site;
    return site;
  };

  F.cell = function (col, row) { return "cell(" + col + "," + row + ")"; };

  // The order of plays and levels: places, then columns, then rows.
  F.order = function (a, b) {
    var one = F.site(a), two = F.site(b);
    return PLACES.indexOf(one.place) - PLACES.indexOf(two.place) ||
      one.col - two.col || one.row - two.row;
  };

  F.sites = function (play) { return Object.keys(play).sort(F.order); };

  F.contains = function (board, text) {
    var site = F.site(text);
    if (!site) return false;
    var wide = site.place === "vedge" || site.place === "vertex" ? 1 : 0;
    var high = site.place === "hedge" || site.place === "vertex" ? 1 : 0;
    if (site.place === "tray") return site.col < (board.tray || 0);
    if (site.place === "step") return true;
    return site.col < board.cols + wide && site.row < board.rows + high;
  };

  // Its name in a sentence: R5C4.
  F.name = function (text) {
    var site = F.site(text), cell = "R" + (site.row + 1) + "C" + (site.col + 1);
    switch (site.place) {
      case "cell": return cell;
      case "tray": return "tray slot " + (site.col + 1);
      case "step": return "step " + (site.col + 1);
      case "hedge": return "the edge above " + cell;
      case "vedge": return "the edge left of " + cell;
      default: return "the top left corner of " + cell;
    }
  };

  // Its name read aloud.
  F.spoken = function (text) {
    var site = F.site(text), cell = "row " + (site.row + 1) + ", column " + (site.col + 1);
    switch (site.place) {
      case "cell": return cell;
      case "tray": case "step": return F.name(text);
      case "hedge": return "edge above " + cell;
      case "vedge": return "edge left of " + cell;
      default: return "top left corner of " + cell;
    }
  };

  F.functor = function (mark) { return mark.split("(")[0]; };

  // The arguments of a mark at the top level.
  F.args = function (mark) {
    var open = mark.indexOf("(");
    if (open < 0) return [];
    var args = [], depth = 0, from = open + 1;
    for (var at = from; at < mark.length; at += 1) {
      var c = mark[at];
      if (c === "(") depth += 1;
      if ((c === "," && depth === 0) || (c === ")" && depth === 0)) {
        args.push(mark.slice(from, at));
        from = at + 1;
      }
      if (c === ")") depth -= 1;
    }
    return args;
  };

  // A reason as a sentence.
  F.sentence = function (why) { return why.charAt(0).toUpperCase() + why.slice(1) + "."; };

  // Whether the reader's system asks for no motion.
  F.isCalm = function () { return !!(window.matchMedia && window.matchMedia("(prefers-reduced-motion: reduce)").matches); };

  F.copy = function (play) { return Object.assign({}, play); };

  F.same = function (one, two) {
    var keys = Object.keys(one);
    return keys.length === Object.keys(two).length &&
      keys.every(function (key) { return one[key] === two[key]; });
  };

  F.SOLVED = { verdict: "solved", why: "", sites: [] };
  F.unsolved = function (why, sites) { return { verdict: "unsolved", why: why, sites: sites || [] }; };
  F.illegal = function (why, sites) { return { verdict: "illegal", why: why, sites: sites || [] }; };
  // A play that no gesture makes.
  F.strange = function (sites) {
    return { verdict: "illegal", why: "that cannot be put there", sites: sites, strange: true };
  };
  F.undecided = function (why, sites) { return { verdict: "undecided", why: why, sites: sites || [] }; };

  // Sides, clockwise from the north, with their steps.
  F.SIDES = ["n", "e", "s", "w"];
  F.STEP = { n: [0, -1], e: [1, 0], s: [0, 1], w: [-1, 0] };
  F.OPPOSITE = { n: "s", e: "w", s: "n", w: "e" };
  F.SIDE_NAMES = { n: "north", e: "east", s: "south", w: "west" };

  // Shapes as SVG text. An ink is a role, whose colour the style sheet knows, light and dark.
  F.escape = function (text) {
    return String(text).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
      .replace(/"/g, "&quot;");
  };

  function n(value) { return String(Math.round(value * 1000) / 1000); }

  function paint(fill, stroke) {
    var words = [], text = "";
    // A colour that a designer chose is the same on every ground; all others are classes.
    if (fill && fill[0] === "#") text += ' fill="' + fill + '"';
    else words.push(fill ? "f-" + fill : "f-none");
    if (stroke) {
      if (stroke.ink[0] === "#") text += ' stroke="' + stroke.ink + '"';
      else words.push("s-" + stroke.ink);
      text += ' stroke-width="' + n(stroke.width) + '"';
      if (stroke.dash === "dashed") text += ' stroke-dasharray="0.16 0.1"';
      if (stroke.dash === "dotted") text += ' stroke-dasharray="0.02 0.09" stroke-linecap="round"';
      if (stroke.dash === "flowing") words.push("flowing");
    }
    return ' class="' + words.join(" ") + '"' + text;
  }

  F.stroke = function (ink, width, dash) { return { ink: ink, width: width, dash: dash || "" }; };

  function points(list) {
    return list.map(function (p) { return n(p[0]) + "," + n(p[1]); }).join(" ");
  }

  F.line = function (list, stroke) {
    return '<polyline points="' + points(list) + '" stroke-linejoin="round"' + paint(null, stroke) + "/>";
  };
  F.polygon = function (list, fill, stroke) {
    return '<polygon points="' + points(list) + '"' + paint(fill, stroke) + "/>";
  };
  F.circle = function (at, radius, fill, stroke) {
    return '<circle cx="' + n(at[0]) + '" cy="' + n(at[1]) + '" r="' + n(radius) + '"' +
      paint(fill, stroke) + "/>";
  };
  F.rect = function (box, radius, fill, stroke) {
    return '<rect x="' + n(box[0]) + '" y="' + n(box[1]) + '" width="' + n(box[2]) + '" height="' +
      n(box[3]) + '" rx="' + n(radius) + '"' + paint(fill, stroke) + "/>";
  };
  F.text = function (at, words, size, ink, anchor) {
    return '<text x="' + n(at[0]) + '" y="' + n(at[1] + 0.35 * size) + '" font-size="' + n(size) +
      '" text-anchor="' + (anchor || "middle") + '"' + paint(ink) + ">" + F.escape(words) + "</text>";
  };
  F.group = function (body, attributes) {
    return "<g" + (attributes || "") + ">" + body + "</g>";
  };

  F.square = function (at, side) { return [at[0] - side / 2, at[1] - side / 2, side, side]; };
  F.middle = function (box) { return [box[0] + box[2] / 2, box[1] + box[3] / 2]; };
})(Foolproof);
