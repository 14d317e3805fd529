// Refraction: pieces from the tray lead beams to the targets. The rules as the program's own judge
// has them, the light as the program draws it, and pieces that are dragged or placed by tap or key.
// The rules stay here, and no ground program judges: the page writes its power on every beam, and says
// what a target gets. The table of powers in the encoding holds only those that can still become what a
// target wants; a table of all powers that a tray can make has no small bound. So the light is reckoned
// here in any case, and the verdict is read off it.
(function (F) {
  "use strict";

  // Exact fractions of 64 bits: where a browser has no whole numbers of that size, those that it has.
  var big = typeof BigInt === "function" ? BigInt : Number;
  var zero = big(0), one = big(1);
  var most = big("9223372036854775807");

  function gcd(a, b) {
    while (b !== zero) { var rest = a % b; a = b; b = rest; }
    return a;
  }

  function whole(value) { return typeof value === "number" ? Math.floor(value) : value; }
  function divided(a, b) { return whole(a / b); }
  function fits(value) { return value <= most ? value : null; }

  function fraction(top, bottom) {
    var common = gcd(top, bottom);
    if (common === zero) return { top: zero, bottom: one };
    return { top: divided(top, common), bottom: divided(bottom, common) };
  }

  var NOTHING = { top: zero, bottom: one };

  function isSame(a, b) { return a.top === b.top && a.bottom === b.bottom; }
  function said(power) { return power.bottom === one ? String(power.top) : power.top + "/" + power.bottom; }

  // The sum of powers; nothing where it is finer than 64 bits can hold.
  function total(powers) {
    var sum = NOTHING;
    for (var i = 0; i < powers.length; i += 1) {
      var other = powers[i], common = gcd(sum.bottom, other.bottom);
      var bottom = fits(divided(sum.bottom, common) * other.bottom);
      if (bottom === null) return NOTHING;
      var left = fits(divided(bottom, sum.bottom) * sum.top);
      var right = fits(divided(bottom, other.bottom) * other.top);
      if (left === null || right === null || fits(left + right) === null) return NOTHING;
      sum = fraction(left + right, bottom);
    }
    return sum;
  }

  function share(power, n) {
    var common = gcd(power.top, big(n));
    if (common === zero) return NOTHING;
    var bottom = fits(power.bottom * divided(big(n), common));
    return bottom === null ? NOTHING : { top: divided(power.top, common), bottom: bottom };
  }

  var read = {}, MOVABLE = ["bender", "splitter", "combiner"];

  // A mark as a piece: its ports and its power; null if it is not a piece.
  function piece(mark) {
    if (mark in read) return read[mark];
    var kind = F.functor(mark), args = F.args(mark), made = null;
    function power(top, bottom) { return { top: big(top), bottom: big(bottom) }; }
    if (kind === "blocker" && !args.length) made = { ins: "", outs: "" };
    if (kind === "source" && args.length === 3) made = { ins: "", outs: args[0], power: power(args[1], args[2]) };
    if (kind === "target" && args.length === 3) made = { ins: args[0], outs: "", power: power(args[1], args[2]) };
    if (MOVABLE.indexOf(kind) >= 0 && args.length === 2) made = { ins: args[0], outs: args[1] };
    if (made) made.kind = kind;
    read[mark] = made;
    return made;
  }

  function list(ports) {
    var names = ports.split("").map(function (side) { return F.SIDE_NAMES[side]; });
    return names.length < 2 ? names.join("") :
      names.slice(0, -1).join(", ") + " and " + names[names.length - 1];
  }

  function spoken(mark) {
    var p = piece(mark);
    if (!p) return mark;
    switch (p.kind) {
      case "source": return "source of " + said(p.power) + ", to the " + list(p.outs);
      case "target": return "target of " + said(p.power) + ", from the " + list(p.ins);
      case "bender": return "bender (" + list(p.ins) + "→" + list(p.outs) + ")";
      case "splitter": return "splitter (" + list(p.ins) + "→" + list(p.outs) + ")";
      case "combiner": return "combiner (" + list(p.ins) + "→" + list(p.outs) + ")";
      default: return "blocker";
    }
  }

  function isCell(site) { return F.site(site).place === "cell"; }

  function onBoard(level, play) {
    var all = {};
    [level.marks, play].forEach(function (marks) {
      Object.keys(marks).forEach(function (site) {
        var p = isCell(site) || marks === play ? piece(marks[site]) : null;
        if (p) all[site] = p;
      });
    });
    return all;
  }

  // Follows a beam from an output to the first piece or the rim.
  function travel(level, pieces, from, side) {
    var at = F.site(from), step = F.STEP[side], col = at.col, row = at.row, end = from;
    for (;;) {
      col += step[0];
      row += step[1];
      if (col < 0 || row < 0 || col >= level.board.cols || row >= level.board.rows) return { to: null, end: end };
      end = F.cell(col, row);
      if (pieces[end]) return { to: end, end: end };
    }
  }

  // All light: what a piece emits is the least fixpoint, so pieces that only light each other are dark.
  function light(level, play) {
    var pieces = onBoard(level, play), arrived = {}, found = { beams: [], active: {}, received: {} };
    var emitting = [];
    F.sites(pieces).forEach(function (site) {
      if (pieces[site].kind === "source") emitting.push([site, pieces[site].power]);
    });
    while (emitting.length) {
      var next = emitting.pop(), from = next[0], power = next[1];
      pieces[from].outs.split("").forEach(function (side) {
        var way = travel(level, pieces, from, side), port = F.OPPOSITE[side];
        var enters = !!way.to && pieces[way.to].ins.indexOf(port) >= 0;
        found.beams.push({ from: from, side: side, to: way.to, end: way.end, power: power, enters: enters });
        if (!enters) return;
        arrived[way.to + port] = power;
        var hit = pieces[way.to], inputs = hit.ins.split("").map(function (p) { return arrived[way.to + p]; });
        if (MOVABLE.indexOf(hit.kind) < 0 || inputs.some(function (p) { return !p; })) return;
        var sum = total(inputs);
        var out = hit.kind === "splitter" ? share(sum, hit.outs.length) : sum;
        found.active[way.to] = out;
        emitting.push([way.to, out]);
      });
    }
    Object.keys(pieces).forEach(function (site) {
      if (pieces[site].kind !== "target") return;
      var parts = pieces[site].ins.split("").map(function (p) { return arrived[site + p]; });
      found.received[site] = total(parts.filter(Boolean));
    });
    return found;
  }

  function judge(level, play) {
    var left = {}, sites = F.sites(play);
    Object.keys(level.marks).forEach(function (site) {
      if (F.site(site).place === "tray") left[level.marks[site]] = (left[level.marks[site]] || 0) + 1;
    });
    for (var i = 0; i < sites.length; i += 1) {
      var site = sites[i], mark = play[site], p = piece(mark);
      if (!isCell(site) || !F.contains(level.board, site)) {
        return F.illegal(F.name(site) + " is not a cell of the board", [site]);
      }
      if (!p) return F.illegal("`" + mark + "` is not a piece of Refraction", [site]);
      if (MOVABLE.indexOf(p.kind) < 0) return F.illegal("the player cannot place a " + spoken(mark), [site]);
      if (level.marks[site]) return F.illegal(F.name(site) + " is taken already", [site]);
      if (!left[mark]) return F.illegal("the tray has no " + spoken(mark) + " left", [site]);
      left[mark] -= 1;
    }
    var lit = light(level, play), fixed = F.sites(level.marks);
    for (var j = 0; j < fixed.length; j += 1) {
      var target = isCell(fixed[j]) ? piece(level.marks[fixed[j]]) : null;
      if (!target || target.kind !== "target") continue;
      var got = lit.received[fixed[j]];
      if (!isSame(got, target.power)) {
        var why = "the target at " + F.name(fixed[j]) + " gets " + said(got) + "; it wants " + said(target.power);
        return F.unsolved(why, [fixed[j]]);
      }
    }
    return F.SOLVED;
  }

  // The beams whose power gets to a target in the end.
  function useful(level, beams) {
    var used = {}, sites = {}, grew = true;
    while (grew) {
      grew = false;
      beams.forEach(function (beam, number) {
        if (used[number] || !beam.enters) return;
        var p = level.marks[beam.to] && piece(level.marks[beam.to]);
        if (!(p && p.kind === "target") && !sites[beam.to]) return;
        used[number] = true;
        sites[beam.from] = true;
        grew = true;
      });
    }
    return used;
  }

  function towards(at, side, far) { return [at[0] + F.STEP[side][0] * far, at[1] + F.STEP[side][1] * far]; }

  function drawBeam(ctx, beam, wasted) {
    var ink = wasted ? "beam-dim" : "beam", width = wasted ? 0.05 : 0.085, out = [];
    var from = towards(F.middle(ctx.rect(beam.from)), beam.side, 0.46);
    var to = beam.to ? towards(F.middle(ctx.rect(beam.to)), F.OPPOSITE[beam.side], 0.38)
      : towards(F.middle(ctx.rect(beam.end)), beam.side, 0.5);
    if (!wasted) out.push(F.group(F.line([from, to], F.stroke(ink, width * 2.6)), ' class="halo"'));
    out.push(F.line([from, to], F.stroke(ink, width)));
    if (!wasted) out.push(F.line([from, to], F.stroke("ground", width * 0.45, "flowing")));
    if (!beam.enters) {
      // A bar across the end: here the light is lost.
      var across = beam.side === "n" || beam.side === "s" ? "e" : "s";
      out.push(F.line([towards(to, across, 0.12), towards(to, F.OPPOSITE[across], 0.12)], F.stroke(ink, width)));
    }
    var far = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
    if (far >= 0.6) {
      var words = said(beam.power), wide = 0.11 + 0.115 * words.length;
      var at = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      out.push(F.rect([at[0] - wide / 2, at[1] - 0.135, wide, 0.27], 0.07, "ground", F.stroke(ink, 0.02)));
      out.push(F.text(at, words, 0.22, "text"));
    }
    return out.join("");
  }

  // The light inside a piece that is lit.
  function drawThrough(ctx, site, p, wasted) {
    var ink = wasted ? "beam-dim" : "beam", width = wasted ? 0.05 : 0.07, at = F.middle(ctx.rect(site)), out = [];
    function run(from, to) {
      out.push(F.line([from, to], F.stroke(ink, width)));
      if (!wasted) out.push(F.line([from, to], F.stroke("ground", width * 0.45, "flowing")));
    }
    p.ins.split("").forEach(function (side) { run(towards(at, side, 0.24), at); });
    p.outs.split("").forEach(function (side) { run(at, towards(at, side, 0.46)); });
    return out.join("");
  }

  // A target with what it gets.
  function drawLamp(ctx, site, p, got) {
    var at = F.middle(ctx.rect(site)), right = isSame(got, p.power), some = !isSame(got, NOTHING);
    var ring = right || some ? 0.06 : 0.04, out = [];
    out.push(F.circle(at, 0.38, right ? "good" : some ? "bad" : "target", F.stroke("text", 0.03)));
    out.push(F.circle(at, 0.31 - ring / 2, "ground"));
    p.ins.split("").forEach(function (side) {
      var tip = towards(at, side, 0.27), base = towards(at, side, 0.46), step = F.STEP[side];
      out.push(F.polygon([tip, [base[0] + step[1] * 0.17, base[1] + step[0] * 0.17],
        [base[0] - step[1] * 0.17, base[1] - step[0] * 0.17]], "text"));
    });
    function power(y, size) {
      var words = said(p.power);
      out.push(F.text([at[0], at[1] + y], words, size * Math.min(3.2 / Math.max(words.length, 3), 1), "text"));
    }
    if (right) {
      power(-0.07, 0.26);
      out.push(F.line([[at[0] - 0.1, at[1] + 0.13], [at[0] - 0.03, at[1] + 0.2], [at[0] + 0.11, at[1] + 0.07]],
        F.stroke("good", 0.055)));
    } else if (some) {
      power(-0.08, 0.24);
      out.push(F.text([at[0], at[1] + 0.13], "≠ " + said(got), 0.16, "bad"));
    } else {
      power(0, 0.28);
    }
    return out.join("");
  }

  // The slots of the tray whose pieces are on the board.
  function taken(level, play) {
    var placed = F.sites(play).map(function (site) { return play[site]; }), gone = {};
    F.sites(level.marks).forEach(function (site) {
      if (F.site(site).place !== "tray") return;
      var at = placed.indexOf(level.marks[site]);
      if (at >= 0) { placed.splice(at, 1); gone[site] = true; }
    });
    return gone;
  }

  function draw(ctx) {
    var level = ctx.level, out = [ctx.ground()], lit = light(level, ctx.play);
    var used = useful(level, lit.beams), drag = ctx.ui.drag, held = ctx.ui.held;
    lit.beams.forEach(function (beam, number) { if (!used[number]) out.push(drawBeam(ctx, beam, true)); });
    lit.beams.forEach(function (beam, number) { if (used[number]) out.push(drawBeam(ctx, beam, false)); });
    F.sites(level.marks).forEach(function (site) {
      if (!isCell(site)) return;
      var p = piece(level.marks[site]);
      out.push(p && p.kind === "target" ? drawLamp(ctx, site, p, lit.received[site]) : ctx.glyph(site, level.marks[site]));
    });
    F.sites(ctx.play).forEach(function (site) {
      var words = lit.active[site] ? "" : " dark";
      if (drag && drag.from === site) words += " lifted";
      out.push(F.group(ctx.glyph(site, ctx.play[site]), ' class="piece' + words + '"'));
      var goesOn = lit.beams.some(function (beam, number) { return used[number] && beam.from === site; });
      if (lit.active[site]) out.push(drawThrough(ctx, site, piece(ctx.play[site]), !goesOn));
    });
    var gone = taken(level, ctx.play);
    F.sites(level.marks).forEach(function (site) {
      if (F.site(site).place !== "tray") return;
      var words = gone[site] ? " taken" : drag && drag.from === site ? " lifted" : "";
      out.push(F.group(ctx.glyph(site, level.marks[site], 0.9), ' class="piece' + words + '"'));
    });
    if (held) out.push(F.rect(F.square(F.middle(ctx.rect(held)), 0.94), 0.14, null, F.stroke("selection", 0.06)));
    if (drag) {
      var over = ctx.siteAt(drag.at, "cell");
      if (over && isFree(ctx, over)) {
        out.push(F.rect(F.square(F.middle(ctx.rect(over)), 0.94), 0.1, null, F.stroke("preview", 0.05, "dashed")));
      }
      out.push(F.group(ctx.glyphAt(drag.mark, drag.at, 1), ' class="piece dragged"'));
    }
    return out.join("");
  }

  function isFree(ctx, site) { return isCell(site) && !ctx.level.marks[site] && !ctx.play[site]; }

  // The piece that a player can take at a site.
  function takeable(ctx, site) {
    if (!site) return null;
    if (F.site(site).place === "tray") {
      return !taken(ctx.level, ctx.play)[site] && ctx.level.marks[site] || null;
    }
    return ctx.play[site] || null;
  }

  function put(ctx, from, to) {
    var play = F.copy(ctx.play), mark = takeable(ctx, from);
    if (!mark) return;
    if (from === to) return ctx.refresh();
    if (!isFree(ctx, to)) { ctx.refuse("This cell is taken."); return ctx.refresh(); }
    if (isCell(from)) delete play[from];
    play[to] = mark;
    ctx.commit(play, ctx.extra);
  }

  function take(ctx, site) {
    if (!ctx.play[site]) return;
    var play = F.copy(ctx.play);
    delete play[site];
    ctx.commit(play, ctx.extra);
  }

  function choose(ctx, site) {
    var held = ctx.ui.held;
    if (held && isFree(ctx, site)) {
      ctx.ui.held = null;
      return put(ctx, held, site);
    }
    if (held && isCell(held) && F.site(site).place === "tray") {
      ctx.ui.held = null;
      return take(ctx, held);
    }
    ctx.ui.held = held !== site && takeable(ctx, site) ? site : null;
    ctx.refresh();
  }

  F.games.refraction = {
    judge: judge,
    draw: draw,
    stops: function (ctx) {
      return ctx.cells().concat(F.sites(ctx.level.marks).filter(function (site) {
        return F.site(site).place === "tray";
      }));
    },
    down: function (ctx, at) {
      var site = ctx.siteAt(at);
      ctx.ui.grip = site ? { site: site, at: at } : null;
      if (!site) { ctx.ui.held = null; ctx.refresh(); }
    },
    move: function (ctx, at) {
      var grip = ctx.ui.grip, drag = ctx.ui.drag;
      if (drag) { drag.at = at; return ctx.refresh(); }
      if (!grip || Math.max(Math.abs(at[0] - grip.at[0]), Math.abs(at[1] - grip.at[1])) < 0.25) return;
      var mark = takeable(ctx, grip.site);
      if (!mark) return;
      ctx.ui.held = null;
      ctx.ui.drag = { from: grip.site, mark: mark, at: at };
      ctx.refresh();
    },
    up: function (ctx, at, lost) {
      var grip = ctx.ui.grip, drag = ctx.ui.drag;
      ctx.ui.grip = ctx.ui.drag = null;
      if (lost) return ctx.refresh();
      if (!drag) return grip && choose(ctx, grip.site);
      var to = ctx.siteAt(at, "cell");
      if (to) return put(ctx, drag.from, to);
      if (isCell(drag.from)) return take(ctx, drag.from);
      ctx.refresh();
    },
    act: choose,
    key: function (ctx, key) {
      if (key !== "Backspace" && key !== "Delete") return false;
      var site = ctx.ui.held && isCell(ctx.ui.held) ? ctx.ui.held : ctx.ui.cursor;
      ctx.ui.held = null;
      if (site) take(ctx, site);
      return true;
    },
    say: function (ctx, site) {
      var mark = ctx.play[site] || ctx.level.marks[site];
      if (!mark) return "empty";
      if (F.site(site).place === "tray") {
        return spoken(mark) + (taken(ctx.level, ctx.play)[site] ? ", on the board" : ctx.ui.held === site ? ", chosen" : "");
      }
      var lit = light(ctx.level, ctx.play), p = piece(mark), words = spoken(mark);
      if (p && p.kind === "target") words += ", gets " + said(lit.received[site]);
      else if (ctx.play[site]) words += lit.active[site] ? ", lit" : ", dark";
      return words + (ctx.ui.held === site ? ", chosen" : "");
    },
    reset: function (ctx) { ctx.ui.held = ctx.ui.drag = ctx.ui.grip = null; },
    keys: [["Enter", "pick up a piece, or put it down"], ["Backspace", "put a piece back into the tray"]]
  };
})(Foolproof);
