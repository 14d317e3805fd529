// Plays the levels of a page through its own handlers of pointer and keys, as a player would: solutions
// have to solve them, and other plays must not.
(function () {
  "use strict";
  var F = Foolproof, page = F.page;
  var told = { levels: 0, solved: 0, refused: 0, wrong: [] };

  function ctx() { return page.context(); }
  var middle = Hand.middle, drag = Hand.drag;
  function tap(at) { drag([at]); }
  function press(id) { document.getElementById(id).click(); }

  // The corners of a line, from one of its ends.
  function path(edges, starts) {
    var meets = {};
    edges.forEach(function (edge) {
      var at = F.site(edge), one = "vertex(" + at.col + "," + at.row + ")";
      var two = "vertex(" + (at.col + (at.place === "hedge" ? 1 : 0)) + "," + (at.row + (at.place === "vedge" ? 1 : 0)) + ")";
      (meets[one] = meets[one] || []).push(two);
      (meets[two] = meets[two] || []).push(one);
    });
    var first = starts.filter(function (start) { return meets[start] && meets[start].length === 1; })[0];
    var list = [first], last = null, here = first;
    while (here) {
      var next = meets[here].filter(function (other) { return other !== last; })[0];
      last = here;
      here = next;
      if (here) list.push(here);
    }
    return list;
  }

  var players = {
    sudoku: function (play) {
      F.sites(play).forEach(function (site, number) {
        tap(middle(site));
        // By the buttons and by the keys, in turn.
        if (number % 2) press("digit-" + play[site]);
        else document.dispatchEvent(new KeyboardEvent("keydown", { key: (+play[site]).toString(36), bubbles: true }));
      });
    },
    linjat: function (play) {
      F.sites(play).forEach(function (site) {
        var found = /^(across|down)\((\d),(\d)\)$/.exec(play[site]), at = F.site(site);
        function off(n) { return middle(found[1] === "across" ? F.cell(at.col + n, at.row) : F.cell(at.col, at.row + n)); }
        if (+found[2] + +found[3] === 0) return tap(middle(site));
        if (+found[2]) drag([middle(site), off(-found[2])]);
        if (+found[3]) drag([middle(site), off(+found[3])]);
      });
    },
    penguin_push: function (play) {
      F.sites(play).forEach(function (step, number) {
        var found = /^push\((\d+),(\d+),([nesw])\)$/.exec(play[step]), way = F.STEP[found[3]];
        var from = middle(F.cell(+found[1], +found[2]));
        if (number % 2) {
          // A tap chooses the penguin, a key pushes it.
          tap(from);
          document.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true,
            key: { n: "ArrowUp", e: "ArrowRight", s: "ArrowDown", w: "ArrowLeft" }[found[3]] }));
        } else {
          drag([from, [from[0] + way[0], from[1] + way[1]]]);
        }
      });
    },
    refraction: function (play) {
      F.sites(play).forEach(function (site, number) {
        var marks = ctx().level.marks, now = page.play(), used = {};
        Object.keys(now).forEach(function (at) { used[now[at]] = (used[now[at]] || 0) + 1; });
        var slots = F.sites(marks).filter(function (slot) { return F.site(slot).place === "tray" && marks[slot] === play[site]; });
        var from = middle(slots[used[play[site]] || 0]);
        if (number % 2) { tap(from); tap(middle(site)); }
        else drag([from, [from[0], from[1] - 0.5], middle(site)]);
      });
    },
    witness: function (play) {
      var starts = [], marks = ctx().level.marks;
      Object.keys(marks).forEach(function (site) { if (F.functor(marks[site]) === "start") starts.push(site); });
      if (!starts.length) starts.push("vertex(0," + ctx().board.rows + ")");
      var corners = path(Object.keys(play), starts.concat(Object.keys(play).length ? ctx().starts || [] : []));
      drag(corners.map(middle));
    },
    script: function (play) {
      var names = { up: "ArrowUp", left: "ArrowLeft", down: "ArrowDown", right: "ArrowRight", action: "x" };
      var ways = { up: [0, -1], left: [-1, 0], down: [0, 1], right: [1, 0] }, close;
      while ((close = document.querySelector("#card button"))) close.click();
      F.sites(play).forEach(function (step, number) {
        var key = play[step], way = ways[key];
        // By buttons, by swipes and by keys, in turn.
        if (number % 3 === 0) press("key-" + key);
        else if (number % 3 === 1 && way) drag([[2, 2], [2 + 0.8 * way[0], 2 + 0.8 * way[1]]]);
        else document.dispatchEvent(new KeyboardEvent("keydown", { key: names[key], bubbles: true }));
      });
      F.games.script.hurry(ctx());
    },
    own: function (play) {
      var own = ctx().level.own;
      // Chooses a button below the board, or lets go of it.
      function choose(mark) {
        own.hand.forEach(function (other) {
          var button = document.getElementById("mark-" + other);
          if (button && (button.getAttribute("aria-pressed") === "true") !== (other === mark)) button.click();
        });
      }
      // Does something until a site holds its mark, as often as there are marks.
      function until(site, mark, act) {
        for (var n = 0; n < own.hand.length + 2 && page.play()[site] !== mark; n += 1) act();
      }
      F.sites(play).forEach(function (site, number) {
        var mark = play[site], at = F.site(site), edge = at.place === "hedge" || at.place === "vedge";
        if (own.kind === "line" && edge) {
          var level = (at.place === "hedge") !== own.across, here = middle(site);
          var way = level ? [[here[0] - 0.5, here[1]], [here[0] + 0.5, here[1]]] : [[here[0], here[1] - 0.5], [here[0], here[1] + 0.5]];
          choose(null);
          // By strokes, or by taps on the edge.
          until(site, mark, function () { if (number % 2) drag(way); else tap(middle(site)); });
        } else if (own.typed) {
          // By the buttons and by the keys, in turn.
          tap(middle(site));
          var text = Object.keys(own.typed).filter(function (key) { return own.typed[key] === mark; })[0];
          if (number % 2 || text.length > 1) press("mark-" + mark);
          else document.dispatchEvent(new KeyboardEvent("keydown", { key: text, bubbles: true }));
        } else if (own.kind !== "moves") {
          // By the buttons, or by taps that go through the marks.
          choose(number % 2 ? mark : null);
          until(site, mark, function () { tap(middle(site)); });
        } else {
          var words = F.args(mark).concat(mark), sites = words.filter(function (word) { return F.site(word); }), to = sites[0];
          var side = words.filter(function (word) { return F.SIDES.indexOf(word) >= 0; })[0], step = side && F.STEP[side];
          var from = to ? middle(to) : [2, 2];
          if (!side && !to) press("do-" + mark);
          else if (!side) sites.forEach(function (one) { tap(middle(one)); });
          else if (!to && number % 2) {
            document.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true,
              key: { n: "ArrowUp", e: "ArrowRight", s: "ArrowDown", w: "ArrowLeft" }[side] }));
          } else drag([from, [from[0] + step[0], from[1] + step[1]]]);
        }
      });
    }
  };

  function tryPlay(number, wanted, mustSolve) {
    press("restart");
    var level = page.pack.levels[number];
    (level.script ? players.script : players[level.game] || players.own)(wanted.play);
    var got = page.play(), said = page.verdict();
    var fault = null;
    if (!F.same(got, wanted.play)) fault = "another play: " + JSON.stringify(got);
    else if (said.verdict !== wanted.verdict) fault = "another verdict: " + said.verdict;
    else if (mustSolve !== document.getElementById("app").classList.contains("is-solved")) fault = "shown as " + (mustSolve ? "unsolved" : "solved");
    if (mustSolve && !page.isSolved(number)) fault = fault || "not kept as solved";
    if (fault && told.wrong.length < 8) {
      told.wrong.push({ level: number + 1, game: level.game, wanted: wanted.play, fault: fault });
    }
    return !fault;
  }

  press("record-yes");
  plays.forEach(function (one, number) {
    page.enter(number);
    Hand.look();
    told.levels += 1;
    one.refused.forEach(function (play) { if (tryPlay(number, play, false)) told.refused += 1; });
    if (page.isSolved(number) && !told.wrong.length) told.wrong.push({ level: number + 1, fault: "solved by wrong plays" });
    if (tryPlay(number, one.solution, true)) told.solved += 1;
    press("remark");
    press("say-liked");
  });
  told.record = page.record.text();
  Hand.tell(told);
})();
