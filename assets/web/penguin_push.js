// Penguin Push: pushes by swipe, by tap, and by key. A ground program of one push makes them
// (`encodings/pages/penguin_push.lp`).
(function (F) {
  "use strict";

  function penguins(level) {
    var set = {};
    F.sites(level.marks).forEach(function (site) { if (level.marks[site] === "penguin") set[site] = true; });
    return set;
  }

  // What the program derives about a position, and about a push if there is one.
  function derived(program, set, push) {
    var marks = {};
    Object.keys(set).forEach(function (site) { marks[site] = "penguin"; });
    var chosen = F.ground.atomsOf(program, "has", marks).atoms;
    return program.engine.evaluate(push ? chosen.concat(push) : chosen);
  }

  // What a push makes of a position, or why it cannot be made.
  function pushed(program, set, from, side) {
    var atom = program.atoms["push(" + from + "," + side + ",0)"];
    if (!set[from] || !atom) return { why: "there is no penguin on " + F.name(from) };
    var result = derived(program, set, atom), after = {}, to = {}, step = F.STEP[side];
    function sites(name) { return F.ground.trueOf(program, result, name); }
    var refused = sites("refused").map(function (args) { return args[0]; });
    if (refused.indexOf("none") >= 0) return { why: "there is no penguin to the " + F.SIDE_NAMES[side] + " that it could hit" };
    if (refused.indexOf("near") >= 0) return { why: "its neighbour to the " + F.SIDE_NAMES[side] + " is in the way; there must be a gap" };
    if (result.broken || result.unsupported.length || result.forced.length) return { why: "this push cannot be made" };
    sites("after").forEach(function (args) { after[args[0]] = true; });
    sites("slides_to").forEach(function (args) { to[args[0]] = args[1]; });
    sites("leaves").forEach(function (args) { to[args[0]] = null; });
    // The pushed penguin slides first: each hits the next on the way.
    function far(site) { var at = F.site(site); return at.col * step[0] + at.row * step[1]; }
    var order = Object.keys(to).sort(function (a, b) { return far(a) - far(b); });
    return { after: after, slides: order.map(function (site) { return { from: site, to: to[site] }; }) };
  }

  // The same, reckoned once.
  function push(level, set, from, side) {
    var program = F.ground.programOf(level), key = Object.keys(set).sort().join(" ") + " " + from + side;
    program.pushes = program.pushes || {};
    return program.pushes[key] = program.pushes[key] || pushed(program, set, from, side);
  }

  function readPush(mark) {
    var found = /^push\((\d+),(\d+),([nesw])\)$/.exec(mark);
    return found ? { from: F.cell(+found[1], +found[2]), side: found[3] } : null;
  }

  // The position after a play, and its first fault.
  function course(level, play) {
    var set = penguins(level), sites = F.sites(play);
    for (var i = 0; i < sites.length; i += 1) {
      var made = readPush(play[sites[i]]);
      if (sites[i] !== "step(" + i + ")" || !made) return { set: set, fault: F.strange([sites[i]]) };
      var next = push(level, set, made.from, made.side);
      if (next.why) return { set: set, fault: F.illegal(next.why, [sites[i]]) };
      set = next.after;
    }
    return { set: set, fault: null };
  }

  // Whether a position is won, derived once.
  function isWon(program, set, key) {
    program.wins = program.wins || {};
    if (!(key in program.wins)) program.wins[key] = F.ground.isTrue(derived(program, set), program.atoms.won);
    return program.wins[key];
  }

  function judge(level, play) {
    var made = course(level, play), left = F.sites(made.set), program = F.ground.programOf(level);
    if (made.fault) return made.fault;
    if (left.length === 0) return F.unsolved("there is no penguin", left);
    return isWon(program, made.set, left.join(" ")) ? F.SOLVED : F.unsolved(left.length + " penguins are left", left);
  }

  function now(ctx) { return course(ctx.level, ctx.play).set; }

  function anyPush(level, set) {
    return Object.keys(set).some(function (from) {
      return F.SIDES.some(function (side) { return !push(level, set, from, side).why; });
    });
  }

  function make(ctx, from, side) {
    var made = push(ctx.level, now(ctx), from, side);
    if (made.why) return ctx.refuse(F.sentence(made.why));
    var at = F.site(from), play = F.copy(ctx.play), count = Object.keys(play).length;
    play["step(" + count + ")"] = "push(" + at.col + "," + at.row + "," + side + ")";
    ctx.ui.held = null;
    ctx.ui.glides = made.slides.map(function (one) {
      return { from: one.from, to: one.to, side: side };
    });
    ctx.ui.cursor = made.slides[0].to || from;
    F.sound.play("slide");
    // Each penguin is hit when the one before it arrives.
    if (!F.isCalm()) timed(ctx, ctx.ui.glides).slice(1).forEach(function (one) { F.sound.play("knock", one.begin / 1000); });
    ctx.commit(play, ctx.extra);
    if (judge(ctx.level, play).verdict !== "solved" && !anyPush(ctx.level, now(ctx))) {
      ctx.tell("No push is left. Undo, or start again.");
    }
  }

  // Slides with their ways and times in milliseconds: one after the other, the next when it is hit.
  function timed(ctx, glides) {
    var time = 0;
    return glides.map(function (glide) {
      var from = F.middle(ctx.rect(glide.from)), step = F.STEP[glide.side], to;
      if (glide.to) to = F.middle(ctx.rect(glide.to));
      else to = [from[0] + step[0] * (ctx.level.board.cols + 1), from[1] + step[1] * (ctx.level.board.rows + 1)];
      var far = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]), lasts = 70 * Math.max(far, 0.4);
      time += lasts;
      return { key: glide.to || "gone " + glide.from, dx: from[0] - to[0], dy: from[1] - to[1], begin: time - lasts,
        lasts: lasts, gone: !glide.to };
    });
  }

  function draw(ctx) {
    var out = [ctx.ground()], set = now(ctx);
    var begins = {};
    timed(ctx, ctx.ui.glides || []).forEach(function (one) { begins[one.key] = one; });
    F.sites(set).forEach(function (site) {
      var glide = begins[site];
      var attributes = ' class="piece' + (ctx.ui.held === site ? " held" : "") + '" data-site="' + site + '"';
      if (glide) attributes += ctx.glide(glide);
      if (ctx.ui.held === site) out.push(F.circle(F.middle(ctx.rect(site)), 0.46, null, F.stroke("selection", 0.06)));
      out.push(F.group(ctx.glyph(site, "penguin"), attributes));
    });
    Object.keys(begins).forEach(function (key) {
      var glide = begins[key];
      if (!glide.gone) return;
      var from = key.slice(5);
      out.push(F.group(ctx.glyph(from, "penguin"), ' class="piece gone"' + ctx.leave(glide)));
    });
    return out.join("");
  }

  F.games.penguin_push = {
    judge: judge,
    draw: draw,
    stops: function (ctx) { return ctx.cells(); },
    down: function (ctx, at) {
      var site = ctx.siteAt(at, "cell");
      ctx.ui.grip = site && now(ctx)[site] ? { site: site, at: at } : null;
      if (!site) return;
      var held = ctx.ui.held;
      if (!ctx.ui.grip && held) {
        // A tap in line with the chosen penguin pushes it there.
        var one = F.site(held), two = F.site(site);
        if (one.col === two.col) return make(ctx, held, two.row < one.row ? "n" : "s");
        if (one.row === two.row) return make(ctx, held, two.col < one.col ? "w" : "e");
        ctx.ui.held = null;
        ctx.refresh();
      }
    },
    move: function (ctx, at) {
      var grip = ctx.ui.grip;
      if (!grip) return;
      var dx = at[0] - grip.at[0], dy = at[1] - grip.at[1];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < 0.45) return;
      ctx.ui.grip = null;
      make(ctx, grip.site, Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "e" : "w") : (dy > 0 ? "s" : "n"));
    },
    up: function (ctx) {
      var grip = ctx.ui.grip;
      ctx.ui.grip = null;
      if (!grip) return;
      var held = ctx.ui.held;
      if (held && held !== grip.site) {
        var one = F.site(held), two = F.site(grip.site);
        if (one.col === two.col) return make(ctx, held, two.row < one.row ? "n" : "s");
        if (one.row === two.row) return make(ctx, held, two.col < one.col ? "w" : "e");
      }
      ctx.ui.held = held === grip.site ? null : grip.site;
      ctx.ui.cursor = grip.site;
      ctx.ui.glides = [];
      ctx.refresh();
    },
    act: function (ctx, site) {
      if (!now(ctx)[site]) return ctx.refuse("No penguin stands there.");
      ctx.ui.held = ctx.ui.held === site ? null : site;
      ctx.ui.glides = [];
      ctx.refresh();
    },
    arrow: function (ctx, dx, dy) {
      if (!ctx.ui.held) return false;
      make(ctx, ctx.ui.held, dx > 0 ? "e" : dx < 0 ? "w" : dy > 0 ? "s" : "n");
      return true;
    },
    say: function (ctx, site) {
      return now(ctx)[site] ? (ctx.ui.held === site ? "penguin, chosen" : "penguin") : "ice";
    },
    reset: function (ctx) { ctx.ui.glides = []; ctx.ui.held = null; ctx.ui.grip = null; },
    // It is heard as it begins.
    sound: function (_, name) { return name === "mark"; },
    inOrder: true,
    keys: [["Enter", "choose a penguin, or let it go"], ["Arrows", "push the chosen penguin"]]
  };
})(Foolproof);
