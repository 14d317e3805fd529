// Penguin Push: push penguins into each other until one is left. The rules as the program's own
// judge has them, and pushes by swipe, by tap, and by key.
(function (F) {
  "use strict";

  function penguins(level) {
    var set = {};
    F.sites(level.marks).forEach(function (site) { if (level.marks[site] === "penguin") set[site] = true; });
    return set;
  }

  // Slides from a cell until the next is taken or there is none: where it stops, and what it hits.
  function slide(set, board, from, side) {
    var at = F.site(from), step = F.STEP[side], col = at.col, row = at.row;
    for (;;) {
      var next = F.cell(col + step[0], row + step[1]);
      if (col + step[0] < 0 || row + step[1] < 0 || !F.contains(board, next)) {
        return { at: F.cell(col, row), hit: null };
      }
      if (set[next]) return { at: F.cell(col, row), hit: next };
      col += step[0];
      row += step[1];
    }
  }

  // What a push sets in motion, or why it cannot be made.
  function push(set, board, from, side) {
    if (!set[from]) return { why: "there is no penguin on " + F.name(from) };
    var first = slide(set, board, from, side);
    if (!first.hit) {
      return { why: "there is no penguin to the " + F.SIDE_NAMES[side] + " that it could hit" };
    }
    if (first.at === from) {
      return { why: "its neighbour to the " + F.SIDE_NAMES[side] + " is in the way; there must be a gap" };
    }
    var slides = [], moving = from;
    while (moving) {
      var one = slide(set, board, moving, side);
      slides.push({ from: moving, to: one.hit ? one.at : null });
      moving = one.hit;
    }
    return { slides: slides };
  }

  function after(set, slides) {
    var left = F.copy(set);
    slides.forEach(function (one) { delete left[one.from]; });
    slides.forEach(function (one) { if (one.to) left[one.to] = true; });
    return left;
  }

  function readPush(mark) {
    var found = /^push\((\d+),(\d+),([nesw])\)$/.exec(mark);
    return found ? { from: F.cell(+found[1], +found[2]), side: found[3] } : null;
  }

  // The boards of a play, its slides, and its first fault.
  function course(level, play) {
    var boards = [penguins(level)], slides = [], sites = F.sites(play);
    for (var i = 0; i < sites.length; i += 1) {
      var made = readPush(play[sites[i]]), pushed;
      if (sites[i] !== "step(" + i + ")") pushed = { why: "the step before it is missing" };
      else if (!made) pushed = { why: "`" + play[sites[i]] + "` is not a push such as push(3,4,e)" };
      else pushed = push(boards[i], level.board, made.from, made.side);
      if (pushed.why) return { boards: boards, slides: slides, fault: F.illegal(pushed.why, [sites[i]]) };
      boards.push(after(boards[i], pushed.slides));
      slides.push(pushed.slides);
    }
    return { boards: boards, slides: slides, fault: null };
  }

  function judge(level, play) {
    var made = course(level, play);
    if (made.fault) return made.fault;
    var left = F.sites(made.boards[made.boards.length - 1]);
    if (left.length === 0) return F.unsolved("there is no penguin", left);
    if (left.length === 1) return F.SOLVED;
    return F.unsolved(left.length + " penguins are left", left);
  }

  function now(ctx) {
    var made = course(ctx.level, ctx.play);
    return made.boards[made.boards.length - 1];
  }

  function anyPush(set, board) {
    return Object.keys(set).some(function (from) {
      return F.SIDES.some(function (side) { return !push(set, board, from, side).why; });
    });
  }

  function make(ctx, from, side) {
    var pushed = push(now(ctx), ctx.level.board, from, side);
    if (pushed.why) return ctx.tell(pushed.why.charAt(0).toUpperCase() + pushed.why.slice(1) + ".");
    var at = F.site(from), play = F.copy(ctx.play), count = Object.keys(play).length;
    play["step(" + count + ")"] = "push(" + at.col + "," + at.row + "," + side + ")";
    ctx.ui.held = null;
    ctx.ui.glides = pushed.slides.map(function (one) {
      return { from: one.from, to: one.to, side: side };
    });
    ctx.ui.cursor = pushed.slides[0].to || from;
    ctx.commit(play, ctx.extra);
    if (judge(ctx.level, play).verdict !== "solved" && !anyPush(now(ctx), ctx.level.board)) {
      ctx.tell("No push is left. Undo, or start again.");
    }
  }

  function draw(ctx) {
    var out = [ctx.ground()], set = now(ctx);
    var begins = {}, glides = ctx.ui.glides || [], time = 0;
    // One slide after the other: the next begins when it is hit.
    glides.forEach(function (glide) {
      var from = F.middle(ctx.rect(glide.from)), step = F.STEP[glide.side], to;
      if (glide.to) to = F.middle(ctx.rect(glide.to));
      else to = [from[0] + step[0] * (ctx.level.board.cols + 1), from[1] + step[1] * (ctx.level.board.rows + 1)];
      var far = Math.abs(to[0] - from[0]) + Math.abs(to[1] - from[1]);
      var lasts = 70 * Math.max(far, 0.4);
      begins[glide.to || "gone " + glide.from] = {
        dx: from[0] - to[0], dy: from[1] - to[1], begin: time, lasts: lasts, to: to, gone: !glide.to
      };
      time += lasts;
    });
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
      if (!now(ctx)[site]) return ctx.tell("No penguin stands there.");
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
    inOrder: true,
    keys: [["Enter", "choose a penguin, or let it go"], ["Arrows", "push the chosen penguin"]],
    legalPushes: function (level, play) {
      var made = course(level, play), set = made.boards[made.boards.length - 1], list = [];
      F.sites(set).forEach(function (from) {
        F.SIDES.forEach(function (side) {
          if (!push(set, level.board, from, side).why) list.push([from, side]);
        });
      });
      return list;
    }
  };
})(Foolproof);
