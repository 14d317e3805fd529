// Games of a designer's own as they are played: marks that are put, lines that are drawn, and moves that
// are made step by step. Knows the rules of `own_rules.js`.
(function (F) {
  "use strict";

  var O = F.own, rulesOf = O.rulesOf, isTrue = O.isTrue, chosenOf = O.chosenOf, step = O.step;
  var course = O.course, judge = O.judge;

  function part(level, site, mark) { return level.own.parts[F.site(site).place + " " + mark]; }

  // The looks that the rules derive now.
  function looksNow(ctx) {
    var level = ctx.level, rules = rulesOf(level), result;
    if (level.own.kind === "moves") {
      result = rules.engine.evaluate(chosenOf(rules, course(level, ctx.play).state));
    } else {
      var chosen = [];
      F.sites(ctx.play).forEach(function (site) {
        var atom = rules.playable[site + " " + ctx.play[site]];
        if (atom) chosen.push(atom);
      });
      result = rules.engine.evaluate(chosen);
    }
    return rules.looks.filter(function (look) { return isTrue(result, look.atom); });
  }

  function square(ctx, site) {
    var middle = F.middle(ctx.rect(site));
    return F.square(middle, 1);
  }

  function lineEnds(ctx, site, across) {
    var middle = F.middle(ctx.rect(site)), level = (F.site(site).place === "hedge") !== across;
    return level ? [[middle[0] - 0.5, middle[1]], [middle[0] + 0.5, middle[1]]]
      : [[middle[0], middle[1] - 0.5], [middle[0], middle[1] + 0.5]];
  }

  function draw(ctx) {
    var level = ctx.level, own = level.own, moves = own.kind === "moves", out = [ctx.ground()];
    var looks = looksNow(ctx), inks = {}, lying = [], played = [], glides = {};
    F.sites(level.marks).forEach(function (site) {
      if (!moves || own.began.indexOf(site) < 0) lying.push([site, level.marks[site]]);
    });
    if (moves) {
      Object.keys(course(level, ctx.play).state).forEach(function (key) {
        var at = key.indexOf(" ");
        played.push([key.slice(0, at), key.slice(at + 1)]);
      });
      played.sort(function (a, b) { return F.order(a[0], b[0]); });
      (ctx.ui.glides || []).forEach(function (one) { glides[one.to + " " + one.mark] = one; });
    } else {
      F.sites(ctx.play).forEach(function (site) { played.push([site, ctx.play[site]]); });
    }
    looks.forEach(function (look) {
      var drawn = part(level, look.site, "look(" + look.style + ")");
      if (drawn && drawn.inks) inks[look.site] = drawn.inks;
    });
    function fill(site, drawn) {
      if (!drawn || !drawn.fill) return;
      var box = square(ctx, site);
      out.push(F.rect([box[0] + 0.0125, box[1] + 0.0125, 0.975, 0.975], 0, drawn.fill));
    }
    played.forEach(function (one) { fill(one[0], part(level, one[0], one[1])); });
    looks.forEach(function (look) { fill(look.site, part(level, look.site, "look(" + look.style + ")")); });
    var strokes = [], ends = [];
    lying.concat(moves ? [] : played).forEach(function (one) {
      var drawn = part(level, one[0], one[1]);
      if (!drawn || !drawn.line) return;
      var ink = inks[one[0]] || drawn.line[0], width = drawn.line[1], both = lineEnds(ctx, one[0], drawn.line[3]);
      strokes.push(F.line(both, F.stroke(ink, width, drawn.line[2])));
      if (!drawn.line[2]) both.forEach(function (end) { ends.push(F.circle(end, width / 2, ink)); });
    });
    out.push(ends.join(""), strokes.join(""));
    var crossed = crossedBy(lying.concat(moves ? [] : played), level);
    function body(site, mark, attributes) {
      var drawn = part(level, site, mark);
      if (!drawn || !drawn.body) return;
      var under = crossed[site] && drawn.beneath || "";
      var box = square(ctx, site), svg = '<g transform="translate(' + box[0] + " " + box[1] + ')">' + under + drawn.body + "</g>";
      out.push(attributes ? "<g" + attributes + ">" + svg + "</g>" : svg);
    }
    lying.forEach(function (one) { body(one[0], one[1]); });
    if (moves) looks.forEach(function (look) {
      // Things under a piece are drawn before it, notes about the piece after it.
      if (!played.some(function (one) { return one[0] === look.site; })) body(look.site, "look(" + look.style + ")");
    });
    played.forEach(function (one) {
      var glide = glides[one[0] + " " + one[1]], attributes = "";
      if (glide) {
        var from = F.middle(ctx.rect(glide.from)), to = F.middle(ctx.rect(glide.to));
        attributes = ctx.glide({ dx: from[0] - to[0], dy: from[1] - to[1], begin: 0,
          lasts: 70 * Math.max(1, Math.abs(from[0] - to[0]) + Math.abs(from[1] - to[1])) });
      }
      body(one[0], one[1], attributes);
    });
    looks.forEach(function (look) {
      if (!moves || played.some(function (one) { return one[0] === look.site; })) {
        body(look.site, "look(" + look.style + ")");
      }
    });
    Object.keys(ctx.extra).forEach(function (site) {
      if (ctx.play[site] || !F.site(site)) return;
      var at = F.middle(ctx.rect(site)), arm = 0.09;
      if (!isCrossed(ctx, site)) return out.push(F.circle(at, 0.06, "text"));
      [1, -1].forEach(function (up) {
        out.push(F.line([[at[0] - arm, at[1] - up * arm], [at[0] + arm, at[1] + up * arm]], F.stroke("text", 0.045)));
      });
    });
    if (level.own.typed && ctx.ui.cursor) {
      out.push(F.rect(ctx.rect(ctx.ui.cursor), 0, "selection").replace("<rect", '<rect opacity="0.24"'));
    }
    if (ctx.ui.held) out.push(F.rect(ctx.rect(ctx.ui.held), 0.12, null, F.stroke("selection", 0.06)));
    if (!moves && Object.keys(ctx.play).length && !ctx.ui.pen) {
      var said = judge(level, ctx.play, ctx.describe);
      // What is empty is not wrong yet.
      if (said.verdict !== "solved") said.sites.forEach(function (site) {
        if (!ctx.play[site] && !level.marks[site]) return;
        var box = ctx.rect(site), middle = F.middle(box), side = Math.min(0.92, Math.max(box[2], box[3], 0.5));
        out.push(F.rect(F.square(middle, side), 0.12, null, F.stroke("bad", 0.045, "dashed")));
      });
    }
    return out.join("");
  }

  // The cells where words need a ground of their own, for the lines that cross them.
  function crossedBy(marks, level) {
    var found = {};
    marks.forEach(function (one) {
      var drawn = part(level, one[0], one[1]), edge = F.site(one[0]);
      if (!drawn || !drawn.line || !drawn.line[4]) return;
      found[F.cell(edge.col, edge.row)] = true;
      if (edge.place === "hedge") found[F.cell(edge.col, edge.row - 1)] = true;
      else found[F.cell(edge.col - 1, edge.row)] = true;
    });
    return found;
  }

  function isRefused(ctx, next) {
    var said = judge(ctx.level, next, ctx.describe);
    return said.verdict === "illegal" ? said.why : "";
  }

  // Puts a number or letter that was typed into the chosen cell, or takes it off again.
  function type(ctx, mark) {
    var site = ctx.ui.cursor;
    if (!site || choices(ctx, site).indexOf(mark) < 0) return ctx.refuse("Tap a cell first.");
    var next = filled(ctx, site, ctx.play[site] === mark ? "" : mark);
    if (next.why) return ctx.refuse(F.sentence(next.why));
    ctx.commit(next.play, next.extra);
  }

  // Empties the chosen site.
  function clear(ctx) {
    var bare = ctx.ui.cursor && filled(ctx, ctx.ui.cursor, "");
    if (bare) ctx.commit(bare.play, bare.extra);
  }

  // What a site can hold, the line of a game of lines first.
  function choices(ctx, site) {
    var own = ctx.level.own, playable = rulesOf(ctx.level).playable;
    var marks = own.hand.filter(function (mark) { return playable[site + " " + mark] !== undefined; });
    return marks.sort(function (a, b) { return (b === own.line) - (a === own.line) || own.hand.indexOf(a) - own.hand.indexOf(b); });
  }

  // Whether the note that nothing goes here is a cross: on edges that lines go over.
  function isCrossed(ctx, site) {
    var place = F.site(site).place;
    return !!ctx.level.own.line && (place === "hedge" || place === "vedge");
  }

  // Whether sites of this kind hold marks of one kind alone, beside which a dot says that they stay empty.
  function isAlone(ctx, site) {
    var level = ctx.level, place = F.site(site).place, kind = {};
    var edges = place === "hedge" || place === "vedge";
    Object.keys(rulesOf(level).playable).forEach(function (key) {
      var at = key.indexOf(" "), other = F.site(key.slice(0, at));
      if (other.place === place || (edges && (other.place === "hedge" || other.place === "vedge"))) kind[key.slice(at + 1)] = true;
    });
    return Object.keys(kind).length === 1;
  }

  // What a tap makes of a site: the next of its marks, a dot if there is only one mark, or nothing. A mark
  // selected below the board is put, or removed again. The right button goes the other way round, and
  // crosses out places that lines go over.
  function nextFill(ctx, site, back) {
    var marks = choices(ctx, site), here = ctx.play[site] || (ctx.extra[site] ? "dot" : "");
    if (back && isCrossed(ctx, site)) return here === "dot" ? "" : "dot";
    if (!back && ctx.ui.erase) return here ? "" : null;
    if (!back && ctx.ui.mark) return here === ctx.ui.mark ? "" : marks.indexOf(ctx.ui.mark) >= 0 ? ctx.ui.mark : null;
    if (!marks.length && !here) return null;
    if (isAlone(ctx, site)) marks = marks.concat(["dot"]);
    var all = marks.concat([""]);
    return all[(all.indexOf(here) + (back ? all.length - 1 : 1)) % all.length];
  }

  // Play and notes with a site filled, or null if that is impossible.
  function filled(ctx, site, fill) {
    var play = F.copy(ctx.play), extra = F.copy(ctx.extra);
    delete play[site];
    delete extra[site];
    if (fill && !choices(ctx, site).length) return null;
    if (fill === "dot") extra[site] = "dot";
    else if (fill) {
      if (choices(ctx, site).indexOf(fill) < 0) return null;
      play[site] = fill;
    }
    var why = isRefused(ctx, play);
    return { play: play, extra: extra, why: why };
  }

  function put(ctx, site, back) {
    var fill = nextFill(ctx, site, back);
    if (fill === null) return ctx.ui.erase ? undefined : ctx.refuse("Nothing can be put there.");
    var next = filled(ctx, site, fill);
    if (!next) return;
    if (next.why) return ctx.refuse(F.sentence(next.why));
    ctx.ui.sweep = fill;
    ctx.commit(next.play, next.extra);
  }

  // The finger goes over another site: it becomes what the first one became, in the same step.
  function sweep(ctx, site) {
    var next = filled(ctx, site, ctx.ui.sweep);
    if (!next || next.why || (F.same(next.play, ctx.play) && F.same(next.extra, ctx.extra))) return;
    ctx.extra = next.extra;
    ctx.settle(next.play, next.play);
  }

  // The site under a point that a player can put something on.
  function siteFor(ctx, at) {
    var playable = rulesOf(ctx.level).playable, mark = ctx.ui.mark, best = null, least = 0.75;
    Object.keys(playable).forEach(function (key) {
      var site = key.slice(0, key.indexOf(" "));
      if (mark && !ctx.ui.erase && key !== site + " " + mark) return;
      var middle = F.middle(ctx.rect(site)), far = Math.hypot(middle[0] - at[0], middle[1] - at[1]);
      if (far < least) { best = site; least = far; }
    });
    return best;
  }

  // The edge between two neighbours, cells or corners.
  function edgeBetween(one, two) {
    var a = F.site(one), b = F.site(two);
    var low = [Math.min(a.col, b.col), Math.min(a.row, b.row)], high = [Math.max(a.col, b.col), Math.max(a.row, b.row)];
    if (a.place === "cell") return (a.row === b.row ? "vedge(" : "hedge(") + high.join(",") + ")";
    return (a.row === b.row ? "hedge(" : "vedge(") + low.join(",") + ")";
  }

  function isDrawnAlready(level, edge) {
    var drawn = level.own.across && level.marks[edge] && part(level, edge, level.marks[edge]);
    return !!(drawn && drawn.line && drawn.line[3]);
  }

  // The pen's next place on the way to another one; draws what is not drawn and takes back what is.
  function penTo(ctx, to) {
    var from = F.site(ctx.ui.pen), goal = F.site(to), moved = false;
    if (!goal || from.place !== goal.place || (from.col !== goal.col && from.row !== goal.row)) return false;
    var play = F.copy(ctx.play), mark = ctx.level.own.line, rules = rulesOf(ctx.level), begun = ctx.ui.begun;
    while (ctx.ui.pen !== to) {
      var here = F.site(ctx.ui.pen);
      var next = here.place + "(" + (here.col + Math.sign(goal.col - here.col)) + "," + (here.row + Math.sign(goal.row - here.row)) + ")";
      var edge = edgeBetween(ctx.ui.pen, next);
      if (rules.playable[edge + " " + mark] === undefined) {
        // Over a line of the designer the pen passes.
        if (!isDrawnAlready(ctx.level, edge)) break;
        ctx.ui.pen = next;
        moved = true;
        continue;
      }
      // What this stroke has changed it brings back; else the next mark of the edge.
      var all = choices(ctx, edge).concat([""]), had = begun[edge] || "";
      var becomes = (play[edge] || "") === had ? all[(all.indexOf(had) + 1) % all.length] : had;
      if (becomes) play[edge] = becomes; else delete play[edge];
      ctx.ui.pen = next;
      moved = true;
    }
    if (moved) ctx.show(play);
    return moved;
  }

  function penPlace(ctx) { return ctx.level.own.across ? "cell" : "vertex"; }

  function penAt(ctx, at) {
    // Also where the place of an edge lies over the cell.
    if (ctx.level.own.across) return ctx.cells().filter(function (cell) {
      var middle = F.middle(ctx.rect(cell));
      return Math.max(Math.abs(middle[0] - at[0]), Math.abs(middle[1] - at[1])) <= 0.5;
    })[0] || null;
    var best = null, least = 0.5;
    for (var col = 0; col <= ctx.board.cols; col += 1) for (var row = 0; row <= ctx.board.rows; row += 1) {
      var middle = corner(ctx, col, row), far = Math.hypot(middle[0] - at[0], middle[1] - at[1]);
      if (far < least) { best = "vertex(" + col + "," + row + ")"; least = far; }
    }
    return best;
  }

  // A press that drew nothing is a tap on what lies beneath.
  function tapOrLift(ctx, at) {
    var drew = ctx.ui.pen && !F.same(ctx.ui.begun, ctx.play), still = !ctx.ui.pen || ctx.ui.pen === ctx.ui.set;
    var tapped = ctx.ui.tapped;
    ctx.ui.tapped = null;
    if (ctx.ui.pen) lift(ctx);
    if (drew || !still || !tapped) return;
    if (nextFill(ctx, tapped) !== null) put(ctx, tapped);
    ctx.ui.sweep = undefined;
  }

  // The position of a corner relative to a cell, since some boards have none where two rims meet.
  function corner(ctx, col, row) {
    var known = ctx.cells()[0], at = F.site(known), middle = F.middle(ctx.rect(known));
    return [middle[0] - 0.5 + col - at.col, middle[1] - 0.5 + row - at.row];
  }

  function lift(ctx) {
    if (!ctx.ui.pen) return;
    var begun = ctx.ui.begun, why = isRefused(ctx, ctx.play);
    ctx.ui.pen = null;
    if (why) {
      ctx.show(begun);
      return ctx.refuse(F.sentence(why));
    }
    ctx.settle(begun, ctx.play);
  }

  // What an action of a game of moves asks for: a side, a site, a site and a side, or its name alone.
  function aim(action) {
    var words = F.site(action) ? [action] : F.args(action).length ? F.args(action) : [action];
    return {
      sites: words.filter(function (word) { return F.site(word); }),
      side: words.filter(function (word) { return F.SIDES.indexOf(word) >= 0; })[0]
    };
  }

  function act(ctx, action) {
    var level = ctx.level, before = course(level, ctx.play).state, made = step(rulesOf(level), before, action);
    if (!made.legal) {
      var why = made.why || "that cannot be done here";
      return ctx.refuse(F.sentence(why));
    }
    var gone = Object.keys(before).filter(function (key) { return !made.next[key]; });
    var came = Object.keys(made.next).filter(function (key) { return !before[key]; });
    ctx.ui.glides = [];
    gone.forEach(function (key) {
      var at = key.indexOf(" "), site = key.slice(0, at), mark = key.slice(at + 1);
      var like = came.filter(function (other) { return other.slice(other.indexOf(" ") + 1) === mark; })[0];
      if (!like) return;
      came.splice(came.indexOf(like), 1);
      ctx.ui.glides.push({ mark: mark, from: site, to: like.slice(0, like.indexOf(" ")) });
    });
    var play = F.copy(ctx.play);
    play["step(" + Object.keys(play).length + ")"] = action;
    ctx.ui.held = null;
    ctx.commit(play, ctx.extra);
  }

  // The action of a gesture: one that names this side, and the site where it names one. Of several without
  // a site, the one that moves what is there.
  function actionFor(ctx, site, side) {
    var rules = rulesOf(ctx.level), found = Object.keys(rules.actions).filter(function (action) {
      var meant = aim(action);
      if (meant.side !== side) return false;
      return meant.sites.length ? meant.sites.length === 1 && meant.sites[0] === site : side !== undefined;
    });
    if (found.length < 2) return found[0];
    var before = course(ctx.level, ctx.play).state;
    var made = found.map(function (action) { return { action: action, step: step(rules, before, action) }; });
    var legal = made.filter(function (one) { return one.step.legal; });
    var moves = legal.filter(function (one) {
      return Object.keys(before).some(function (key) { return key.indexOf(site + " ") === 0 && !one.step.next[key]; });
    });
    return (moves[0] || legal[0] || made[0]).action;
  }

  // The action that names two sites, the second where it is known.
  function actionBetween(ctx, from, to) {
    return Object.keys(rulesOf(ctx.level).actions).filter(function (action) {
      var sites = aim(action).sites;
      return sites.length > 1 && sites[0] === from && (to === undefined || sites[1] === to);
    })[0];
  }

  // What a tap does in a game of moves: the action of its site, or the first half of one that names two.
  function choose(ctx, site) {
    var between = ctx.ui.held && actionBetween(ctx, ctx.ui.held, site), at = actionFor(ctx, site);
    var begins = actionBetween(ctx, site) !== undefined;
    var legal = at && step(rulesOf(ctx.level), course(ctx.level, ctx.play).state, at).legal;
    if (between) act(ctx, between);
    else if (at && (legal || !begins)) act(ctx, at);
    else if (begins) {
      ctx.ui.held = ctx.ui.held === site ? null : site;
      ctx.refresh();
    } else return false;
    return true;
  }

  function toSides(dx, dy) { return Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "e" : "w") : (dy > 0 ? "s" : "n"); }

  F.games.own = {
    // The right button has its own meaning.
    backwards: true,
    judge: judge,
    draw: draw,
    // Whether a dot notes that nothing goes on a site.
    notes: isAlone,
    stops: function (ctx) {
      var kind = ctx.level.own.kind;
      if (kind === "put" || (kind === "line" && penPlace(ctx) === "vertex")) {
        var seen = {};
        Object.keys(rulesOf(ctx.level).playable).forEach(function (key) { seen[key.slice(0, key.indexOf(" "))] = true; });
        return Object.keys(seen).sort(function (a, b) { var one = F.site(a), two = F.site(b); return one.row - two.row || one.col - two.col; });
      }
      return ctx.cells();
    },
    hand: function (ctx) {
      var own = ctx.level.own, buttons = [];
      if (own.typed) {
        own.hand.forEach(function (mark) {
          buttons.push({ id: "mark-" + mark, art: ctx.pack.glyphs[ctx.level.game][mark], label: ctx.describe(mark),
            act: function () { type(ctx, mark); } });
        });
        buttons.push({ id: "erase", text: "Erase", label: "Erase", wide: true, act: function () { clear(ctx); } });
        return buttons;
      }
      if (own.kind === "put" || (own.kind === "line" && own.hand.length > 1)) {
        own.hand.forEach(function (mark) {
          buttons.push({ id: "mark-" + mark, art: ctx.pack.glyphs[ctx.level.game][mark], label: ctx.describe(mark),
            pressed: !ctx.ui.erase && ctx.ui.mark === mark,
            act: function () { ctx.ui.mark = ctx.ui.mark === mark ? null : mark; ctx.ui.erase = false; ctx.refresh(); } });
        });
        buttons.push({ id: "erase", text: "Erase", label: "Erase", wide: true, pressed: !!ctx.ui.erase,
          act: function () { ctx.ui.erase = !ctx.ui.erase; ctx.ui.mark = null; ctx.refresh(); } });
      }
      if (own.kind === "moves") Object.keys(rulesOf(ctx.level).actions).forEach(function (action) {
        var meant = aim(action);
        if (meant.sites.length || meant.side) return;
        buttons.push({ id: "do-" + action, text: action.replace(/_/g, " "), label: action.replace(/_/g, " "), wide: true,
          act: function () { act(ctx, action); } });
      });
      return buttons;
    },
    down: function (ctx, at, back) {
      var kind = ctx.level.own.kind;
      if (back) {
        var other = kind !== "moves" && !ctx.ui.pen && siteFor(ctx, at);
        if (other) { ctx.ui.cursor = other; put(ctx, other, true); }
      } else if (kind === "put") {
        var site = siteFor(ctx, at);
        if (!site) return;
        ctx.ui.cursor = site;
        if (ctx.level.own.typed) ctx.refresh();
        else put(ctx, site);
      } else if (kind === "line") {
        // A mark that is chosen below the board is put by taps and drags; the line is drawn without.
        if (ctx.ui.erase || (ctx.ui.mark && ctx.ui.mark !== ctx.level.own.line)) {
          var put_on = siteFor(ctx, at);
          if (put_on) { ctx.ui.cursor = put_on; put(ctx, put_on); }
          return;
        }
        var pen = penAt(ctx, at);
        ctx.ui.tapped = ctx.siteAt(at);
        if (pen) { ctx.ui.pen = ctx.ui.set = pen; ctx.ui.begun = ctx.play; }
      } else {
        ctx.ui.grip = { site: ctx.siteAt(at, "cell"), at: at };
      }
    },
    move: function (ctx, at) {
      if (ctx.ui.sweep !== undefined) {
        var over = siteFor(ctx, at);
        if (over) sweep(ctx, over);
        return;
      }
      if (ctx.ui.pen) {
        var to = penAt(ctx, at);
        if (!to || to === ctx.ui.pen || penTo(ctx, to)) return;
        // A finger that cuts a corner goes one way first.
        var pen = F.site(ctx.ui.pen), goal = F.site(to);
        if (penTo(ctx, pen.place + "(" + goal.col + "," + pen.row + ")")) penTo(ctx, to);
        return;
      }
      var grip = ctx.ui.grip;
      if (!grip) return;
      var dx = at[0] - grip.at[0], dy = at[1] - grip.at[1];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.5) return;
      ctx.ui.grip = null;
      var action = actionFor(ctx, grip.site, toSides(dx, dy));
      if (action) act(ctx, action);
    },
    up: function (ctx, at) {
      ctx.ui.sweep = undefined;
      if (ctx.ui.pen || ctx.ui.tapped) return tapOrLift(ctx, at);
      var grip = ctx.ui.grip;
      ctx.ui.grip = null;
      if (!grip || !grip.site) return;
      if (choose(ctx, grip.site)) return;
      // A tap beside a piece that is steered goes towards it.
      var pieces = Object.keys(course(ctx.level, ctx.play).state).map(function (key) { return key.split(" "); });
      var steered = pieces[pieces.length - 1] && actionFor(ctx, null, "n") ? pieces : [];
      var tapped = F.site(grip.site);
      steered.some(function (piece) {
        var one = F.site(piece[0]);
        if (!one || Math.abs(one.col - tapped.col) + Math.abs(one.row - tapped.row) !== 1) return false;
        var side = toSides(tapped.col - one.col, tapped.row - one.row), to = actionFor(ctx, piece[0], side);
        if (!to || !step(rulesOf(ctx.level), course(ctx.level, ctx.play).state, to).legal) return false;
        act(ctx, to);
        return true;
      });
    },
    act: function (ctx, site) {
      var kind = ctx.level.own.kind;
      if (kind === "put" || (kind === "line" && penPlace(ctx) === "vertex")) return this.change(ctx, site);
      if (kind === "line") {
        if (ctx.ui.pen) return lift(ctx);
        ctx.ui.pen = ctx.ui.set = site;
        ctx.ui.begun = ctx.play;
        return ctx.tell("The pen is down.");
      }
      if (choose(ctx, site)) return;
      ctx.ui.held = ctx.ui.held === site ? null : site;
      ctx.tell(ctx.ui.held ? "Chosen." : "");
    },
    // What the space bar does: the next mark of the site.
    change: function (ctx, site) {
      if (ctx.level.own.kind === "moves") return this.act(ctx, site);
      if (ctx.ui.pen) lift(ctx);
      put(ctx, site);
      ctx.ui.sweep = undefined;
    },
    arrow: function (ctx, dx, dy) {
      var side = toSides(dx, dy);
      if (ctx.level.own.kind === "moves") {
        var action = actionFor(ctx, ctx.ui.held, side) || actionFor(ctx, null, side);
        if (!action) return false;
        act(ctx, action);
        return true;
      }
      if (!ctx.ui.pen) return false;
      var at = F.site(ctx.ui.pen), col = at.col + dx, row = at.row + dy;
      if (col < 0 || row < 0 || !penTo(ctx, at.place + "(" + col + "," + row + ")")) ctx.refuse("The line cannot go there.");
      ctx.ui.cursor = ctx.ui.pen;
      ctx.refresh();
      return true;
    },
    key: function (ctx, key) {
      var own = ctx.level.own, typed = own.typed && own.typed[key.toLowerCase()];
      if (typed) {
        type(ctx, typed);
        return true;
      }
      if (own.kind !== "moves" && !own.typed && /^[1-9]$/.test(key) && own.hand[key - 1]) {
        ctx.ui.mark = ctx.ui.mark === own.hand[key - 1] ? null : own.hand[key - 1];
        ctx.ui.erase = false;
        ctx.refresh();
        return true;
      }
      if (key !== "Backspace" && key !== "Delete") return false;
      clear(ctx);
      return true;
    },
    say: function (ctx, site) {
      var words = [];
      if (ctx.level.own.kind === "moves") {
        Object.keys(course(ctx.level, ctx.play).state).forEach(function (key) {
          if (key.indexOf(site + " ") === 0) words.push(ctx.describe(key.slice(site.length + 1)));
        });
        if (ctx.level.own.began.indexOf(site) < 0 && ctx.level.marks[site]) words.push(ctx.describe(ctx.level.marks[site]));
      } else {
        if (ctx.play[site]) words.push(ctx.describe(ctx.play[site]));
        else if (ctx.extra[site]) words.push(isCrossed(ctx, site) ? "cross" : "dot");
        if (ctx.level.marks[site]) words.push(ctx.describe(ctx.level.marks[site]));
      }
      return words.join(", ") || "empty";
    },
    reset: function (ctx) { ctx.ui.pen = ctx.ui.grip = ctx.ui.held = ctx.ui.tapped = null; ctx.ui.sweep = undefined; ctx.ui.glides = []; },
    keys: [["Enter", "put, draw or choose"], ["Space", "the next mark"], ["Arrows", "draw while the pen is down, or move"],
      ["1 – 9", "choose what to put"], ["Backspace", "take it off"]]
  };
})(Foolproof);
