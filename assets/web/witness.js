// The Witness as a game: the line is drawn by finger, mouse or arrow keys. Knows the panels of
// `witness_rules.js`.
(function (F) {
  "use strict";

  var P = F.panels, LINE = P.LINE, site = P.site, vertex = P.vertex, ends = P.ends, image = P.image;
  var panelOf = P.panelOf, degrees = P.degrees, lineOf = P.lineOf, connectedTo = P.connectedTo;
  var passes = P.passes, judge = P.judge;

  // The play after a pen went from a vertex towards one in line with it; null where it cannot move.
  function drawn(panel, play, at, to) {
    var from = F.site(at), goal = F.site(to), line = F.copy(play), pen = at;
    if (!goal || goal.place !== "vertex" || (goal.col !== from.col && goal.row !== from.row)) return null;
    while (pen !== to) {
      var here = F.site(pen);
      var dx = Math.sign(goal.col - here.col), dy = Math.sign(goal.row - here.row);
      var next = vertex(here.col + dx, here.row + dy);
      var edge = site(dx ? "hedge" : "vedge", Math.min(here.col, here.col + dx), Math.min(here.row, here.row + dy));
      var other = panel.symmetry ? image(panel, edge) : null;
      if (line[edge]) {
        delete line[edge];
        if (other) delete line[other];
      } else {
        var blocked = degrees(line)[next] || panel.gaps[edge] || (other && panel.gaps[other]) ||
          (other && image(panel, next) === next) || !F.contains(panel.board, edge);
        if (blocked) break;
        line[edge] = LINE;
        if (other) line[other] = LINE;
      }
      pen = next;
    }
    return pen === at ? null : { play: line, pen: pen };
  }

  function nub(ctx, panel, end, ink, width) {
    var at = F.middle(ctx.rect(end)), here = F.site(end), board = panel.board;
    var x = here.col === 0 ? "w" : here.col === board.cols ? "e" : "";
    var y = here.row === 0 ? "n" : here.row === board.rows ? "s" : "";
    if (!x && !y) return F.circle(at, width, null, F.stroke(ink, width * 0.5));
    var step = F.STEP[panel.ends[end] || y || x], tip = [at[0] + step[0] * 0.3, at[1] + step[1] * 0.3];
    return F.line([at, tip], F.stroke(ink, width)) + F.circle(tip, width / 2, ink);
  }

  var WIDTH = 0.17, STRANDS = { blue: "colour-3", yellow: "colour-5" };

  // The lines of a play with their inks: of two lines, the one whose dots have a colour has it too.
  function inked(panel, line) {
    var first = F.sites(line)[0];
    if (!first || !panel.symmetry || !Object.keys(panel.strands).length) return [[line, "beam"]];
    var one = connectedTo(first, line), other = {};
    Object.keys(line).forEach(function (edge) { if (!one[edge]) other[edge] = true; });
    var yellow = passes(panel, one, "yellow") || passes(panel, other, "blue");
    return [[one, STRANDS[yellow ? "yellow" : "blue"]], [other, STRANDS[yellow ? "blue" : "yellow"]]];
  }

  function edgeBetween(one, two) {
    var a = F.site(one), b = F.site(two);
    return site(a.row === b.row ? "hedge" : "vedge", Math.min(a.col, b.col), Math.min(a.row, b.row));
  }

  // How far the line reaches from the pen towards the pointer: the corner ahead, how much of the way, and
  // whether it comes back along what is drawn.
  function reachOf(ctx, at) {
    var panel = panelOf(ctx.level), pen = F.site(ctx.ui.pen), here = F.middle(ctx.rect(ctx.ui.pen));
    var ways = [[Math.sign(at[0] - here[0]), 0, Math.abs(at[0] - here[0])], [0, Math.sign(at[1] - here[1]), Math.abs(at[1] - here[1])]];
    ways.sort(function (one, two) { return two[2] - one[2]; });
    for (var n = 0; n < 2; n += 1) {
      var way = ways[n], col = pen.col + way[0], row = pen.row + way[1];
      if (way[2] < 0.03 || col < 0 || row < 0 || col > ctx.board.cols || row > ctx.board.rows) continue;
      var to = vertex(col, row), edge = edgeBetween(ctx.ui.pen, to), back = !!lineOf(ctx.play)[edge];
      if (drawn(panel, ctx.play, ctx.ui.pen, to)) return { to: to, edge: edge, part: Math.min(way[2], 0.5), back: back };
      if (panel.gaps[edge]) return { to: to, edge: edge, part: Math.min(way[2], 0.3), back: false };
    }
    return null;
  }

  // The stretches of a line: those between corners, and the one that still follows the pointer.
  function stretches(ctx, panel, line) {
    var reach = ctx.ui.drawing && ctx.ui.reach, list = [], pen = ctx.ui.pen;
    function along(from, to, part) {
      var a = F.middle(ctx.rect(from)), b = F.middle(ctx.rect(to));
      return [[a[0], a[1]], [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]];
    }
    function reaching(from, to, edge) {
      list.push(reach.back ? { gone: edge, at: from, points: along(to, from, 1 - reach.part) } : { at: from, points: along(from, to, reach.part) });
    }
    if (reach) {
      reaching(pen, reach.to, reach.edge);
      if (panel.symmetry) reaching(image(panel, pen), image(panel, reach.to), image(panel, reach.edge));
    }
    return list;
  }

  // One line or both, this wide: what follows the pointer included.
  function drawLine(ctx, panel, strands, loose, width) {
    var out = [];
    strands.forEach(function (strand, number) {
      var ink = strand[1], met = degrees(strand[0]);
      Object.keys(strand[0]).forEach(function (edge) {
        var two = ends(edge);
        if (loose.some(function (one) { return one.gone === edge; })) return;
        out.push(F.line([F.middle(ctx.rect(two[0])), F.middle(ctx.rect(two[1]))], F.stroke(ink, width)));
      });
      Object.keys(met).forEach(function (end) {
        var at = F.middle(ctx.rect(end)), isLeft = loose.some(function (one) { return one.gone && one.at === end; });
        if (isLeft) return;
        out.push(F.circle(at, width / 2, ink));
        if (met[end] === 1 && panel.starts[end]) out.push(F.circle(at, WIDTH * 0.65 + width / 2, ink));
        if (met[end] === 1 && end in panel.ends && !loose.length) out.push(nub(ctx, panel, end, ink, width));
      });
      loose.forEach(function (one, n) {
        if (strands.length > 1 ? !met[one.at] && n !== number : number) return;
        out.push(F.line(one.points, F.stroke(ink, width)), F.circle(one.points[0], width / 2, ink), F.circle(one.points[1], width / 2, ink));
      });
    });
    // A pen that was only set down shows where the line begins.
    if (ctx.ui.pen && !degrees(lineOf(ctx.play))[ctx.ui.pen]) {
      out.push(F.circle(F.middle(ctx.rect(ctx.ui.pen)), WIDTH * 0.65 + width / 2, strands[0][1]));
    }
    return out.join("");
  }

  function draw(ctx) {
    var level = ctx.level, panel = panelOf(level), line = lineOf(ctx.play);
    var strands = inked(panel, line), loose = stretches(ctx, panel, line), out = [ctx.ground()];
    [2.6, 1.7].forEach(function (times) { out.push(F.group(drawLine(ctx, panel, strands, loose, WIDTH * times), ' class="halo"')); });
    out.push(F.group(drawLine(ctx, panel, strands, loose, WIDTH), ctx.ui.failed ? ' class="failing"' : ""));
    F.sites(panel.dots).forEach(function (dot) {
      var at = F.middle(ctx.rect(dot)), corners = [], strand = panel.strands[dot], radius = strand ? 0.0734 : 0.0612;
      for (var n = 0; n < 6; n += 1) {
        corners.push([at[0] + radius * Math.cos(n * Math.PI / 3), at[1] + radius * Math.sin(n * Math.PI / 3)]);
      }
      out.push(strand ? F.polygon(corners, STRANDS[strand], F.stroke("text", 0.018)) : F.polygon(corners, "colour-0", F.stroke("faint", 0.009)));
      // The yellow one's has a pip, so that no colour is needed to tell.
      if (strand === "yellow") out.push(F.circle(at, 0.021, "colour-0"));
    });
    Object.keys(panel.pieces).forEach(function (cell) { out.push(ctx.glyph(cell, level.marks[cell])); });
    if (!ctx.ui.drawing) {
      var said = judge(level, ctx.play);
      if (said.verdict === "unsolved") said.sites.forEach(function (at) {
        var radius = F.site(at).place === "cell" ? 0.37 : 0.16;
        out.push(F.circle(F.middle(ctx.rect(at)), radius, null, F.stroke("bad", 0.045, "dashed")));
        if (ctx.ui.failed) out.push(F.group(F.circle(F.middle(ctx.rect(at)), radius, "conflict"), ' class="blink"'));
      });
    }
    ctx.ui.failed = false;
    if (ctx.ui.pen && ctx.ui.drawing) {
      var tip = loose.length ? loose[0].points[1] : F.middle(ctx.rect(ctx.ui.pen));
      out.push(F.circle(tip, 0.05, "ground"));
    }
    return out.join("");
  }

  // Where a pen can be set down: on a start, and on a loose end of the line.
  function penAt(ctx, at) {
    var panel = panelOf(ctx.level), met = degrees(lineOf(ctx.play)), near = null, least = 0.6;
    var all = Object.keys(panel.starts).concat(Object.keys(met).filter(function (end) { return met[end] === 1; }));
    all.forEach(function (end) {
      var middle = F.middle(ctx.rect(end)), far = Math.hypot(middle[0] - at[0], middle[1] - at[1]);
      // A loose end is taken up rather than a start beside it.
      if (far < least) { near = end; least = far; }
    });
    return near;
  }

  function setDown(ctx, end) {
    ctx.ui.pen = end;
    ctx.ui.reach = null;
    ctx.ui.begun = ctx.play;
    ctx.ui.drawing = true;
    // A new line begins at a start; the old one continues from its loose end.
    if (panelOf(ctx.level).starts[end]) ctx.show({});
    else ctx.refresh();
  }

  function go(ctx, to) {
    var next = drawn(panelOf(ctx.level), ctx.play, ctx.ui.pen, to);
    if (!next) return false;
    ctx.ui.pen = next.pen;
    ctx.ui.reach = null;
    F.sound.play("step");
    ctx.show(next.play);
    return true;
  }

  // The pen goes along the lines to the corner that is nearest to the finger in its row or column.
  function walk(ctx, at) {
    for (var step = 0; step < 3; step += 1) {
      var pen = F.site(ctx.ui.pen), here = F.middle(ctx.rect(ctx.ui.pen));
      var dx = Math.round(at[0] - here[0]), dy = Math.round(at[1] - here[1]);
      if (!dx && !dy) return;
      var across = vertex(Math.max(0, Math.min(ctx.board.cols, pen.col + dx)), pen.row);
      var down = vertex(pen.col, Math.max(0, Math.min(ctx.board.rows, pen.row + dy)));
      var first = Math.abs(at[0] - here[0]) >= Math.abs(at[1] - here[1]);
      var moved = first ? (dx && go(ctx, across)) || (dy && go(ctx, down)) : (dy && go(ctx, down)) || (dx && go(ctx, across));
      if (!moved) return;
    }
  }

  function lift(ctx) {
    if (!ctx.ui.drawing) return;
    ctx.ui.drawing = false;
    var isAtEnd = ctx.ui.pen in panelOf(ctx.level).ends && Object.keys(lineOf(ctx.play)).length > 0;
    // What is wrong is flashed once the line has come to an end.
    ctx.ui.failed = isAtEnd && judge(ctx.level, ctx.play).verdict === "unsolved";
    ctx.ui.pen = ctx.ui.reach = null;
    if (ctx.ui.failed) F.sound.play("refused");
    ctx.settle(ctx.ui.begun, ctx.play);
  }

  // The edges of a solution from the start on.
  function alongLine(ctx, wanted) {
    var panel = panelOf(ctx.level), line = lineOf(wanted), met = degrees(line), list = [];
    var at = F.sites(met).filter(function (end) { return met[end] === 1 && panel.starts[end]; })[0];
    while (at) {
      var edge = F.sites(line).filter(function (one) { return list.indexOf(one) < 0 && ends(one).indexOf(at) >= 0; })[0];
      if (!edge) break;
      list.push(edge);
      var two = ends(edge);
      at = two[0] === at ? two[1] : two[0];
    }
    return list.concat(F.sites(wanted).filter(function (one) { return list.indexOf(one) < 0; }));
  }

  F.games.witness = {
    judge: judge,
    hintOrder: alongLine,
    draw: draw,
    stops: function (ctx) {
      var list = [];
      for (var row = 0; row <= ctx.board.rows; row += 1) {
        for (var col = 0; col <= ctx.board.cols; col += 1) list.push(vertex(col, row));
      }
      return list;
    },
    down: function (ctx, at) {
      var end = penAt(ctx, at);
      if (end) setDown(ctx, end);
    },
    move: function (ctx, at) {
      if (!ctx.ui.drawing) return;
      walk(ctx, at);
      ctx.ui.reach = reachOf(ctx, at);
      ctx.refresh();
    },
    up: function (ctx) { lift(ctx); },
    act: function (ctx, at) {
      if (ctx.ui.drawing) return lift(ctx);
      var end = penAt(ctx, F.middle(ctx.rect(at)));
      if (end) { ctx.ui.cursor = end; setDown(ctx, end); }
      else ctx.refuse("The line begins at a start.");
    },
    arrow: function (ctx, dx, dy) {
      if (!ctx.ui.drawing) return false;
      var pen = F.site(ctx.ui.pen);
      if (pen.col + dx < 0 || pen.row + dy < 0 || !go(ctx, vertex(pen.col + dx, pen.row + dy))) {
        ctx.refuse("The line cannot go there.");
      }
      ctx.ui.cursor = ctx.ui.pen;
      ctx.refresh();
      return true;
    },
    key: function (ctx, key) {
      if (key !== "Backspace" && key !== "Delete") return false;
      ctx.ui.drawing = false;
      ctx.ui.pen = ctx.ui.reach = null;
      ctx.commit({}, ctx.extra);
      return true;
    },
    // What a line that stops halfway says is nothing.
    sound: function (_, name) { return name === "mark"; },
    say: function (ctx, at) {
      var panel = panelOf(ctx.level), words = [], line = lineOf(ctx.play), met = degrees(line), here = F.site(at);
      if (panel.starts[at]) words.push("start");
      if (at in panel.ends) words.push("end");
      if (panel.dots[at]) words.push("dot");
      if (met[at]) words.push("on the line");
      [[-1, -1, "above left"], [0, -1, "above right"], [-1, 0, "below left"], [0, 0, "below right"]].forEach(function (step) {
        var cell = F.cell(here.col + step[0], here.row + step[1]);
        if (panel.pieces[cell]) words.push(step[2] + ": " + ctx.describe(ctx.level.marks[cell]));
      });
      return words.join(", ") || "corner";
    },
    reset: function (ctx) { ctx.ui.drawing = false; ctx.ui.pen = ctx.ui.reach = null; },
    keys: [["Enter", "set the pen down on a start or on the line’s end, or lift it"],
      ["Arrows", "draw while the pen is down"], ["Backspace", "take the line off"]]
  };
})(Foolproof);
