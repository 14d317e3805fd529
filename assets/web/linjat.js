// Linjat: the pen. Lines are drawn from numbers and from their ends. The level's ground program judges
// (`encodings/pages/linjat.lp`).
(function (F) {
  "use strict";

  function lengthOn(level, site) {
    var mark = level.marks[site];
    return mark && /^[1-9]$/.test(mark) ? +mark : 0;
  }

  // The position of a line around its number; null if the mark is not a line.
  function read(mark) {
    var found = /^(across|down)\((\d),(\d)\)$/.exec(mark || "");
    if (!found || +found[2] > 8 || +found[3] > 8) return null;
    var line = { across: found[1] === "across", before: +found[2], after: +found[3] };
    return line.before + line.after === 0 && !line.across ? null : line;
  }

  function write(line) {
    var across = line.across || line.before + line.after === 0;
    return (across ? "across" : "down") + "(" + line.before + "," + line.after + ")";
  }

  function length(line) { return line.before + line.after + 1; }

  // The cells of a line; those left of the board or above it are left out.
  function cells(line, text) {
    var site = F.site(text), list = [];
    for (var off = -line.before; off <= line.after; off += 1) {
      var col = site.col + (line.across ? off : 0), row = site.row + (line.across ? 0 : off);
      if (col >= 0 && row >= 0) list.push(F.cell(col, row));
    }
    return list;
  }

  // What is still to be drawn and covered. The pen draws no line that cannot lie where it is.
  function words(wrong) {
    var short = wrong.short || [], bare = wrong.bare || [], why = [];
    function count(list, one, more) { return list.length === 1 ? "one " + one : list.length + " " + more; }
    if (!short.length && !bare.length) return null;
    if (short.length) why.push(count(short, "line is not drawn", "lines are not drawn"));
    if (bare.length) why.push(count(bare, "dot is not covered", "dots are not covered"));
    return { why: why.join(", "), sites: short.concat(bare) };
  }

  function judge(level, play) { return F.ground.judge(level, play, words); }

  function lineAt(play, cell) {
    return F.sites(play).filter(function (text) {
      var line = read(play[text]);
      return line && cells(line, text).indexOf(cell) >= 0;
    })[0] || null;
  }

  // Where a pen can be set down: on numbers, and on the ends of lines.
  function isPen(level, play, site) {
    if (lengthOn(level, site)) return true;
    var number = lineAt(play, site);
    if (!number) return false;
    var list = cells(read(play[number]), number);
    return site === list[0] || site === list[list.length - 1];
  }

  // How many cells beside a number its line can take, before a rim, a number or another line.
  function room(level, play, number, across, wanted, most) {
    var others = F.copy(play);
    delete others[number];
    var own = F.site(number), step = wanted < 0 ? -1 : 1, free = 0;
    var limit = Math.min(Math.abs(wanted), most - 1);
    while (free < limit) {
      var off = step * (free + 1);
      var cell = across ? F.cell(own.col + off, own.row) : F.cell(own.col, own.row + off);
      if (!F.contains(level.board, cell) || lineAt(others, cell) || lengthOn(level, cell)) break;
      free += 1;
    }
    return free;
  }

  // The play after a pen went from one cell towards another, and where the pen is then; null where
  // it cannot go there.
  function drawn(level, play, at, to) {
    var number = lengthOn(level, at) ? at : lineAt(play, at);
    if (!number) return null;
    var line = read(play[number]) || { across: true, before: 0, after: 0 };
    var most = lengthOn(level, number);
    var own = F.site(number), from = F.site(at), goal = F.site(to);
    if (!most || !goal || goal.place !== "cell") return null;
    var across = goal.row === own.row && from.row === own.row;
    var down = goal.col === own.col && from.col === own.col;
    if (at === to || !(across || down)) return null;
    function place(site) { return across ? site.col - own.col : site.row - own.row; }
    var begun = place(from), wanted = place(goal);
    var sameWay = line.across === across || length(line) === 1;
    var before = sameWay ? line.before : 0, after = sameWay ? line.after : 0;
    if (begun < 0 && wanted >= 0) before = 0;
    if (begun > 0 && wanted <= 0) after = 0;
    var free = room(level, play, number, across, wanted, most);
    if (wanted < 0) { before = free; after = Math.min(after, most - 1 - free); }
    if (wanted > 0) { after = free; before = Math.min(before, most - 1 - free); }
    var next = F.copy(play), now = { across: across, before: before, after: after };
    if (length(now) === 1 && most > 1) delete next[number];
    else next[number] = write(now);
    var off = wanted < 0 ? -free : free;
    var pen = across ? F.cell(own.col + off, own.row) : F.cell(own.col, own.row + off);
    return F.same(next, play) && pen === at ? null : { play: next, pen: pen };
  }

  function bar(ctx, list, half, fill, stroke) {
    var boxes = list.map(function (cell) { return F.square(F.middle(ctx.rect(cell)), 2 * half); });
    var left = Math.min.apply(null, boxes.map(function (b) { return b[0]; }));
    var top = Math.min.apply(null, boxes.map(function (b) { return b[1]; }));
    var right = Math.max.apply(null, boxes.map(function (b) { return b[0] + b[2]; }));
    var bottom = Math.max.apply(null, boxes.map(function (b) { return b[1] + b[3]; }));
    return F.rect([left, top, right - left, bottom - top], half, fill, stroke);
  }

  function draw(ctx) {
    var level = ctx.level, out = [ctx.ground()];
    F.sites(ctx.play).forEach(function (text) {
      var line = read(ctx.play[text]);
      if (!line) return;
      var dash = length(line) === lengthOn(level, text) ? "" : "dashed";
      out.push(bar(ctx, cells(line, text), 0.3, "piece", F.stroke("intended", 0.07, dash)));
    });
    F.sites(level.marks).forEach(function (text) {
      var number = lengthOn(level, text);
      // A number on a line needs no ring.
      if (number && ctx.play[text]) out.push(F.text(F.middle(ctx.rect(text)), String(number), 0.46, "text"));
      else out.push(ctx.glyph(text, level.marks[text]));
    });
    if (ctx.ui.pen) out.push(F.circle(F.middle(ctx.rect(ctx.ui.pen)), 0.4, null, F.stroke("selection", 0.06)));
    return out.join("");
  }

  function setDown(ctx, site) {
    ctx.ui.pen = site;
    ctx.ui.begun = ctx.play;
    ctx.ui.moved = false;
    if (lengthOn(ctx.level, site) === 1 && !ctx.play[site]) {
      var play = F.copy(ctx.play);
      play[site] = "across(0,0)";
      ctx.ui.moved = true;
      ctx.show(play);
    } else {
      ctx.refresh();
    }
  }

  function go(ctx, to) {
    var next = drawn(ctx.level, ctx.play, ctx.ui.pen, to);
    if (!next) return false;
    ctx.ui.pen = next.pen;
    ctx.ui.moved = true;
    ctx.show(next.play);
    return true;
  }

  // Lifts the pen: what was drawn is one step of undo. A click takes a line off.
  function lift(ctx, click) {
    var site = ctx.ui.pen, begun = ctx.ui.begun, play = ctx.play;
    ctx.ui.pen = null;
    if (!site) return;
    if (click && !ctx.ui.moved) {
      var number = lengthOn(ctx.level, site) ? site : lineAt(play, site);
      if (number && play[number]) {
        play = F.copy(play);
        delete play[number];
      }
    }
    ctx.settle(begun, play);
  }

  F.games.linjat = {
    judge: judge,
    draw: draw,
    stops: function (ctx) { return ctx.cells(); },
    down: function (ctx, at) {
      var site = ctx.siteAt(at, "cell");
      if (site && isPen(ctx.level, ctx.play, site)) setDown(ctx, site);
      else if (site && lineAt(ctx.play, site)) {
        var play = F.copy(ctx.play);
        delete play[lineAt(ctx.play, site)];
        ctx.commit(play, ctx.extra);
      }
    },
    move: function (ctx, at) {
      if (!ctx.ui.pen) return;
      var site = ctx.siteAt(at, "cell");
      if (site && site !== ctx.ui.pen) go(ctx, site);
    },
    up: function (ctx) { lift(ctx, true); },
    act: function (ctx, site) {
      if (ctx.ui.pen) return lift(ctx, false);
      if (isPen(ctx.level, ctx.play, site)) setDown(ctx, site);
      else ctx.refuse("Lines begin at numbers.");
    },
    arrow: function (ctx, dx, dy) {
      if (!ctx.ui.pen) return false;
      var at = F.site(ctx.ui.pen), col = at.col + dx, row = at.row + dy;
      if (col >= 0 && row >= 0 && go(ctx, F.cell(col, row))) ctx.ui.cursor = ctx.ui.pen;
      else ctx.refuse("The line cannot go there.");
      ctx.refresh();
      return true;
    },
    key: function (ctx, key) {
      if (key !== "Backspace" && key !== "Delete") return false;
      var site = ctx.ui.cursor, number = site && (ctx.play[site] ? site : lineAt(ctx.play, site));
      ctx.ui.pen = null;
      if (number) {
        var play = F.copy(ctx.play);
        delete play[number];
        ctx.commit(play, ctx.extra);
      }
      return true;
    },
    say: function (ctx, site) {
      var mark = ctx.level.marks[site], line = lineAt(ctx.play, site);
      var words = mark ? (mark === "dot" ? "dot" : "number " + mark) : "empty";
      return line ? words + ", on the line of the " + ctx.level.marks[line] + " on " + F.spoken(line) : words;
    },
    keys: [["Enter", "set the pen down on a number, or lift it"], ["Arrows", "draw while the pen is down"],
      ["Backspace", "take a line off"]],
    hintOf: function (ctx, site) { return site; }
  };
})(Foolproof);
