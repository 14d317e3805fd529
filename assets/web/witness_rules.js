// The rules of The Witness as the program's own judge has them: a line from a start to an end, whose
// regions satisfy the symbols in them. Knows panels, and nothing of how lines are drawn. The rules stay
// here instead of in a ground program: whether polyominoes fill a region is a search, whose choice the
// encoding leaves to the solver, and erasers need it for every way to lay them, by disjunctions. The page's
// evaluator fixes a play and does not search. All other rules are needed here too, because erasers judge
// the rest of a region again and again.
(function (F) {
  "use strict";

  var LINE = "line", PATIENCE = 30000, GRID = 11, FAR = 1000;

  function site(place, col, row) { return place + "(" + col + "," + row + ")"; }
  function vertex(col, row) { return site("vertex", col, row); }

  // The two ends of an edge; null for other sites.
  function ends(text) {
    var at = F.site(text);
    if (at.place === "hedge") return [vertex(at.col, at.row), vertex(at.col + 1, at.row)];
    if (at.place === "vedge") return [vertex(at.col, at.row), vertex(at.col, at.row + 1)];
    return null;
  }

  function sides(text) {
    var at = F.site(text);
    return [site("hedge", at.col, at.row), site("vedge", at.col, at.row),
      site("hedge", at.col, at.row + 1), site("vedge", at.col + 1, at.row)];
  }

  // What takes one of two lines to the other.
  function image(panel, text) {
    var at = F.site(text), board = panel.board;
    var columns = panel.symmetry !== "rows", rows = panel.symmetry !== "columns";
    var wide = at.place === "hedge" || at.place === "cell" ? 1 : 0;
    var high = at.place === "vedge" || at.place === "cell" ? 1 : 0;
    return site(at.place, columns ? board.cols - wide - at.col : at.col, rows ? board.rows - high - at.row : at.row);
  }

  // A polyomino as the numbers x + 11y of its squares, pushed into the top left corner.
  function squares(list) {
    if (!list.length) return null;
    var left = Math.min.apply(null, list.map(function (s) { return s[0]; }));
    var top = Math.min.apply(null, list.map(function (s) { return s[1]; }));
    return list.map(function (s) { return s[0] - left + GRID * (s[1] - top); })
      .sort(function (a, b) { return a - b; });
  }

  function polyomino(text) {
    var found = /^p(?:(\d+)x\d+_)?([0-9a-f]+)$/.exec(text), width = found[1] ? +found[1] : 4;
    var list = [], bit = 0, digits = found[2];
    for (var at = digits.length - 1; at >= 0; at -= 1) {
      var four = parseInt(digits[at], 16);
      for (var k = 0; k < 4; k += 1, bit += 1) {
        if (four >> k & 1) list.push([bit % width, Math.floor(bit / width)]);
      }
    }
    return squares(list);
  }

  // The order of sets of squares as numbers: the highest square tells first.
  function larger(a, b) {
    for (var i = 1; i <= Math.min(a.length, b.length); i += 1) {
      var apart = a[a.length - i] - b[b.length - i];
      if (apart) return apart;
    }
    return a.length - b.length;
  }

  function largerList(a, b) {
    for (var i = 0; i < Math.min(a.length, b.length); i += 1) {
      var apart = larger(a[i], b[i]);
      if (apart) return apart;
    }
    return a.length - b.length;
  }

  function orientations(shape, free) {
    var all = [shape], next = shape;
    for (var turn = 0; free && turn < 3; turn += 1) {
      var high = Math.max.apply(null, next.map(function (s) { return Math.floor(s / GRID); })) + 1;
      next = squares(next.map(function (s) { return [high - 1 - Math.floor(s / GRID), s % GRID]; }));
      all.push(next);
    }
    all.sort(larger);
    return all.filter(function (one, at) { return at === 0 || larger(one, all[at - 1]) !== 0; });
  }

  var STAR = { relations: 10, comparison: "eq", number: 2 };

  // A symbol on a cell, by what it asks.
  function symbol(mark) {
    var args = F.args(mark);
    switch (F.functor(mark)) {
      case "square": return { type: "square", colour: args[0] };
      case "star": return { type: "star", colour: args[0], form: STAR };
      case "triangle": return { type: "triangle", colour: args[0], count: +args[1] };
      case "poly": case "hollow":
        return { type: F.functor(mark), colour: args[0], shape: polyomino(args[1]), free: args[2] === "free" };
      case "eraser": return { type: "eraser", colour: args[0] };
      case "rule": {
        var bits = 0;
        for (var bit = 0; bit < 4; bit += 1) if (args[1][bit + 1] === "1") bits |= 1 << bit;
        return { type: "rule " + args.slice(1).join(","), colour: args[0],
          form: { relations: bits, comparison: args[2], number: +args[3] } };
      }
      default: return null;
    }
  }

  /** An edge itself, or the edges that meet in a corner, some of them perhaps off the board. */
  function edgesAt(at) {
    if (at.indexOf("vertex") !== 0) return [at];
    var place = at.match(/\d+/g).map(Number), col = place[0], row = place[1];
    return ["hedge(" + (col - 1) + "," + row + ")", "hedge(" + col + "," + row + ")",
      "vedge(" + col + "," + (row - 1) + ")", "vedge(" + col + "," + row + ")"];
  }

  function panelOf(level) {
    if (level.panel) return level.panel;
    var windmill = !!level.settings && level.settings.reading === 1;
    var panel = { board: level.board, windmill: windmill, symmetry: null, atOdds: [], starts: {}, ends: {}, gaps: {}, missing: {}, dots: {}, strands: {}, pieces: {} };
    F.sites(level.marks).forEach(function (at) {
      var mark = level.marks[at], name = F.functor(mark), how = F.args(mark)[0];
      if (name === "start") {
        panel.starts[at] = true;
        if (how === "dot") panel.dots[at] = true;
        else if (how) {
          panel.symmetry = panel.symmetry || how;
          if (panel.symmetry !== how) panel.atOdds.push(at);
        }
      } else if (name === "end") panel.ends[at] = how || "";
      else if (name === "gap") panel.gaps[at] = true;
      else if (name === "missing") {
        // No edge leads to a corner that is not there.
        panel.missing[at] = true;
        edgesAt(at).forEach(function (edge) { panel.gaps[edge] = true; });
      }
      else if (name === "dot") {
        panel.dots[at] = true;
        if (how) panel.strands[at] = how;
      }
      else if (symbol(mark)) panel.pieces[at] = symbol(mark);
    });
    if (!Object.keys(panel.starts).length) panel.starts[vertex(0, level.board.rows)] = true;
    if (!Object.keys(panel.ends).length) panel.ends[vertex(level.board.cols, 0)] = "";
    if (panel.symmetry) {
      Object.keys(panel.starts).forEach(function (at) { panel.starts[image(panel, at)] = true; });
      F.sites(panel.ends).forEach(function (at) {
        var side = panel.ends[at], other = image(panel, at);
        if (other in panel.ends) return;
        if (panel.symmetry !== "rows" && (side === "e" || side === "w")) side = F.OPPOSITE[side];
        if (panel.symmetry !== "columns" && (side === "n" || side === "s")) side = F.OPPOSITE[side];
        panel.ends[other] = side;
      });
    }
    level.panel = panel;
    return panel;
  }

  function degrees(line) {
    var found = {};
    Object.keys(line).forEach(function (edge) {
      (ends(edge) || []).forEach(function (end) { found[end] = (found[end] || 0) + 1; });
    });
    return found;
  }

  function lineOf(play) {
    var line = {};
    F.sites(play).forEach(function (at) { if (play[at] === LINE) line[at] = true; });
    return line;
  }

  function connectedTo(first, line) {
    var touching = {}, found = {}, open = [first];
    Object.keys(line).forEach(function (edge) {
      (ends(edge) || []).forEach(function (end) { (touching[end] = touching[end] || []).push(edge); });
    });
    found[first] = true;
    while (open.length) {
      (ends(open.pop()) || []).forEach(function (end) {
        (touching[end] || []).forEach(function (edge) {
          if (!found[edge]) { found[edge] = true; open.push(edge); }
        });
      });
    }
    return found;
  }

  function misplaced(panel, play) {
    var at = F.sites(play);
    for (var i = 0; i < at.length; i += 1) {
      if (play[at[i]] !== LINE) return F.illegal("`" + play[at[i]] + "` is not a line", [at[i]]);
      if (!ends(at[i]) || !F.contains(panel.board, at[i])) {
        return F.illegal("the line must stay on grid lines, not on " + F.name(at[i]), [at[i]]);
      }
      if (panel.gaps[at[i]]) return F.illegal(F.name(at[i]) + " is broken", [at[i]]);
    }
    var met = degrees(lineOf(play));
    var crossed = F.sites(met).filter(function (end) { return met[end] > 2; })[0];
    return crossed ? F.illegal("the line passes " + F.name(crossed) + " twice", [crossed]) : null;
  }

  function noSinglePath(panel, line) {
    var met = degrees(line), edges = F.sites(line);
    var loose = F.sites(met).filter(function (end) { return met[end] === 1; });
    if (loose.length !== 2) return edges.length ? "the line is not in one piece" : "no line is drawn";
    function runs(from, to) { return panel.starts[from] && to in panel.ends; }
    if (!runs(loose[0], loose[1]) && !runs(loose[1], loose[0])) {
      return "the line has to run from a start to an end";
    }
    // A path with a ring beside it has two loose ends as well.
    return Object.keys(connectedTo(edges[0], line)).length === edges.length ? null : "the line is not in one piece";
  }

  function noTwins(panel, line) {
    var edges = F.sites(line);
    if (panel.atOdds.length) return "the starts ask for lines of different symmetries";
    if (edges.some(function (edge) { return !line[image(panel, edge)]; })) {
      return "the two lines are not each other's image";
    }
    if (!edges.length) return "no line is drawn";
    var one = connectedTo(edges[0], line), other = {};
    Object.keys(one).forEach(function (edge) { other[image(panel, edge)] = true; });
    var met = degrees(one), byOther = degrees(other);
    if (Object.keys(met).some(function (end) { return byOther[end]; })) return "the two lines meet";
    if (Object.keys(one).length + Object.keys(other).length !== edges.length) return "there are more than two lines";
    if (!strandsFit(panel, one, other) && !strandsFit(panel, other, one)) {
      return "a line passes dots of both lines, or both pass dots of one";
    }
    return noSinglePath(panel, one);
  }

  function passes(panel, line, strand) {
    var met = degrees(line);
    return Object.keys(panel.strands).some(function (dot) {
      return panel.strands[dot] === strand && (line[dot] || met[dot]);
    });
  }

  // Whether one line can be the blue one and the other the yellow one.
  function strandsFit(panel, blue, yellow) {
    return !passes(panel, blue, "yellow") && !passes(panel, yellow, "blue");
  }

  // The parts that the line divides the cells into, each in order.
  function regions(panel, line) {
    var left = {}, found = [], cols = panel.board.cols, rows = panel.board.rows;
    for (var col = 0; col < cols; col += 1) for (var row = 0; row < rows; row += 1) left[F.cell(col, row)] = true;
    Object.keys(left).sort(F.order).forEach(function (first) {
      if (!left[first]) return;
      delete left[first];
      var region = [first], open = [first];
      while (open.length) {
        var cell = open.pop(), at = F.site(cell), around = sides(cell);
        [[0, -1], [-1, 0], [0, 1], [1, 0]].forEach(function (step, side) {
          var next = F.cell(at.col + step[0], at.row + step[1]);
          if (line[around[side]] || !left[next]) return;
          delete left[next];
          region.push(next);
          open.push(next);
        });
      }
      found.push(region.sort(F.order));
    });
    return found;
  }

  // Sets of up to 128 cells as four words.
  function within(a, b) { return !(a[0] & ~b[0] || a[1] & ~b[1] || a[2] & ~b[2] || a[3] & ~b[3]); }
  function without(a, b) { return [a[0] & ~b[0], a[1] & ~b[1], a[2] & ~b[2], a[3] & ~b[3]]; }
  function isEmpty(a) { return !(a[0] || a[1] || a[2] || a[3]); }
  function has(a, cell) { return a[cell >> 5] >>> (cell & 31) & 1; }

  // The cells of a region that a shape covers with its first square on one of them; null outside.
  function laid(shape, text, places) {
    var at = F.site(text), x0 = shape[0] % GRID, y0 = Math.floor(shape[0] / GRID), set = [0, 0, 0, 0];
    for (var i = 0; i < shape.length; i += 1) {
      var place = places[F.cell(at.col + shape[i] % GRID - x0, at.row + Math.floor(shape[i] / GRID) - y0)];
      if (place === undefined) return null;
      set[place >> 5] |= 1 << (place & 31);
    }
    return set;
  }

  // Whether the polyominoes of a region cover it, each cell once; null where that takes too many steps.
  function isTiled(region, pieces, patience) {
    var kinds = [], places = {}, area = 0;
    pieces.forEach(function (one) {
      if (one.piece.type !== "poly") return;
      var ways = orientations(one.piece.shape, one.piece.free);
      var known = kinds.filter(function (kind) { return largerList(kind.ways, ways) === 0; })[0];
      if (known) known.left += 1;
      else kinds.push({ ways: ways, left: 1 });
      area += ways[0].length;
    });
    if (!kinds.length) return true;
    if (area !== region.length) return false;
    kinds.sort(function (a, b) { return largerList(a.ways, b.ways); });
    region.forEach(function (cell, place) { places[cell] = place; });
    var lying = kinds.map(function (kind) {
      var list = [];
      kind.ways.forEach(function (way) {
        region.forEach(function (cell) { var set = laid(way, cell, places); if (set) list.push(set); });
      });
      return list;
    });
    var free = [0, 0, 0, 0], hopeless = {}, left = kinds.map(function (kind) { return kind.left; });
    region.forEach(function (_, place) { free[place >> 5] |= 1 << (place & 31); });

    // Everything that fits on the free cell with the fewest choices, or of the kind with the
    // fewest.
    function fewest(open) {
      var ofKinds = [], counts = [], cell = -1, kind = null;
      lying.forEach(function (sets, number) {
        if (!left[number]) return;
        ofKinds.push(sets.filter(function (set) { return within(set, open); })
          .map(function (set) { return [number, set]; }));
      });
      var all = [].concat.apply([], ofKinds);
      region.forEach(function (_, place) {
        if (!has(open, place)) return;
        counts[place] = all.filter(function (one) { return has(one[1], place); }).length;
        if (cell < 0 || counts[place] < counts[cell]) cell = place;
      });
      ofKinds.forEach(function (ways) { if (!kind || ways.length < kind.length) kind = ways; });
      if (cell >= 0 && kind && counts[cell] <= kind.length) {
        return all.filter(function (one) { return has(one[1], cell); });
      }
      return kind || [];
    }

    function go(open) {
      if (isEmpty(open)) return true;
      var here = open.join() + "|" + left.join();
      if (hopeless[here]) return false;
      if (patience.left === 0) return null;
      patience.left -= 1;
      var ways = fewest(open);
      for (var i = 0; i < ways.length; i += 1) {
        left[ways[i][0]] -= 1;
        var covered = go(without(open, ways[i][1]));
        left[ways[i][0]] += 1;
        if (covered !== false) return covered;
      }
      hopeless[here] = true;
      return false;
    }
    return go(free);
  }

  // Whether polyominoes minus hollow ones cover each cell of the region once and no other cell, placed
  // anywhere on the board, or in Windmill anywhere at all; null if that takes too many steps. With equal
  // numbers of squares, they cancel regardless of shape.
  function isBalanced(panel, region, pieces, patience) {
    var shapes = [], net = 0, board = panel.windmill ? null : panel.board;
    pieces.forEach(function (one) {
      if (!isShape(one.piece)) return;
      var sign = one.piece.type === "poly" ? 1 : -1;
      net += sign * one.piece.shape.length;
      shapes.push({ sign: sign, ways: orientations(one.piece.shape, one.piece.free) });
    });
    if (net === 0) return true;
    if (net !== region.length) return false;
    var missing = {};
    region.forEach(function (cell) { var at = F.site(cell); missing[place(at.col, at.row)] = 1; });

    // Places of the plane around the board, in the order of columns.
    function place(col, row) { return (col + FAR) * 2 * FAR + row + FAR; }
    function inside(at) {
      var col = Math.floor(at / (2 * FAR)) - FAR, row = at % (2 * FAR) - FAR;
      return !board || col >= 0 && row >= 0 && col < board.cols && row < board.rows;
    }

    // A shape wherever it covers this place, or wherever it can lie at all; in a plane without a rim one
    // of those stands for all.
    function laid(ways, on) {
      var all = [];
      ways.forEach(function (way) {
        var corners = on !== null ? way.map(function (s) { return on - step(s); })
          : board ? everyCorner() : [place(0, 0)];
        corners.forEach(function (corner) { all.push(way.map(function (s) { return corner + step(s); })); });
      });
      return all.filter(function (places) { return places.every(inside); });
    }
    function step(s) { return s % GRID * 2 * FAR + Math.floor(s / GRID); }
    function everyCorner() {
      var list = [];
      for (var row = 0; row < board.rows; row += 1) for (var col = 0; col < board.cols; col += 1) list.push(place(col, row));
      return list;
    }

    function go(owed) {
      if (patience.left === 0) return null;
      patience.left -= 1;
      var places = Object.keys(owed).map(Number).sort(function (a, b) { return a - b; });
      var on = places.filter(function (at) { return owed[at] < 0; })[0];
      if (on === undefined) on = places.length ? places[0] : null;
      if (on === null && !shapes.length) return true;
      // What is left has to cancel: any full one goes anywhere.
      var sign = on !== null ? Math.sign(owed[on]) : 1;
      for (var at = 0; at < shapes.length; at += 1) {
        if (shapes[at].sign !== sign) continue;
        var shape = shapes.splice(at, 1)[0], ways = laid(shape.ways, on);
        for (var i = 0; i < ways.length; i += 1) {
          var next = F.copy(owed);
          ways[i].forEach(function (cell) {
            next[cell] = (next[cell] || 0) - sign;
            if (!next[cell]) delete next[cell];
          });
          var settled = go(next);
          if (settled !== false) { shapes.splice(at, 0, shape); return settled; }
        }
        shapes.splice(at, 0, shape);
        if (on === null) break;
      }
      return false;
    }
    return go(missing);
  }

  function isShape(piece) { return piece.type === "poly" || piece.type === "hollow"; }

  function isFilled(panel, region, pieces, patience) {
    return pieces.some(function (one) { return one.piece.type === "hollow"; })
      ? isBalanced(panel, region, pieces, patience) : isTiled(region, pieces, patience);
  }

  function satisfied(one, pieces, line) {
    var piece = one.piece;
    if (piece.type === "square") {
      return pieces.every(function (other) {
        return other.piece.type !== "square" || other.piece.colour === piece.colour;
      });
    }
    if (piece.type === "triangle") {
      return sides(one.cell).filter(function (side) { return line[side]; }).length === piece.count;
    }
    if (!piece.form) return true;
    var related = pieces.filter(function (other) {
      var bit = (other.piece.type === piece.type ? 2 : 0) + (other.piece.colour === piece.colour ? 1 : 0);
      return piece.form.relations >> bit & 1;
    }).length;
    switch (piece.form.comparison) {
      case "all": return related === pieces.length;
      case "none": return related === 0;
      case "eq": return related === piece.form.number;
      default: return related >= piece.form.number;
    }
  }

  // What is not satisfied among these pieces of a region, and its dots; null where it is not known.
  function wrongOf(area, pieces, dots, patience) {
    var wrong = dots.slice(), shapes = [];
    pieces.forEach(function (one) {
      if (isShape(one.piece)) shapes.push(one.cell);
      else if (!satisfied(one, pieces, area.line)) wrong.push(one.cell);
    });
    var filled = isFilled(area.panel, area.region, pieces, patience);
    if (filled === false) return wrong.concat(shapes);
    // What else is wrong is enough to know, where nothing can be taken.
    var erases = pieces.some(function (one) { return one.piece.type === "eraser"; });
    return filled === null && (!wrong.length || erases) ? null : wrong;
  }

  // Whether all is well when the dots, and just so many of these symbols, are taken.
  function someTaken(area, pieces, wrong, count, patience) {
    if (count === 0) {
      if (patience.left === 0) return null;
      patience.left -= 1;
      var left = wrongOf(area, pieces, [], patience);
      return left === null ? null : left.length === 0;
    }
    for (var at = 0; at < wrong.length; at += 1) {
      var taken = wrong[at], kept = pieces.filter(function (one) { return one.cell !== taken; });
      var well = someTaken(area, kept, wrong.slice(at + 1), count - 1, patience);
      if (well !== false) return well;
    }
    return false;
  }

  function isEraser(one) { return one.piece.type === "eraser"; }

  // What is not satisfied in a region when erasers have taken what they can; null where that takes too
  // long to find out.
  function leftWrong(area, pieces, dots, patience) {
    var erasers = pieces.filter(isEraser).map(function (one) { return one.cell; });
    var wrong = wrongOf(area, pieces, dots, patience);
    if (wrong === null || !erasers.length) return wrong;
    var holds = area.panel.windmill ? holdsInWindmill(area, pieces, [dots.length, erasers.length], patience)
      : holdsInTheGame(area, pieces, [wrong, erasers.length], patience);
    return holds === null ? null : holds ? [] : wrong.concat(erasers);
  }

  // Erasers vanish with what they erase: every error that nothing else can fix, and some of the
  // others. Left-over erasers cancel in pairs, once one has been used if it had a use.
  function holdsInTheGame(area, pieces, wrongAndErasers, patience) {
    var wrong = wrongAndErasers[0], gone = wrong.filter(function (at) {
      var here = pieces.filter(function (one) { return one.cell === at; })[0];
      if (!here || here.piece.type === "triangle") return true;
      return here.piece.type === "star" && pieces.every(function (other) {
        return other.cell === at || other.piece.colour !== here.piece.colour;
      });
    });
    var left = wrongAndErasers[1] - gone.length;
    if (left < 0) return false;
    var rest = wrong.filter(function (at) { return gone.indexOf(at) < 0; });
    var kept = pieces.filter(function (one) { return gone.indexOf(one.cell) < 0 && !isEraser(one); });
    for (var n = left && rest.length ? 1 : 0; n <= Math.min(left, rest.length); n += 1) {
      if ((left - n) % 2) continue;
      var well = someTaken(area, kept, rest, n, patience);
      if (well !== false) return well;
    }
    return false;
  }

  // There are as many erasers as errors, counted symbol by symbol, while everything still counts.
  function holdsInWindmill(area, pieces, dotsAndErasers, patience) {
    var spent = dotsAndErasers[0], squares = {}, stars = {}, all = {};
    pieces.forEach(function (one) {
      var type = one.piece.type, colour = one.piece.colour;
      all[colour] = (all[colour] || 0) + 1;
      if (type === "square") squares[colour] = (squares[colour] || 0) + 1;
      else if (type === "star") stars[colour] = (stars[colour] || 0) + 1;
      else if (!isShape(one.piece) && !satisfied(one, pieces, area.line)) spent += 1;
    });
    var counts = Object.keys(squares).map(function (colour) { return squares[colour]; });
    counts.sort(function (a, b) { return a - b; }).pop();
    counts.forEach(function (count) { spent += count; });
    Object.keys(stars).forEach(function (colour) {
      // Stars beyond two of a colour go, or all of them.
      if (all[colour] !== 2) spent += stars[colour] > 1 ? Math.min(stars[colour], all[colour] - 2) : 1;
    });
    var left = dotsAndErasers[1] - spent;
    if (left < 0) return false;
    var shapes = pieces.filter(function (one) { return isShape(one.piece); });
    var filled = isFilled(area.panel, area.region, shapes, patience);
    if (filled === null) return null;
    if (filled) return left === 0;
    // All of them may go, or one of several; Windmill tries nothing between.
    if (left === shapes.length || left !== 1) return left === shapes.length;
    for (var at = 0; at < shapes.length; at += 1) {
      var others = shapes.filter(function (_, other) { return other !== at; });
      var fits = isFilled(area.panel, area.region, others, patience);
      if (fits !== false) return fits;
    }
    return false;
  }

  function missedDots(panel, line) {
    var met = degrees(line);
    return F.sites(panel.dots).filter(function (dot) { return !line[dot] && !met[dot]; });
  }

  function touches(cell, at) {
    return sides(cell).some(function (side) { return side === at || ends(side).indexOf(at) >= 0; });
  }

  // The symbols and dots that a path leaves unsatisfied, and the polyominoes for which that is unknown.
  function unsatisfied(panel, line) {
    var found = [], untold = [], patience = { left: PATIENCE }, missed = missedDots(panel, line);
    regions(panel, line).forEach(function (region) {
      var pieces = region.filter(function (cell) { return panel.pieces[cell]; })
        .map(function (cell) { return { cell: cell, piece: panel.pieces[cell] }; });
      // All cells round a dot that was missed are in one region.
      var dots = missed.filter(function (dot) { return region.some(function (cell) { return touches(cell, dot); }); });
      var wrong = leftWrong({ panel: panel, region: region, line: line }, pieces, dots, patience);
      if (wrong) found = found.concat(wrong);
      else pieces.forEach(function (one) { if (isShape(one.piece)) untold.push(one.cell); });
    });
    found.sort(F.order);
    return { found: found, untold: found.length ? [] : untold };
  }

  function judge(level, play) {
    var panel = panelOf(level), fault = misplaced(panel, play);
    if (fault) return fault;
    var line = lineOf(play);
    var why = panel.symmetry ? noTwins(panel, line) : noSinglePath(panel, line);
    if (why) return F.unsolved(why);
    var missed = missedDots(panel, line);
    var erases = Object.keys(panel.pieces).some(function (cell) { return panel.pieces[cell].type === "eraser"; });
    if (missed.length && !erases) return F.unsolved("the line misses a dot", missed);
    var unhappy = unsatisfied(panel, line);
    if (unhappy.untold.length) {
      return F.undecided("there are too many different polyominoes in a region to tell in time whether they fill it",
        unhappy.untold);
    }
    var found = unhappy.found;
    if (!found.length) return F.SOLVED;
    if (found.length === 1) {
      var dot = missed.length === 1 && missed[0] === found[0];
      return F.unsolved(dot ? "the line misses a dot" : "a symbol is not satisfied", found);
    }
    return F.unsolved(found.length + (missed.length ? " symbols and dots" : " symbols") + " are not satisfied", found);
  }

  F.panels = {
    LINE: LINE, site: site, vertex: vertex, ends: ends, image: image, panelOf: panelOf, degrees: degrees,
    lineOf: lineOf, connectedTo: connectedTo, passes: passes, judge: judge
  };
})(Foolproof);
