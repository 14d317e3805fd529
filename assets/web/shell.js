// The page around a game: levels in their order, what is solved, undo, keys, mouse and touch. Knows the
// pack that the page carries and the games' own scripts by what they offer:
//   judge(level, play)     what the rules say: { verdict, why, sites }
//   draw(ctx)              the board as SVG text
//   stops(ctx)             the sites that the keys' cursor visits
//   down, move, up(ctx, at)   the pointer, in board units; down(ctx, at, true) is the right button, where
//                          `backwards` says that it has a meaning
//   act(ctx, site), change(ctx, site), arrow(ctx, dx, dy), key(ctx, key)   the keyboard
//   say(ctx, site)         what lies on a site, in words;  hand(ctx): buttons below the board
// and, of a game that is drawn in pixels and steered:
//   paint(ctx)             the board, into ctx.picture;  thumbnail(level): the same small;  isBusy(ctx): whether
//                          it is still moving;  layout(level): columns and rows that are seen
//   sound(ctx, name)       what is heard is the game's own; false where the page's sound of that name fits
//   how(ctx)               what else a hand does, in words
//   press(ctx, event)      any key of the keyboard;  forbids(ctx, what): "undo" or "restart"
//   entered, left(ctx)     the level is opened or closed;  restart(ctx): the play to start again with
(function (F) {
  "use strict";

  var pack = JSON.parse(document.getElementById("pack").textContent);
  var levels = pack.levels, at = -1, level = null, game = null, ctx = null, undone = [], made = [];
  var progress = { at: 0, levels: {} }, store = "foolproof:" + pack.key, shownHint = null, shownStep = null;
  var parts = {}, record = F.record(pack, store + ":record");
  Object.assign(pack, JSON.parse(F.unpacked(pack.drawn)));
  // The pack's own font; without it the reader's own is used.
  if (pack.font && window.FontFace) {
    var font = new FontFace("Pack", F.unpackedBytes(pack.font));
    font.load().then(function () { document.fonts.add(font); }, function () {});
  }
  F.programs = pack.programs;
  F.about = pack.games;

  // Progress: saved if the browser lets a page store anything, else kept while the page is open.
  function load() {
    try {
      var kept = JSON.parse(window.localStorage.getItem(store) || "null");
      if (kept && kept.levels) progress = kept;
    } catch (_) { /* It is played without. */ }
  }
  function save() {
    try { window.localStorage.setItem(store, JSON.stringify(progress)); } catch (_) { /* Likewise. */ }
  }
  function kept(number) {
    var key = levels[number].key;
    return progress.levels[key] || (progress.levels[key] = { play: {}, extra: {}, solved: false });
  }
  function isSolved(number) { var had = progress.levels[levels[number].key]; return !!(had && had.solved); }
  function solvedCount() { return levels.filter(function (_, number) { return isSolved(number); }).length; }

  // A level is open if at most so many before it are unsolved.
  function isOpen(number) {
    var unlock = pack.play.unlock;
    if (unlock.all || isSolved(number)) return true;
    var before = levels.slice(0, number).filter(function (_, n) { return !isSolved(n); }).length;
    return before <= unlock.ahead;
  }

  // Elements; words go in as text and never as markup.
  function make(tag, attributes, children) {
    var element = document.createElement(tag);
    Object.keys(attributes || {}).forEach(function (name) {
      if (name === "text") element.textContent = attributes[name];
      else if (name === "act") element.addEventListener("click", attributes[name]);
      else if (attributes[name] !== null && attributes[name] !== false) element.setAttribute(name, attributes[name]);
    });
    (children || []).forEach(function (child) { if (child) element.appendChild(child); });
    return element;
  }

  var ICONS = {
    levels: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
    help: "M9 9a3 3 0 1 1 4.2 2.75c-.8.35-1.2.9-1.2 1.75v.5M12 17.2v.3",
    undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
    redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
    restart: "M4 4v6h6M4.5 15a8 8 0 1 0 1.2-8.2L4 10",
    hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z",
    back: "M15 5l-7 7 7 7", next: "M9 5l7 7-7 7", tick: "M5 13l4 4L19 7",
    sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
    silent: "M4 9v6h4l5 4V5L8 9zM16.5 9.5l5 5M21.5 9.5l-5 5",
    remark: "M4 5h16v11H10l-4 4v-4H4z",
    lock: "M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z", close: "M6 6l12 12M18 6L6 18"
  };
  function icon(name) {
    var svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 24 24");
    svg.setAttribute("class", "icon");
    svg.setAttribute("aria-hidden", "true");
    var path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", ICONS[name]);
    svg.appendChild(path);
    return svg;
  }
  function button(name, label, act, id) {
    return make("button", { type: "button", "class": "tool", "aria-label": label, title: label, act: act, id: id || null },
      [icon(name)]);
  }

  // The pictures of marks, each once in the page and used by its name.
  var glyphs = {};
  function drawGlyphs() {
    var svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), body = "", count = 0;
    svg.setAttribute("width", "0");
    svg.setAttribute("height", "0");
    svg.setAttribute("class", "unseen");
    svg.setAttribute("aria-hidden", "true");
    Object.keys(pack.glyphs).forEach(function (game) {
      Object.keys(pack.glyphs[game]).forEach(function (mark) {
        var name = "glyph-" + count++;
        glyphs[game + " " + mark] = name;
        body += '<g id="' + name + '">' + pack.glyphs[game][mark] + "</g>";
      });
    });
    svg.innerHTML = "<defs>" + body + "</defs>";
    parts.app.appendChild(svg);
    parts.glyphs = svg;
  }

  // What a hand does on the level, in words.
  function howOf() { return (level.how || []).concat(game.how ? game.how(ctx) : []); }

  function gameOf(one) { return one.script ? F.games.script : F.games[one.game] || F.games.own; }

  // A level as it stands. Games draw the open level, so that is set aside.
  function drawing(one, had) {
    var before = [level, game, ctx];
    try {
      level = one;
      game = gameOf(one);
      ctx = context();
      if (had && had.play) { ctx.play = had.play; ctx.extra = had.extra || {}; }
      return game.draw(ctx);
    } finally {
      level = before[0];
      game = before[1];
      ctx = before[2];
    }
  }

  // The first level on a square, as a picture: what stands for the page among other apps.
  function cover(side, done) {
    var canvas = make("canvas", { width: side, height: side }), pen = canvas.getContext("2d"), room = side * 0.72, one = levels[0];
    if (!one) return;
    pen.fillStyle = getComputedStyle(document.body).backgroundColor;
    pen.fillRect(0, 0, side, side);
    pen.imageSmoothingEnabled = false;
    function put(picture, wide, high) {
      var scale = room / Math.max(wide, high);
      pen.drawImage(picture, (side - wide * scale) / 2, (side - high * scale) / 2, wide * scale, high * scale);
      done(canvas.toDataURL("image/png"));
    }
    if (gameOf(one).thumbnail) {
      var small = gameOf(one).thumbnail(one, function () { put(small, small.width, small.height); });
      return;
    }
    var layout = pack.layouts[one.layout], picture = new Image(), wide = layout.width * room, high = layout.height * room;
    picture.onload = function () { put(picture, wide, high); };
    picture.src = "data:image/svg+xml," + encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="' + wide + '" height="' + high +
      '" viewBox="0 0 ' + layout.width + " " + layout.height + '"><style>' + document.querySelector("style").textContent + "</style>" +
      parts.glyphs.innerHTML + drawing(one, null) + "</svg>");
  }

  // The same, small.
  function preview(number) {
    var one = levels[number], layout = pack.layouts[one.layout];
    var svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "thumb");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 " + layout.width + " " + layout.height);
    // One after the other, so that the page can be used meanwhile; a level that is opened comes first.
    window.setTimeout(function () {
      if (!parts.list.hidden) svg.innerHTML = drawing(one, progress.levels[one.key]);
    }, 10 * number);
    return svg;
  }

  // The level to begin with: the last one, or the next that is not solved; after all the first.
  function beginning() {
    var order = levels.map(function (_, number) { return (progress.at + number) % levels.length; });
    var todo = order.filter(function (number) { return isOpen(number) && !isSolved(number); });
    return todo.length ? todo[0] : 0;
  }

  function titleOf(number) { return levels[number].title || "Level " + (number + 1); }

  // What games are given to work with.
  function context() {
    var layout = game.layout ? game.layout(level) : pack.layouts[level.layout], rects = layout.sites, cells = null;
    return {
      level: level, board: level.board, play: {}, extra: {}, ui: {},
      layout: layout, pack: pack, picture: parts.picture, frame: parts.frame, pixels: 1,
      ground: function () { return pack.art[level.ground]; },
      rect: function (site) { return rects[site] || [0, 0, 0, 0]; },
      cells: function () {
        return cells = cells || Object.keys(rects).filter(function (site) { return F.site(site).place === "cell"; })
          .sort(function (a, b) { var one = F.site(a), two = F.site(b); return one.row - two.row || one.col - two.col; });
      },
      // The last site whose rectangle holds a point: later ones lie on top.
      siteAt: function (point, place) {
        var found = null;
        Object.keys(rects).forEach(function (site) {
          var box = rects[site];
          if (place && F.site(site).place !== place) return;
          if (point[0] >= box[0] && point[0] < box[0] + box[2] && point[1] >= box[1] && point[1] < box[1] + box[3]) found = site;
        });
        return found;
      },
      glyphAt: function (mark, middle, side) {
        var name = glyphs[level.game + " " + mark];
        if (name === undefined) return "";
        return '<use href="#' + name + '" transform="translate(' + (middle[0] - side / 2) + " " + (middle[1] - side / 2) + ") scale(" + side + ')"/>';
      },
      glyph: function (site, mark, scale) {
        var box = rects[site];
        return box ? this.glyphAt(mark, F.middle(box), Math.min(box[2], box[3]) * (scale || 1)) : "";
      },
      describe: function (mark) { return pack.names[level.game][mark] || mark; },
      glide: function (glide) {
        return ' style="--dx:' + glide.dx + "px;--dy:" + glide.dy + "px;animation:glide " + glide.lasts +
          "ms cubic-bezier(.3,.1,.6,1) " + glide.begin + 'ms backwards"';
      },
      leave: function (glide) {
        return ' style="--dx:' + -glide.dx + "px;--dy:" + -glide.dy + "px;animation:leave " + glide.lasts +
          "ms cubic-bezier(.3,.1,.6,1) " + glide.begin + 'ms both"';
      },
      tell: function (words) { tell(words); },
      // Says why something cannot be done.
      refuse: function (words) {
        tell(words);
        hear("refused");
      },
      refresh: draw,
      undo: undo,
      onward: function () { if (!parts.onward.hidden) parts.onward.click(); },
      // Continues within the same step, as time does.
      pass: function (play) {
        undone = [];
        this.play = play;
        changed();
      },
      show: function (play) { this.play = play; draw(); },
      settle: function (begun, play) {
        var isSame = F.same(begun, play);
        if (!isSame) {
          undone = [];
          made.push({ play: begun, extra: this.extra });
        }
        this.play = play;
        changed(isSame ? "still" : undefined);
      },
      commit: function (play, extra, kind) {
        if (F.same(play, this.play) && F.same(extra || {}, this.extra)) return draw();
        undone = [];
        made.push({ play: this.play, extra: this.extra });
        this.play = play;
        this.extra = extra || {};
        changed(kind);
      }
    };
  }

  function verdict() { return game.judge(level, ctx.play); }

  // What a player hears: the game's own sound, or the page's of that name.
  function hear(name) {
    if (!(game.sound && game.sound(ctx, name))) F.sound.play(name);
  }

  // Something was played: it is kept, judged and said.
  function changed(kind) {
    var had = kept(at), said = verdict(), first = !had.solved;
    ctx.ui.quiet = !!kind;
    if (kind === "undo" || kind === "restart") hear(kind);
    else if (!kind && said.verdict !== "solved") hear("mark");
    record.step(kind || "move", ctx.play);
    record.solved(said.verdict === "solved");
    had.play = ctx.play;
    had.extra = ctx.extra;
    shownHint = shownStep = null;
    if (said.verdict === "solved") had.solved = true;
    save();
    draw();
    if (game.describe) describeSoon();
    if (said.verdict === "solved") {
      celebrate(first);
    } else {
      // A game that is steered is not won yet after most of its keys.
      tell(said.why && !game.press ? F.sentence(said.why) : "");
    }
  }

  function celebrate(first) {
    var all = solvedCount() === levels.length;
    // What is still on its way says it when it has arrived.
    ctx.ui.first = ctx.ui.first || first;
    if (game.isBusy && game.isBusy(ctx)) return;
    first = ctx.ui.first;
    ctx.ui.first = false;
    if (!ctx.ui.quiet) {
      hear("win");
      F.party(ctx);
    }
    tell(all && first ? "Solved. That was the last one!" : "Solved!", true);
    if (!game.paint) draw();
  }

  function tell(words, solved) {
    parts.status.textContent = words;
    parts.status.classList.toggle("solved", !!solved);
  }

  function revert(from, to, kind) {
    if (!from.length) return;
    to.push({ play: ctx.play, extra: ctx.extra });
    var then = from.pop();
    if (game.reset) game.reset(ctx);
    ctx.play = then.play;
    ctx.extra = then.extra;
    changed(kind);
  }
  function isForbidden(what) { return !!(game.forbids && game.forbids(ctx, what)); }
  function undo() { if (!isForbidden("undo")) revert(made, undone, "undo"); }
  function redo() { if (!isForbidden("undo")) revert(undone, made, "redo"); }
  function restart() {
    if (isForbidden("restart")) return;
    if (game.reset) game.reset(ctx);
    ctx.commit(game.restart ? game.restart(ctx) : {}, {}, "restart");
  }

  // Points to the next part of the designer's solution, or to what does not belong to it.
  function hint() {
    var wanted = level.hint, step = level.steps && F.steps.hint(ctx);
    record.hint();
    if (step) return showStep(step);
    if (!wanted) return tell("This level has no hints.");
    var sites = game.hintOrder ? game.hintOrder(ctx, wanted) : F.sites(wanted);
    var wrong = F.sites(ctx.play).filter(function (site) { return ctx.play[site] !== wanted[site]; })[0];
    if (wrong) {
      shownHint = F.site(wrong).place === "step" ? null : wrong;
      tell(shownHint ? "Not in the designer’s solution: " + F.spoken(wrong) + "." : "The designer went another way. Undo to come back to it.");
    } else {
      var next = sites.filter(function (site) { return ctx.play[site] !== wanted[site]; })[0];
      if (!next) return;
      shownHint = next;
      var push = /^push\((\d+),(\d+),/.exec(wanted[next]);
      if (push) shownHint = F.cell(+push[1], +push[2]);
      var where = F.site(next).place === "step" ? "" : F.spoken(next) + ": ";
      var words = where + ctx.describe(wanted[next]) + ".";
      tell(words.charAt(0).toUpperCase() + words.slice(1));
    }
    draw(true);
  }

  // Shows a hint of the solving steps, unless what it put was the last mark.
  function showStep(step) {
    if (verdict().verdict === "solved") return;
    shownStep = step;
    tell(step.words);
    draw();
  }

  function hasHints() { return !!(level.hint || level.steps); }

  // Draws the board and all that says how it stands.
  function draw() {
    if (!ctx) return;
    var body = game.draw(ctx);
    ctx.ui.glides = null;
    if (shownHint) {
      var hinted = ctx.rect(shownHint);
      body += F.rect([hinted[0] - 0.02, hinted[1] - 0.02, hinted[2] + 0.04, hinted[3] + 0.04], 0.12, null,
        F.stroke("preview", 0.07, "dashed"));
    }
    if (shownStep) body += F.steps.draw(ctx, shownStep);
    if (ctx.ui.cursor && ctx.ui.keys) {
      var box = ctx.rect(ctx.ui.cursor), side = Math.max(box[2], box[3], 0.5);
      body += F.rect(F.square(F.middle(box), side), 0.12, null, F.stroke("selection", 0.06));
    }
    parts.board.innerHTML = body;
    var solved = verdict().verdict === "solved" && !ctx.ui.drawing && !ctx.ui.pen && !(game.isBusy && game.isBusy(ctx));
    if (game.paint) {
      game.paint(ctx);
      if (solved && !parts.status.classList.contains("solved")) celebrate(false);
    }
    parts.app.classList.toggle("is-solved", solved);
    parts.undo.disabled = !made.length || isForbidden("undo");
    parts.redo.disabled = !undone.length || isForbidden("undo");
    parts.restart.disabled = isForbidden("restart") || !Object.keys(ctx.play).length && !Object.keys(ctx.extra).length;
    var next = following();
    parts.onward.hidden = !solved || next < 0;
    parts.back.disabled = at === 0 || !isOpen(at - 1);
    parts.next.disabled = at + 1 >= levels.length || !isOpen(at + 1);
    hand();
  }

  // The next level that is open and not solved, after this one first.
  function following() {
    for (var step = 1; step < levels.length; step += 1) {
      var number = (at + step) % levels.length;
      if (isOpen(number) && !isSolved(number)) return number;
    }
    return at + 1 < levels.length ? at + 1 : -1;
  }

  // The buttons below the board: rebuilt if they differ from before, else just updated.
  var handKey = "";
  function hand() {
    var buttons = game.hand ? game.hand(ctx) : [];
    var key = level.game + " " + buttons.map(function (b) { return b.id; }).join(" ");
    if (key !== handKey) {
      parts.hand.textContent = "";
      buttons.forEach(function (b) { parts.hand.appendChild(handButton(b)); });
      parts.hand.hidden = !buttons.length;
      handKey = key;
    }
    buttons.forEach(function (b, number) {
      var element = parts.hand.children[number];
      element.onclick = b.act;
      element.setAttribute("aria-label", b.label);
      if (b.pressed !== undefined) element.setAttribute("aria-pressed", String(b.pressed));
      element.classList.toggle("faint", !!b.faint);
      element.lastChild.textContent = b.sub || "";
    });
  }

  function handButton(b) {
    var element = make("button", { type: "button", id: b.id, "class": b.wide ? "key wide" : "key" });
    if (b.art) {
      var svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "0 0 1 1");
      svg.setAttribute("aria-hidden", "true");
      svg.innerHTML = b.art;
      element.appendChild(svg);
    } else {
      element.appendChild(make("span", { text: b.text }));
    }
    element.appendChild(make("small", {}));
    return element;
  }

  // The board in words, for those who do not see it.
  function describe() {
    var words = game.describe ? [game.describe(ctx)] : [];
    F.sites(level.marks).forEach(function (site) {
      words.push(F.spoken(site) + ": " + ctx.describe(level.marks[site]));
    });
    var board = pack.games[level.game].name + ", " + level.board.cols + " columns and " + level.board.rows + " rows.";
    parts.board.setAttribute("aria-label", board + (game.press ? [" Arrow keys move."].concat(howOf()).join(" ") : " Arrow keys move; Enter acts."));
    parts.words.textContent = board + " " + words.join("; ") + ".";
  }

  // Who plays fast waits for no words.
  var describing = null;
  function describeSoon() {
    if (describing !== null) window.clearTimeout(describing);
    describing = window.setTimeout(function () {
      describing = null;
      if (ctx && !parts.stage.hidden) describe();
    }, 300);
  }

  function enter(number) {
    if (number < 0 || number >= levels.length || !isOpen(number)) return showLevels();
    var isNew = number !== at || !ctx || parts.stage.hidden;
    if (number !== at || !ctx) {
      if (ctx && game.left) game.left(ctx);
      at = number;
      level = levels[at];
      game = gameOf(level);
      ctx = context();
      made = [];
      undone = [];
      shownHint = shownStep = null;
      handKey = "";
      var had = kept(at);
      ctx.play = F.copy(had.play);
      ctx.extra = F.copy(had.extra || {});
      if (game.reset) game.reset(ctx);
      record.begin(at, level, ctx.play);
    } else if (parts.stage.hidden) {
      record.begin(at, level, ctx.play);
    }
    progress.at = at;
    save();
    parts.app.className = "playing";
    parts.list.hidden = true;
    parts.stage.hidden = false;
    parts.title.textContent = at + 1 + ". " + titleOf(at);
    document.title = titleOf(at) + " – " + pack.title;
    parts.hint.hidden = !hasHints();
    askForRecord();
    parts.author.textContent = level.author ? "by " + level.author : "";
    parts.board.setAttribute("viewBox", "0 0 " + ctx.layout.width + " " + ctx.layout.height);
    parts.frame.style.setProperty("--wide", ctx.layout.width);
    parts.frame.style.setProperty("--high", ctx.layout.height);
    parts.picture.hidden = !game.paint;
    parts.hand.className = game.pad ? "pad" : "";
    describe();
    var said = verdict(), first = said.verdict === "solved" && !Object.keys(ctx.play).length;
    if (first && !kept(at).solved) {
      // There is nothing to do: the levels behind it must not stay locked.
      kept(at).solved = true;
      save();
    }
    var goal = pack.games[level.game].goal || "";
    // It stays during play, so that the board does not move beneath a finger.
    parts.how.textContent = (level.asks || []).concat(howOf()).join(" ");
    parts.how.hidden = !parts.how.textContent;
    parts.how.classList.toggle("long", parts.how.textContent.length > 200);
    parts.how.scrollTop = 0;
    tell(first ? "Solved as it stands: there is nothing to do." : said.verdict === "solved" ? "Solved!" : goal,
      said.verdict === "solved");
    draw();
    if (isNew && game.entered) game.entered(ctx);
    if (location.hash !== "#" + (at + 1)) history.replaceState(null, "", "#" + (at + 1));
  }

  function showLevels() {
    record.left();
    if (ctx && game.left) game.left(ctx);
    parts.app.className = "listing";
    parts.stage.hidden = true;
    parts.list.hidden = false;
    parts.title.textContent = pack.title;
    document.title = pack.title;
    parts.author.textContent = "";
    parts.grid.textContent = "";
    askForRecord();
    parts.front.update(!levels.length ? "" : solvedCount() ? "Go on" : "Play");
    parts.count.textContent = solvedCount() + " of " + levels.length + " solved";
    levels.forEach(function (one, number) {
      var solved = isSolved(number), open = isOpen(number);
      var state = solved ? "solved" : open ? "open" : "locked";
      var label = "Level " + (number + 1) + ", " + titleOf(number) + ", " + (solved ? "solved" : open ? "not solved" : "locked");
      var tile = make("button", { type: "button", "class": "tile " + state, "aria-label": label, disabled: open ? null : "disabled",
        act: function () { enter(number); } }, [
        open ? gameOf(one).thumbnail ? gameOf(one).thumbnail(one) : preview(number) : null,
        make("b", { text: String(number + 1) }),
        make("span", { text: one.title }),
        solved ? icon("tick") : open ? null : icon("lock")
      ]);
      if (number === progress.at) tile.setAttribute("aria-current", "true");
      parts.grid.appendChild(make("li", {}, [tile]));
    });
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
  }

  // Whether a record may be kept: asked once, and answered whenever she likes.
  function askForRecord() {
    parts.ask.hidden = record.agreed() !== null;
    parts.remark.hidden = !record.agreed();
    parts.mine.hidden = record.agreed() === null;
    parts.mine.textContent = record.agreed() ? "Your record…" : "Keep a record of your play…";
  }
  function answer(yes) {
    record.agree(yes);
    askForRecord();
  }

  // A sheet over the page, one at a time. What `closing` gives does something and shuts it.
  function sheet(title, children) {
    parts.sheet = make("dialog", { "class": "sheet", "aria-label": title }, [make("h2", { text: title })].concat(children));
    parts.sheet.addEventListener("close", function () { this.remove(); });
    parts.app.appendChild(parts.sheet);
    if (parts.sheet.showModal) parts.sheet.showModal(); else parts.sheet.setAttribute("open", "");
  }
  function closing(act) {
    return function () {
      if (act) act();
      if (parts.sheet.close) parts.sheet.close();
      parts.sheet.remove();
    };
  }
  function choice(text, act, id) { return make("button", { type: "button", "class": "choice", text: text, act: act, id: id || null }); }

  // What she says of the level goes into the record.
  function remark() {
    var words = make("textarea", { id: "remark-words", rows: "3", maxlength: "2000", placeholder: "In your words, if you like" });
    function says(kind) {
      return closing(function () {
        var said = words.value.trim();
        if (kind === "comment" && !said) return;
        record.say(kind, said);
        tell("It is in your record.");
      });
    }
    sheet("What do you say of this level?", [
      make("p", { text: "It goes into the record of your play." }), words,
      make("div", { "class": "choices" }, [choice("I am stuck", says("stuck"), "say-stuck"), choice("I like it", says("liked"), "say-liked"),
        choice("Leave the comment", says("comment"), "say-comment"), choice("Close", closing())])
    ]);
  }

  function saveRecord() {
    var link = make("a", { href: URL.createObjectURL(new Blob([record.text()], { type: "application/jsonl" })),
      download: (pack.title.replace(/[^\w -]+/g, "").trim() || "levels") + ".record.jsonl" });
    parts.app.appendChild(link);
    link.click();
    link.remove();
  }
  function copyRecord(area) {
    area.select();
    if (navigator.clipboard && navigator.clipboard.writeText) navigator.clipboard.writeText(record.text());
    else document.execCommand("copy");
  }

  // Her record: to be saved, copied or deleted; nobody else gets it.
  function mine() {
    if (!record.agreed()) return answer(true);
    var area = make("textarea", { id: "record-text", rows: "6", readonly: "readonly" });
    area.value = record.text();
    sheet("Your record", [
      make("p", { text: "It stays in this browser. Save it as a file or copy it, and give it to whom you like." }), area,
      make("div", { "class": "choices" }, [
        choice("Save as a file", saveRecord, "save-record"), choice("Copy", function () { copyRecord(area); }, "copy-record"),
        choice("Delete", closing(record.forget), "delete-record"),
        choice("Stop", closing(function () { answer(false); }), "stop-record"),
        choice("Close", closing())])
    ]);
  }

  function help() {
    var about = level ? pack.games[level.game] : null, body = parts.helpText;
    body.textContent = "";
    function paragraphs(text) {
      text.split("\n").forEach(function (line) { if (line.trim()) body.appendChild(make("p", { text: line })); });
    }
    if (about) {
      body.appendChild(make("h2", { text: about.name }));
      paragraphs(about.rules);
      (level.asks || []).forEach(paragraphs);
      if (howOf().length) {
        body.appendChild(make("h2", { text: "What you do" }));
        howOf().forEach(paragraphs);
      }
      body.appendChild(make("h2", { text: "Keys" }));
      var own = typeof game.keys === "function" ? game.keys(ctx) : game.keys || [];
      var keys = (game.press ? [] : [["Arrows", "move about the board"]]).concat(own, [["U, Ctrl+Z", "undo"], ["Y, Ctrl+Y", "redo"],
        ["R", "start again"], ["N, P", "next or previous level"], ["L", "all levels"]]);
      if (hasHints()) keys.push(["H", "hint"]);
      body.appendChild(make("dl", {}, [].concat.apply([], keys.map(function (pair) {
        return [make("dt", { text: pair[0] }), make("dd", { text: pair[1] })];
      }))));
    }
    body.appendChild(make("h2", { text: "Sound" }));
    body.appendChild(make("p", {}, [loudness()]));
    body.appendChild(make("h2", { text: "Colours" }));
    body.appendChild(make("p", {}, [F.colours.list(make)]));
    if (pack.about || pack.author) {
      body.appendChild(make("h2", { text: pack.title }));
      if (pack.author) body.appendChild(make("p", { text: "By " + pack.author }));
      paragraphs(pack.about || "");
    }
    if (parts.help.showModal) parts.help.showModal(); else parts.help.setAttribute("open", "");
  }

  // How loud sounds are; the button beside the title turns them off.
  function loudness() {
    var slider = make("input", { type: "range", id: "volume", min: "0", max: "1", step: "0.05", "aria-label": "Volume" });
    slider.value = F.sound.isOn() ? F.sound.volume() : 0;
    slider.addEventListener("change", function () {
      F.sound.setVolume(+slider.value);
      turnSound(+slider.value > 0);
      F.sound.play("mark");
    });
    return slider;
  }
  function turnSound(on) {
    if (on !== F.sound.isOn()) F.sound.turn(on);
    if (on && !F.sound.volume()) F.sound.setVolume(0.5);
    var words = on ? "Sound off" : "Sound on";
    parts.sound.replaceChild(icon(on ? "sound" : "silent"), parts.sound.firstChild);
    parts.sound.setAttribute("aria-label", words);
    parts.sound.setAttribute("title", words);
  }

  function closeHelp() { if (parts.help.close) parts.help.close(); else parts.help.removeAttribute("open"); }

  // A pointer's place in board units.
  var matrix = null;
  function place(event) {
    // The board stays where it is as long as a finger is on it.
    if (event.type === "pointerdown" || !matrix) matrix = parts.board.getScreenCTM();
    if (!matrix) return [0, 0];
    ctx.pixels = matrix.a;
    return [(event.clientX - matrix.e) / matrix.a, (event.clientY - matrix.f) / matrix.d];
  }

  // Whether a press is one of the right button, in a game that has use for it.
  function goesBack(event) { return event.button === 2 && !!game.backwards; }

  var pointer = null;
  function down(event) {
    if (pointer !== null || (event.button > 0 && !goesBack(event))) return;
    pointer = event.pointerId;
    ctx.ui.keys = false;
    try { parts.board.setPointerCapture(event.pointerId); } catch (_) { /* It has gone already. */ }
    parts.board.focus({ preventScroll: true });
    event.preventDefault();
    game.down(ctx, place(event), event.button > 0);
  }
  function move(event) {
    if (event.pointerId !== pointer || !game.move) return;
    event.preventDefault();
    game.move(ctx, place(event));
  }
  function up(event) {
    if (event.pointerId !== pointer) return;
    pointer = null;
    if (game.up) game.up(ctx, place(event), event.type === "pointercancel");
  }

  // The nearest stop in a direction, by where they lie.
  function steered(dx, dy) {
    var stops = game.stops(ctx), from = ctx.ui.cursor;
    if (!from || stops.indexOf(from) < 0) return stops[0];
    var here = F.middle(ctx.rect(from)), best = from, least = Infinity;
    stops.forEach(function (site) {
      var there = F.middle(ctx.rect(site));
      var along = (there[0] - here[0]) * dx + (there[1] - here[1]) * dy;
      var across = Math.abs((there[0] - here[0]) * dy) + Math.abs((there[1] - here[1]) * dx);
      if (along > 0.01 && along + 3 * across < least) { best = site; least = along + 3 * across; }
    });
    return best;
  }

  var ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

  function keyOnBoard(event) {
    var key = event.key, way = ARROWS[key];
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (game.press) return game.press(ctx, event);
    if (way) {
      ctx.ui.keys = true;
      if (!(game.arrow && game.arrow(ctx, way[0], way[1]))) {
        ctx.ui.cursor = steered(way[0], way[1]);
        if (ctx.ui.cursor) tell(cap(game.say(ctx, ctx.ui.cursor)) + ", " + F.spoken(ctx.ui.cursor) + ".");
        draw();
      }
      return true;
    }
    if (key === "Enter" || key === " ") {
      ctx.ui.keys = true;
      if (!ctx.ui.cursor) ctx.ui.cursor = game.stops(ctx)[0];
      var doer = key === " " && game.change ? "change" : "act";
      if (game[doer] && ctx.ui.cursor) game[doer](ctx, ctx.ui.cursor);
      return true;
    }
    return !!(game.key && game.key(ctx, key));
  }

  function cap(words) { return words ? words.charAt(0).toUpperCase() + words.slice(1) : ""; }

  function keydown(event) {
    if (document.querySelector("dialog[open]") || parts.stage.hidden || event.target === parts.how) return;
    var onButton = event.target.closest && event.target.closest("button");
    if (!(onButton && (event.key === "Enter" || event.key === " ")) && keyOnBoard(event)) {
      event.preventDefault();
      return;
    }
    var key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    var held = event.ctrlKey || event.metaKey;
    if (event.altKey) return;
    var act = null;
    if (held) act = key === "z" ? (event.shiftKey ? redo : undo) : key === "y" ? redo : null;
    else act = { u: undo, y: redo, r: restart, n: goNext, p: goBack, l: showLevels, Escape: showLevels,
      h: hasHints() ? hint : null, "?": help }[key];
    if (act) { event.preventDefault(); act(); }
  }
  function goNext() { if (!parts.next.disabled) enter(at + 1); }
  function goBack() { if (!parts.back.disabled) enter(at - 1); }

  function build() {
    parts.app = document.getElementById("app");
    parts.title = make("h1", {});
    parts.author = make("span", { "class": "by" });
    parts.sound = button("sound", "Sound", function () { turnSound(!F.sound.isOn()); }, "to-sound");
    var header = make("header", {}, [
      button("levels", "All levels", function () { showLevels(); }, "to-levels"),
      make("div", { "class": "titles" }, [parts.title, parts.author]),
      parts.sound, button("help", "How to play", help, "to-help")
    ]);
    turnSound(F.sound.isOn());
    parts.board = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    [["id", "board"], ["tabindex", "0"], ["role", "application"], ["aria-roledescription", "board"],
      ["aria-describedby", "words"]].forEach(function (pair) { parts.board.setAttribute(pair[0], pair[1]); });
    parts.picture = make("canvas", { id: "picture", "aria-hidden": "true" });
    parts.frame = make("div", { id: "frame" }, [parts.picture, parts.board]);
    parts.words = make("p", { id: "words", "class": "unseen" });
    parts.status = make("p", { id: "status", role: "status", "aria-live": "polite" });
    // Long rules scroll, by keys as well.
    parts.how = make("p", { id: "how", tabindex: "0" });
    parts.hand = make("div", { id: "hand", role: "group", "aria-label": "In hand" });
    parts.undo = button("undo", "Undo", undo, "undo");
    parts.redo = button("redo", "Redo", redo, "redo");
    parts.restart = button("restart", "Start again", restart, "restart");
    parts.hint = button("hint", "Hint", hint, "hint");
    parts.remark = button("remark", "Comment", remark, "remark");
    parts.back = button("back", "Previous level", goBack, "back");
    parts.next = button("next", "Next level", goNext, "next");
    parts.onward = make("button", { type: "button", id: "onward", text: "Next level", act: function () { enter(following()); } });
    parts.stage = make("main", { id: "stage" }, [
      parts.frame, parts.words,
      make("div", { id: "side" }, [
        make("div", { id: "said" }, [parts.status, parts.onward]),
        parts.how,
        parts.hand,
        make("div", { id: "bar", role: "toolbar", "aria-label": "Play" },
          [parts.back, parts.undo, parts.redo, parts.restart, parts.hint, parts.remark, parts.next])
      ])
    ]);
    parts.ask = make("aside", { id: "ask" }, [
      make("p", { text: "May a record of your play be kept? It notes which levels you open, how long you spend on each, your moves, hints and comments, and not who you are. It stays in this browser until you give it to the designer." }),
      make("div", { "class": "choices" }, [choice("Keep a record", function () { answer(true); }, "record-yes"),
        choice("Play without", function () { answer(false); }, "record-no")])
    ]);
    parts.mine = make("button", { type: "button", id: "mine", act: mine });
    parts.count = make("p", { id: "count" });
    parts.grid = make("ol", { id: "grid" });
    parts.front = F.front(pack, make, function () { enter(beginning()); }, help);
    parts.list = make("main", { id: "list" }, [parts.front.element, parts.count, parts.grid, parts.mine]);
    window.setTimeout(function () { parts.list.appendChild(F.install(pack, make, cover)); }, 0);
    parts.helpText = make("div", {});
    parts.help = make("dialog", { id: "help", "aria-label": "How to play" },
      [button("close", "Close", closeHelp, "close-help"), parts.helpText]);
    [header, parts.stage, parts.list, parts.ask, parts.help].forEach(function (part) { parts.app.appendChild(part); });
    drawGlyphs();
    parts.board.addEventListener("pointerdown", down);
    parts.board.addEventListener("contextmenu", function (event) { if (game.backwards) event.preventDefault(); });
    parts.board.addEventListener("pointermove", move);
    parts.board.addEventListener("pointerup", up);
    parts.board.addEventListener("pointercancel", up);
    document.addEventListener("keydown", keydown);
    window.addEventListener("resize", function () { if (ctx && game.paint && !parts.stage.hidden) game.paint(ctx); });
    window.addEventListener("hashchange", function () { route(); });
  }

  function route() {
    var number = parseInt(location.hash.slice(1), 10) - 1;
    if (number >= 0 && number < levels.length && isOpen(number)) enter(number);
    else showLevels();
  }

  F.page = {
    enter: enter,
    play: function () { return ctx.play; },
    verdict: function () { return verdict(); },
    isSolved: isSolved,
    isOpen: isOpen,
    context: function () { return ctx; },
    record: record,
    pack: pack
  };
  load();
  build();
  if (location.hash) route();
  else if (levels.length === 1) enter(0);
  else if (solvedCount() === 0 && isOpen(0)) showLevels();
  else showLevels();
})(Foolproof);
