// Sudoku: how a player fills cells in, by tap and digit, with pencil marks. The level's ground program
// judges (`encodings/pages/sudoku.lp`).
(function (F) {
  "use strict";

  function isDigit(mark) { return /^(?:[1-9]|1[0-6])$/.test(mark); }

  // A digit as one letter, for notes and keys: letters go on behind 9.
  function letter(digit) { return (+digit).toString(36); }
  function number(letter) { return parseInt(letter, 36); }

  // The first constraint that is broken: rule(number, its title, why).
  function broken(rules) {
    var first = rules.map(function (what) { return { of: F.ground.parts(what), what: what }; })
      .sort(function (a, b) { return a.of[0] - b.of[0]; })[0];
    return { why: JSON.parse(first.of[1]) + ": " + JSON.parse(first.of[2]), what: first.what };
  }

  // What the program says of digits: a clash, by rows, a broken constraint, or how many cells are empty.
  function words(wrong) {
    var digits = {}, areas = {}, odd = [], all = Object.keys(wrong);
    function kind(name) { return all.filter(function (what) { return F.functor(what) === name; }); }
    kind("clash").forEach(function (what) {
      wrong[what].forEach(function (site) {
        if (!(site in digits)) odd.push(site);
        digits[site] = F.args(what)[0];
        areas[site] = F.args(what)[1];
      });
    });
    if (!odd.length && kind("rule").length) {
      var rule = broken(kind("rule"));
      return { why: rule.why, sites: wrong[rule.what] };
    }
    if (!odd.length) {
      var empty = wrong.empty.length;
      return { why: empty === 1 ? "one cell is empty" : empty + " cells are empty", sites: [] };
    }
    odd.sort(function (a, b) { var one = F.site(a), two = F.site(b); return one.row - two.row || one.col - two.col; });
    return { why: "a row, column or " + areas[odd[0]] + " holds two " + digits[odd[0]] + "s", sites: odd };
  }

  function judge(level, play) { return F.ground.judge(level, play, words); }

  function isOpen(ctx, site) {
    var mark = ctx.level.marks[site];
    return F.site(site).place === "cell" && !(mark && isDigit(mark));
  }

  // Fills in a digit, or takes it away where it stands already; a pencil mark in notes.
  function fill(ctx, digit) {
    var site = ctx.ui.cursor;
    if (!site) return ctx.refuse("Choose a cell first.");
    if (!isOpen(ctx, site)) return ctx.refuse("This digit is given.");
    var play = F.copy(ctx.play), notes = F.copy(ctx.extra);
    if (digit === 0) {
      delete play[site];
      delete notes[site];
    } else if (ctx.ui.notes) {
      if (play[site]) return ctx.refuse("Erase the digit first.");
      var had = notes[site] || "", sign = letter(digit);
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
    var box = ctx.rect(site), n = ctx.level.board.cols, columns = n <= 4 ? 2 : n <= 9 ? 3 : 4;
    var apart = columns < 4 ? 0.3 : 0.22;
    return digits.split("").map(function (sign) {
      var digit = number(sign), col = (digit - 1) % columns, row = Math.floor((digit - 1) / columns);
      var at = [box[0] + 0.2 + apart * col, box[1] + 0.2 + apart * row];
      return F.text(at, String(digit), columns < 4 ? 0.22 : 0.17, "faint");
    }).join("");
  }

  function draw(ctx) {
    var level = ctx.level, out = [ctx.ground()], odd = judge(level, ctx.play).sites;
    var chosen = ctx.ui.cursor, same = chosen && (ctx.play[chosen] || level.marks[chosen]);
    ctx.cells().forEach(function (site) {
      var box = ctx.rect(site), mark = level.marks[site], digit = mark && isDigit(mark);
      var inner = [box[0] + 0.025, box[1] + 0.025, box[2] - 0.05, box[3] - 0.05];
      var shown = digit ? mark : ctx.play[site];
      if (shown && shown === same && site !== chosen) out.push(F.rect(inner, 0, "selection", null)
        .replace("<rect", '<rect opacity="0.14"'));
      if (site === chosen) out.push(F.rect(inner, 0, "selection").replace("<rect", '<rect opacity="0.24"'));
      // A given is a part of the ground.
      if (ctx.play[site]) {
        out.push(F.text(F.middle(box), ctx.play[site], 0.62,
          odd.indexOf(site) >= 0 ? "bad" : "intended"));
      } else if (ctx.extra[site]) {
        out.push(drawNotes(ctx, site, ctx.extra[site]));
      } else if (mark && !digit) {
        out.push(drawNotes(ctx, site, F.args(mark).map(letter).join("")));
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
    var n = ctx.level.board.cols, buttons = [], shown = ctx.cells().map(function (site) {
      return ctx.play[site] || ctx.level.marks[site];
    });
    for (var digit = 1; digit <= n; digit += 1) {
      var left = n - shown.filter(function (mark) { return mark === String(digit); }).length;
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
      if (/^[0-9a-gA-G]$/.test(key) && number(key) <= Math.max(9, ctx.level.board.cols)) {
        if (number(key) <= ctx.level.board.cols) fill(ctx, number(key));
        return true;
      }
      if (key === "Backspace" || key === "Delete") { fill(ctx, 0); return true; }
      if (key === "m" || key === "M") { ctx.ui.notes = !ctx.ui.notes; ctx.refresh(); return true; }
      return false;
    },
    say: function (ctx, site) {
      if (ctx.play[site]) return "digit " + ctx.play[site];
      if (isOpen(ctx, site)) return ctx.extra[site] ? "notes " + ctx.extra[site].split("").map(number).join(", ") : "empty";
      return "given " + ctx.level.marks[site];
    },
    keys: [["1 – 9, A – G", "fill in a digit; A is 10"], ["0, Backspace", "erase"], ["M", "notes on or off"]]
  };
})(Foolproof);
