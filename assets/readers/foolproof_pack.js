// Reads packs of Foolproof in JavaScript: in a browser, in Node, in any engine that runs it.
//
//   const pack = FoolproofPack.read(text);          // text: what the file pack.json holds
//   for (const level of pack.levels) {
//     level.title; level.game; level.cols; level.rows;
//     level.at("cell", 3, 2);                       // "bender(w,n)", or null where nothing lies
//     level.marks;                                  // Map: "cell(3,2)" -> "bender(w,n)"
//     level.intended;                               // Map, or null: the designer's solution
//   }
//   FoolproofPack.site("cell(3,2)");                // { place: "cell", col: 3, row: 2 }
//   FoolproofPack.mark("bender(w,n)");              // { name: "bender", args: ["w", "n"] }
//   pack.open([true, false, false]);                // which levels are open once these are solved
//
// Columns and rows count from 0, rightwards and downwards. An edge "hedge(c,r)" lies above the cell
// (c,r), "vedge(c,r)" left of it, "vertex(c,r)" is its top left corner, "tray(n)" a slot of the tray and
// "step(n)" a step of a solution that is a sequence of moves. The format: pack.schema.json.
(function (root) {
  "use strict";

  function site(text) {
    var found = /^([a-z]+)\((\d+)(?:,(\d+))?\)$/.exec(text);
    if (!found) throw new Error("`" + text + "` is not a site");
    return { place: found[1], col: Number(found[2]), row: Number(found[3] || 0) };
  }

  function mark(text) {
    var open = text.indexOf("(");
    if (open < 0) return { name: text, args: [] };
    var args = [], depth = 0, from = open + 1;
    for (var at = from; at < text.length; at += 1) {
      var c = text[at];
      if ((c === "," || c === ")") && depth === 0) { args.push(text.slice(from, at)); from = at + 1; }
      if (c === "(") depth += 1;
      if (c === ")") depth -= 1;
    }
    return { name: text.slice(0, open), args: args };
  }

  // Words on one line, as Foolproof reads them: a line break is a blank, other control characters go.
  function line(text) {
    return (text || "").replace(/[\n\t\u2028\u2029]/g, " ").replace(/[\u0000-\u001f\u007f-\u009f]/g, "");
  }

  // Words of several lines: line breaks and tabs stay, other control characters go.
  function lines(text) {
    return (text || "").replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "");
  }

  function readLevel(level) {
    var marks = new Map();
    [level.painted, level.locked].forEach(function (held) {
      Object.keys(held || {}).forEach(function (name) {
        // null: empty on purpose.
        if (held[name] !== null) marks.set(name, held[name]);
      });
    });
    return {
      game: level.game,
      title: line(level.title),
      author: line(level.author),
      tags: (level.tags || []).map(line),
      notes: lines(level.notes),
      cols: level.board.cols,
      rows: level.board.rows,
      tray: level.board.tray || 0,
      settings: level.settings || {},
      marks: marks,
      intended: level.intended ? new Map(Object.entries(level.intended)) : null,
      at: function (place, col, row) {
        var linear = place === "tray" || place === "step";
        var found = marks.get(place + "(" + (linear ? col : col + "," + row) + ")");
        return found === undefined ? null : found;
      }
    };
  }

  function read(text) {
    var file = JSON.parse(text);
    if (!(file && file.foolproof)) throw new Error("this is not a Foolproof pack");
    if (file.foolproof > 1) throw new Error("the pack has format " + file.foolproof + "; this reader knows 1");
    var play = file.play || {}, unlock = play.unlock === undefined ? { ahead: 2 } : play.unlock;
    var ahead = unlock === "all" ? Infinity : unlock === "in order" ? 0 : unlock.ahead;
    return {
      title: line(file.title),
      author: line(file.author),
      about: lines(play.about),
      hints: !!play.hints,
      // How many levels before one may be unsolved while it is open.
      ahead: ahead,
      levels: file.levels.map(readLevel),
      open: function (solved) {
        var unsolved = 0;
        return file.levels.map(function (_, number) {
          var open = !!solved[number] || unsolved <= ahead;
          unsolved += solved[number] ? 0 : 1;
          return open;
        });
      }
    };
  }

  var api = { read: read, site: site, mark: mark };
  if (typeof module !== "undefined" && module.exports) module.exports = api;
  root.FoolproofPack = api;
})(typeof globalThis !== "undefined" ? globalThis : this);
