// Sudoku: every digit once in each row, column and box. The rules as the program's own judge has
// them, and how a player fills cells in: by tap and digit, with pencil marks.
(function (F) {
  "use strict";

  var SHAPES = { 4: [2, 2], 6: [3, 2], 9: [3, 3] };

  function isDigit(mark, n) { return /^[1-9]$/.test(mark) && +mark <= n; }

  // Digits by cell, row by row, 0 where there is none.
  function clues(level) {
    var n = level.board.cols, digits = [];
    for (var i = 0; i < n * n; i += 1) digits.push(0);
    F.sites(level.marks).forEach(function (text) {
      var site = F.site(text);
      if (isDigit(level.marks[text], n)) digits[site.row * n + site.col] = +level.marks[text];
    });
    return digits;
  }

  function withPlay(level, digits, play) {
    var n = level.board.cols, all = digits.slice();
    Object.keys(play).forEach(function (text) {
      var site = F.site(text);
      if (!site || site.place !== "cell" || !F.contains(level.board, text)) return;
      var cell = site.row * n + site.col;
      if (all[cell] === 0 && isDigit(play[text], n)) all[cell] = +play[text];
    });
    return all;
  }

  var kept = {};
  function units(n) {
    if (kept[n]) return kept[n];
    var wide = SHAPES[n][0], high = SHAPES[n][1], list = [];
    for (var u = 0; u < 3 * n; u += 1) list.push([]);
    for (var cell = 0; cell < n * n; cell += 1) {
      var row = Math.floor(cell / n), col = cell % n;
      list[row].push(cell);
      list[n + col].push(cell);
      list[2 * n + Math.floor(row / high) * high + Math.floor(col / wide)].push(cell);
    }
    kept[n] = list;
    return list;
  }

  // The cells whose digits are at odds, in order.
  function clashes(digits, n) {
    var found = {};
    units(n).forEach(function (unit) {
      var seen = {};
      unit.forEach(function (cell) {
        var digit = digits[cell];
        if (digit) (seen[digit] = seen[digit] || []).push(cell);
      });
      Object.keys(seen).forEach(function (digit) {
        if (seen[digit].length > 1) seen[digit].forEach(function (cell) { found[cell] = true; });
      });
    });
    return Object.keys(found).map(Number).sort(function (a, b) { return a - b; });
  }

  function siteOf(cell, n) { return F.cell(cell % n, Math.floor(cell / n)); }

  function judge(level, play) {
    var n = level.board.cols, digits = clues(level), sites = F.sites(play);
    for (var i = 0; i < sites.length; i += 1) {
      var text = sites[i], site = F.site(text);
      if (!isDigit(play[text], n)) {
        return F.illegal("`" + play[text] + "` is not a digit of this board", [text]);
      }
      if (site.place !== "cell" || !F.contains(level.board, text)) {
        return F.illegal(F.name(text) + " is not a cell of the board", [text]);
      }
      if (digits[site.row * n + site.col]) {
        return F.illegal(F.name(text) + " holds a clue, so it cannot be filled", [text]);
      }
    }
    var filled = withPlay(level, digits, play), odd = clashes(filled, n);
    if (odd.length) {
      var why = "a row, column or box holds two " + filled[odd[0]] + "s";
      var at = odd.map(function (cell) { return siteOf(cell, n); });
      return clashes(digits, n).length ? F.unsolved(why, at) : F.illegal(why, at);
    }
    var empty = filled.filter(function (digit) { return digit === 0; }).length;
    if (empty === 0) return F.SOLVED;
    return F.unsolved(empty === 1 ? "one cell is empty" : empty + " cells are empty");
  }

  function isOpen(ctx, site) {
    var mark = ctx.level.marks[site];
    return F.site(site).place === "cell" && !(mark && isDigit(mark, ctx.level.board.cols));
  }

  // Fills in a digit, or takes it away where it stands already; a pencil mark in notes.
  function fill(ctx, digit) {
    var site = ctx.ui.cursor;
    if (!site) return ctx.tell("Choose a cell first.");
    if (!isOpen(ctx, site)) return ctx.tell("This digit is given.");
    var play = F.copy(ctx.play), notes = F.copy(ctx.extra);
    if (digit === 0) {
      delete play[site];
      delete notes[site];
    } else if (ctx.ui.notes) {
      if (play[site]) return ctx.tell("Erase the digit first.");
      var had = notes[site] || "", sign = String(digit);
      var now = had.indexOf(sign) < 0 ? had + sign : had.replace(sign, "");
      notes[site] = now.split("").sort().join("");
      if (!notes[site]) delete notes[site];
    } else if (play[site] === String(digit)) {
      delete play[site];
    } else {
      play[site] = String(digit);
      delete notes[site];
    }
    ctx.commit(play, notes);
  }

  function drawNotes(ctx, site, digits) {
    var box = ctx.rect(site), columns = ctx.level.board.cols === 4 ? 2 : 3;
    return digits.split("").map(function (digit) {
      var col = (digit - 1) % columns, row = Math.floor((digit - 1) / columns);
      var at = [box[0] + 0.2 + 0.3 * col, box[1] + 0.2 + 0.3 * row];
      return F.text(at, digit, 0.22, "faint");
    }).join("");
  }

  function draw(ctx) {
    var level = ctx.level, n = level.board.cols, out = [ctx.ground()];
    var digits = withPlay(level, clues(level), ctx.play);
    var odd = clashes(digits, n).map(function (cell) { return siteOf(cell, n); });
    var chosen = ctx.ui.cursor, same = chosen && (ctx.play[chosen] || level.marks[chosen]);
    ctx.cells().forEach(function (site) {
      var box = ctx.rect(site), mark = level.marks[site], digit = mark && isDigit(mark, n);
      var inner = [box[0] + 0.025, box[1] + 0.025, box[2] - 0.05, box[3] - 0.05];
      if (digit) out.push(F.rect(inner, 0, "piece"));
      var shown = digit ? mark : ctx.play[site];
      if (shown && shown === same && site !== chosen) out.push(F.rect(inner, 0, "selection", null)
        .replace("<rect", '<rect opacity="0.14"'));
      if (site === chosen) out.push(F.rect(inner, 0, "selection").replace("<rect", '<rect opacity="0.24"'));
      if (digit) {
        out.push(F.text(F.middle(box), mark, 0.589, "text"));
      } else if (ctx.play[site]) {
        out.push(F.text(F.middle(box), ctx.play[site], 0.62,
          odd.indexOf(site) >= 0 ? "bad" : "intended"));
      } else if (ctx.extra[site]) {
        out.push(drawNotes(ctx, site, ctx.extra[site]));
      } else if (mark) {
        out.push(drawNotes(ctx, site, F.args(mark).join("")));
      }
    });
    odd.forEach(function (site) {
      var box = ctx.rect(site);
      out.push(F.rect([box[0] + 0.06, box[1] + 0.06, box[2] - 0.12, box[3] - 0.12], 0.1, null,
        F.stroke("bad", 0.045, "dashed")));
    });
    return out.join("");
  }

  function hand(ctx) {
    var n = ctx.level.board.cols, digits = withPlay(ctx.level, clues(ctx.level), ctx.play);
    var buttons = [];
    for (var digit = 1; digit <= n; digit += 1) {
      var left = n - digits.filter(function (held) { return held === digit; }).length;
      buttons.push({
        id: "digit-" + digit, text: String(digit), sub: left > 0 ? String(left) : "",
        label: "digit " + digit + ", " + (left > 0 ? left + " left" : "none left"),
        faint: left <= 0, act: fill.bind(null, ctx, digit)
      });
    }
    buttons.push({
      id: "notes", text: "Notes", label: "Notes", pressed: !!ctx.ui.notes, wide: true,
      act: function () { ctx.ui.notes = !ctx.ui.notes; ctx.refresh(); }
    });
    buttons.push({ id: "erase", text: "Erase", label: "Erase", wide: true, act: fill.bind(null, ctx, 0) });
    return buttons;
  }

  F.games.sudoku = {
    judge: judge,
    draw: draw,
    hand: hand,
    stops: function (ctx) { return ctx.cells(); },
    down: function (ctx, at) {
      var site = ctx.siteAt(at, "cell");
      if (site) { ctx.ui.cursor = site; ctx.refresh(); }
    },
    key: function (ctx, key) {
      if (/^[0-9]$/.test(key)) {
        if (+key <= ctx.level.board.cols) fill(ctx, +key);
        return true;
      }
      if (key === "Backspace" || key === "Delete") { fill(ctx, 0); return true; }
      if (key === "m" || key === "M") { ctx.ui.notes = !ctx.ui.notes; ctx.refresh(); return true; }
      return false;
    },
    say: function (ctx, site) {
      if (ctx.play[site]) return "digit " + ctx.play[site];
      if (isOpen(ctx, site)) return ctx.extra[site] ? "notes " + ctx.extra[site].split("").join(", ") : "empty";
      return "given " + ctx.level.marks[site];
    },
    keys: [["1 – 9", "fill in a digit"], ["0, Backspace", "erase"], ["M", "notes on or off"]]
  };
})(Foolproof);
