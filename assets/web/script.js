// PuzzleScript games on a page: keys, swipes and taps, sprites that glide, messages, time that passes.
// Knows the rules of `script_rules.js`. A play is a key for each step, as the program has it; a key that
// does nothing does not count as a step.
(function (F) {
  "use strict";

  var S = F.script, tables = {}, atlases = {};
  // How long a sprite takes from cell to cell, in milliseconds, and pixels of its side.
  var GLIDE = 90, SIDE = 5;
  var WAYS = { ArrowUp: "up", ArrowLeft: "left", ArrowDown: "down", ArrowRight: "right", w: "up", a: "left", s: "down", d: "right" };
  var ARROWS = { left: "←", up: "↑", down: "↓", right: "→" };

  function tablesOf(level) {
    return tables[level.game] = tables[level.game] || S.read(F.about[level.game].script);
  }
  function settingsOf(level) { return tablesOf(level).settings; }

  // A level in play: what each key so far has led to.
  function runOf(level) {
    if (level.run) return level.run;
    var board = level.script.board, machine = new S.Machine(tablesOf(level), board.width, board.height), state = machine.stateOf(board);
    machine.seeded("");
    if (level.script.position) machine.restart = state.slice(); else machine.start(state);
    level.run = { machine: machine, steps: [stepOf(machine, state, null, null)] };
    return level.run;
  }
  function stepOf(machine, state, key, turn) {
    return { key: key, state: state, turn: turn, restart: machine.restart, random: machine.tables.random ? machine.random : null };
  }

  // The result of a key after so many; `seen` receives each step that AGAIN makes of it.
  function pressed(run, at, key, seen) {
    var machine = run.machine, before = run.steps[at], state = before.state.slice(), turn;
    machine.restart = before.restart;
    if (before.random) machine.random = before.random.copy();
    try {
      turn = machine.turn(state, S.KEYS[key], seen);
    } catch (fault) {
      if (!(fault instanceof S.Fault)) throw fault;
      return { key: key, fault: fault.words };
    }
    if (turn.checkpoint) machine.restart = state.slice();
    return stepOf(machine, state, key, turn);
  }

  // What became of a play; the last one is asked about most.
  function course(level, play) {
    var run = runOf(level);
    if (run.play !== play) {
      run.made = played(run, play);
      run.play = play;
    }
    return run.made;
  }
  // Plays the keys of a play up to its win: how many it took, or what is wrong with it.
  function played(run, play) {
    var count = Object.keys(play).length, n;
    for (n = 0; n < count; n += 1) {
      var word = play["step(" + n + ")"];
      if (word === undefined) return { refused: F.illegal("step " + (n + 1) + " has no key", ["step(" + n + ")"]) };
      if (!(word in S.KEYS)) return { refused: F.illegal("step " + (n + 1) + ": `" + word + "` is not a key", ["step(" + n + ")"]) };
    }
    for (n = 0; n < count; n += 1) {
      var key = play["step(" + n + ")"], known = run.steps[n + 1];
      if (!known || known.key !== key) {
        known = pressed(run, n, key);
        run.steps.length = n + 1;
        if (known.fault) return { refused: F.undecided(known.fault), at: n };
        run.steps.push(known);
      }
      if (known.turn.won) return { at: n + 1, won: true };
    }
    return { at: count, won: false };
  }

  function judge(level, play) {
    var made = course(level, play);
    if (made.refused) return made.refused;
    if (!made.won) return F.unsolved("it is not won yet");
    return made.at === Object.keys(play).length ? F.SOLVED : F.unsolved("it is won after " + made.at + " keys, and goes on");
  }

  function lengthOf(ctx) { return course(ctx.level, ctx.play).at || 0; }
  function stateNow(ctx) { return runOf(ctx.level).steps[lengthOf(ctx)].state; }
  function keysUpTo(play, count) {
    var kept = {};
    for (var n = 0; n < count; n += 1) kept["step(" + n + ")"] = play["step(" + n + ")"];
    return kept;
  }
  function isWon(ctx) { return !!course(ctx.level, ctx.play).won; }

  // Where a player stands: the leftmost, and of those the topmost.
  function playerAt(run, state) {
    var mask = run.machine.tables.player.mask, machine = run.machine;
    for (var cell = 0; cell < machine.n; cell += 1) {
      for (var s = 0; s < mask.length; s += 1) if (state[cell * mask.length + s] & mask[s]) return cell;
    }
    return -1;
  }
  // The part of the board that is seen after so many keys: columns and rows, from and how many. Who has no
  // player any more goes on seeing what was seen last.
  function viewOf(level, at) {
    var run = runOf(level), machine = run.machine, settings = settingsOf(level), size = settings.zoom || settings.flick;
    var whole = [0, 0, machine.width, machine.height], player = -1;
    for (var n = at; size && n >= 0 && player < 0; n -= 1) player = playerAt(run, run.steps[n].state);
    if (player < 0) return whole;
    function along(place, wanted, side) {
      var many = Math.max(1, Math.min(wanted, side));
      var from = settings.zoom ? Math.min(Math.max(0, place - Math.floor(many / 2)), side - many) : Math.floor(place / many) * many;
      return [from, Math.min(from + many, side) - from];
    }
    var across = along(Math.floor(player / machine.height), size[0], machine.width);
    var down = along(player % machine.height, size[1], machine.height);
    return [across[0], down[0], across[1], down[1]];
  }

  // All sprites of a game in a row, pixel for pixel.
  function atlasOf(level) {
    if (atlases[level.game]) return atlases[level.game];
    var objects = tablesOf(level).data.objects, canvas = document.createElement("canvas");
    canvas.width = SIDE * objects.length;
    canvas.height = SIDE;
    var pen = canvas.getContext("2d");
    objects.forEach(function (object, id) {
      for (var n = 0; n < SIDE * SIDE; n += 1) {
        var hex = object.colours[parseInt(object.pixels[n], 36)];
        if (hex === undefined || hex < 0) continue;
        pen.fillStyle = "#" + ("00000" + hex.toString(16)).slice(-6);
        pen.fillRect(id * SIDE + n % SIDE, Math.floor(n / SIDE), 1, 1);
      }
    });
    return atlases[level.game] = canvas;
  }

  // The cells that are seen, of all or of those that are asked about.
  function cellsIn(view, machine, isAsked) {
    var cells = [];
    for (var col = view[0]; col < view[0] + view[2]; col += 1) for (var row = view[1]; row < view[1] + view[3]; row += 1) {
      if (isAsked(col * machine.height + row)) cells.push(col * machine.height + row);
    }
    return cells;
  }
  // Draws cells of the board; `glide` says of objects that are on their way how far they have come.
  function paintCells(pen, level, state, cells, place, glide) {
    var machine = runOf(level).machine, height = machine.height, atlas = atlasOf(level), list = [], going = {};
    if (glide) glide.moved.forEach(function (one) { going[one[0] + " " + one[2]] = one[1]; });
    function box(x, y) {
      var left = Math.round(place.x + x * place.cell), top = Math.round(place.y + y * place.cell);
      return [left, top, Math.round(place.x + (x + 1) * place.cell) - left, Math.round(place.y + (y + 1) * place.cell) - top];
    }
    cells.forEach(function (cell) {
      var col = Math.floor(cell / height), row = cell % height, square = box(col, row);
      pen.fillRect(square[0], square[1], square[2], square[3]);
      machine.objectsAt(state, cell).forEach(function (id) {
        var from = glide ? going[id + " " + cell] : undefined, still = glide ? 1 - glide.part : 0;
        list.push({ id: id, at: from === undefined ? square
          : box(col + (Math.floor(from / height) - col) * still, row + (from % height - row) * still) });
      });
    });
    // What glides lies between the layers below and above it.
    if (glide) list.sort(function (a, b) { return a.id - b.id; });
    pen.imageSmoothingEnabled = false;
    list.forEach(function (one) { pen.drawImage(atlas, one.id * SIDE, 0, SIDE, SIDE, one.at[0], one.at[1], one.at[2], one.at[3]); });
  }

  // The sound of an event, where the game has one.
  function sound(level, event) {
    var seed = tablesOf(level).events[event];
    if (seed !== undefined) F.sound.seed(seed);
    return seed !== undefined;
  }

  function hex(colour) { return "#" + ("00000" + colour.toString(16)).slice(-6); }

  // Where the board lies in its picture, in pixels of the screen: all pixels of sprites have the same size,
  // unless that costs much of the board.
  function placeOf(canvas, view) {
    var box = canvas.getBoundingClientRect(), dots = window.devicePixelRatio || 1;
    var wide = Math.round(box.width * dots), high = Math.round(box.height * dots), cell = Math.min(wide / view[2], high / view[3]);
    if (cell >= 3 * SIDE) cell = SIDE * Math.floor(cell / SIDE);
    var left = Math.floor((wide - cell * view[2]) / 2), top = Math.floor((high - cell * view[3]) / 2);
    return { wide: wide, high: high, cell: cell, left: left, top: top, x: left - cell * view[0], y: top - cell * view[1] };
  }

  // Paints what is seen; of a picture that is there already, the cells that became others or are passed.
  function paintNow(ctx, state, view, glide) {
    var canvas = ctx.picture, place = placeOf(canvas, view), machine = runOf(ctx.level).machine, SO = machine.tables.SO, moving = {};
    if (!place.wide || !place.high) return;
    var key = [ctx.level.key, place.wide, place.high].concat(view).join(" "), had = ctx.ui.painted, pen = canvas.getContext("2d");
    if (!had || had.key !== key || canvas.width !== place.wide || canvas.height !== place.high) {
      canvas.width = place.wide;
      canvas.height = place.high;
      had = null;
    }
    (glide ? glide.moved : []).forEach(function (one) { moving[one[1]] = moving[one[2]] = true; });
    var cells = cellsIn(view, machine, function (cell) {
      if (!had || moving[cell] || had.moving[cell]) return true;
      for (var s = cell * SO; s < cell * SO + SO; s += 1) if (had.state[s] !== state[s]) return true;
      return false;
    });
    pen.save();
    pen.beginPath();
    pen.rect(place.left, place.top, Math.ceil(place.cell * view[2]), Math.ceil(place.cell * view[3]));
    pen.clip();
    pen.fillStyle = hex(settingsOf(ctx.level).ground);
    paintCells(pen, ctx.level, state, cells, place, glide);
    pen.restore();
    ctx.ui.painted = { key: key, state: state, moving: moving };
  }

  var thumbs = [];
  function nextThumb() {
    var one = thumbs.shift(), level = one.level, canvas = one.canvas, view = viewOf(level, 0), pen = canvas.getContext("2d");
    canvas.width = SIDE * view[2];
    canvas.height = SIDE * view[3];
    pen.fillStyle = hex(settingsOf(level).ground);
    paintCells(pen, level, runOf(level).steps[0].state, cellsIn(view, runOf(level).machine, function () { return true; }),
      { x: -SIDE * view[0], y: -SIDE * view[1], cell: SIDE }, null);
    if (one.done) one.done();
    if (thumbs.length) window.setTimeout(nextThumb, 0);
  }

  // Shows what a key has set in motion, frame by frame; then `done`.
  function show(ctx, frames, view, done) {
    var film = { frames: frames, at: 0, begun: null, done: done }, again = settingsOf(ctx.level).again * 1000;
    ctx.ui.film = film;
    function heard() { film.frames[film.at].heard.forEach(F.sound.seed); }
    heard();
    function tick(now) {
      if (ctx.ui.film !== film) return;
      if (film.begun === null) film.begun = now;
      var frame = film.frames[film.at], part = F.isCalm() ? 1 : Math.min(1, (now - film.begun) / GLIDE);
      paintNow(ctx, frame.state, view, part < 1 ? { moved: frame.moved, part: part } : null);
      if (film.at + 1 < film.frames.length) {
        if (part === 1 && now - film.begun >= again) {
          film.at += 1;
          film.begun = now;
          heard();
        }
      } else if (part === 1) return hurry(ctx);
      window.requestAnimationFrame(tick);
    }
    window.requestAnimationFrame(tick);
  }
  // Ends what is on its way at once.
  function hurry(ctx) {
    var film = ctx.ui.film;
    ctx.ui.film = null;
    if (film && film.done) film.done();
  }

  // Messages, each a card over the board, one after the other.
  function say(ctx, texts) {
    texts = texts.filter(function (text) { return text; });
    if (!texts.length) return;
    ctx.ui.cards = (ctx.ui.cards || []).concat(texts);
    if (!ctx.ui.card) nextCard(ctx);
  }
  function nextCard(ctx) {
    if (ctx.ui.card) ctx.ui.card.remove();
    ctx.ui.card = null;
    var text = (ctx.ui.cards || []).shift();
    if (text === undefined) return;
    var card = document.createElement("div"), words = document.createElement("p"), button = document.createElement("button");
    card.id = "card";
    card.setAttribute("role", "alertdialog");
    card.setAttribute("aria-label", text);
    words.textContent = text;
    button.type = "button";
    button.className = "choice";
    button.textContent = "Go on";
    button.addEventListener("click", function () { closeCard(ctx); });
    sound(ctx.level, "showmessage");
    card.appendChild(words);
    card.appendChild(button);
    ctx.frame.appendChild(card);
    ctx.ui.card = card;
    button.focus({ preventScroll: true });
  }
  function closeCard(ctx) {
    sound(ctx.level, "closemessage");
    nextCard(ctx);
  }
  function dropCards(ctx) {
    ctx.ui.cards = [];
    nextCard(ctx);
  }

  // Presses a key of the game.
  function press(ctx, key) {
    hurry(ctx);
    if (ctx.ui.card) return;
    var level = ctx.level, run = runOf(level), at = lengthOf(ctx), frames = [], settings = settingsOf(level);
    if (isWon(ctx) || (key === "action" && settings.no_action)) return;
    var made = pressed(run, at, key, function (state, moved, step) {
      frames.push({ state: state.slice(), moved: moved, heard: run.machine.heard(step) });
    });
    if (made.fault) return ctx.refuse(F.sentence(made.fault));
    var turn = made.turn, texts = turn.message >= 0 ? [run.machine.tables.messages[turn.message]] : [];
    if (!turn.changed && !turn.won && !turn.checkpoint) {
      if (turn.cancelled) sound(level, "cancel");
      else frames.forEach(function (frame) { frame.heard.forEach(F.sound.seed); });
      return say(ctx, texts);
    }
    if (turn.won && level.script.behind) texts = texts.concat(level.script.behind);
    run.steps.length = at + 1;
    run.steps.push(made);
    var play = keysUpTo(ctx.play, at);
    play["step(" + at + ")"] = key;
    show(ctx, frames, viewOf(level, at + 1), function () {
      ctx.refresh();
      say(ctx, texts);
    });
    if (key === "wait") ctx.pass(play); else ctx.commit(play, {});
  }

  // The key that goes towards a cell from where the player stands.
  function towards(ctx, at) {
    var view = viewOf(ctx.level, lengthOf(ctx)), machine = runOf(ctx.level).machine, player = playerAt(runOf(ctx.level), stateNow(ctx));
    if (player < 0) return null;
    var dx = Math.floor(at[0]) + view[0] - Math.floor(player / machine.height), dy = Math.floor(at[1]) + view[1] - player % machine.height;
    return dx || dy ? wayOf(dx, dy) : null;
  }
  function wayOf(dx, dy) { return Math.abs(dx) >= Math.abs(dy) ? (dx > 0 ? "right" : "left") : (dy > 0 ? "down" : "up"); }

  // What a tap does, and the key that acts.
  function tap(ctx, at) {
    if (ctx.ui.card) return closeCard(ctx);
    if (isWon(ctx)) {
      hurry(ctx);
      return ctx.ui.card ? undefined : ctx.onward();
    }
    var key = settingsOf(ctx.level).no_action ? at && towards(ctx, at) : "action";
    if (key) press(ctx, key);
  }

  // In real-time games, time passes while somebody looks.
  function passTime(ctx) {
    var seconds = settingsOf(ctx.level).realtime;
    if (ctx.ui.clock) window.clearInterval(ctx.ui.clock);
    if (!seconds) return;
    ctx.ui.clock = window.setInterval(function () {
      var isOver = document.hidden || ctx.ui.card || document.querySelector("dialog[open]") || isWon(ctx);
      if (!isOver && !(ctx.ui.film && ctx.ui.film.frames.length > 1)) press(ctx, "wait");
    }, Math.max(50, seconds * 1000));
  }

  F.games.script = {
    judge: judge,
    draw: function () { return ""; },
    paint: function (ctx) { if (!ctx.ui.film) paintNow(ctx, stateNow(ctx), viewOf(ctx.level, lengthOf(ctx)), null); },
    // Whether an animation still has to finish before anything is reported.
    isBusy: function (ctx) { return !!ctx.ui.film; },
    layout: function (level) {
      var view = viewOf(level, 0);
      return { width: view[2], height: view[3], sites: {} };
    },
    entered: function (ctx) {
      dropCards(ctx);
      sound(ctx.level, "startlevel");
      if (!Object.keys(ctx.play).length) say(ctx, ctx.level.script.before || []);
      passTime(ctx);
    },
    left: function (ctx) {
      ctx.ui.film = null;
      dropCards(ctx);
      if (ctx.ui.clock) window.clearInterval(ctx.ui.clock);
    },
    forbids: function (ctx, what) {
      var settings = settingsOf(ctx.level);
      return what === "restart" ? settings.no_restart : settings.no_undo;
    },
    // Back to the last checkpoint; who has done nothing since goes back to the start.
    restart: function (ctx) {
      var run = runOf(ctx.level), at = lengthOf(ctx), last = 0;
      for (var n = 1; n < at; n += 1) if (run.steps[n].turn.checkpoint) last = n;
      return keysUpTo(ctx.play, last);
    },
    press: function (ctx, event) {
      var name = event.key.length === 1 ? event.key.toLowerCase() : event.key, settings = settingsOf(ctx.level), now = Date.now();
      var acts = name === "x" || name === " " || name === "Enter", key = WAYS[name] || (acts ? "action" : null);
      if (name === "z") { if (!event.repeat || now - (ctx.ui.last || 0) > 120) { ctx.ui.last = now; ctx.undo(); } return true; }
      if (!key) return false;
      if (event.repeat && (ctx.ui.card || isWon(ctx) || now - (ctx.ui.last || 0) < settings.repeat * 1000)) return true;
      if (event.repeat && acts && settings.once) return true;
      ctx.ui.last = now;
      if (acts || ctx.ui.card) tap(ctx, null); else press(ctx, key);
      return true;
    },
    down: function (ctx, at) { ctx.ui.grip = { at: at, has: false }; },
    move: function (ctx, at) {
      var grip = ctx.ui.grip, least = grip && grip.has ? Math.max(1, 40 / ctx.pixels) : Math.max(0.35, 16 / ctx.pixels);
      if (!grip || ctx.ui.card) return;
      var dx = at[0] - grip.at[0], dy = at[1] - grip.at[1];
      if (Math.max(Math.abs(dx), Math.abs(dy)) < least) return;
      ctx.ui.grip = { at: at, has: true };
      press(ctx, wayOf(dx, dy));
    },
    up: function (ctx, at, isOff) {
      var grip = ctx.ui.grip;
      ctx.ui.grip = null;
      if (grip && !grip.has && !isOff) tap(ctx, at);
    },
    // Buttons for players without keys or a mouse.
    pad: true,
    hand: function (ctx) {
      function button(key, text, words) {
        return { id: "key-" + key, text: text, label: words, act: function () {
          if (ctx.ui.card || isWon(ctx)) tap(ctx, null); else press(ctx, key);
        } };
      }
      var all = Object.keys(ARROWS).map(function (key) { return button(key, ARROWS[key], key); });
      return settingsOf(ctx.level).no_action ? all : all.concat([button("action", "X", "act")]);
    },
    // What lies where, besides the usual ground: of what there is much of, how much.
    describe: function (ctx) {
      var machine = runOf(ctx.level).machine, state = stateNow(ctx), data = machine.tables.data, found = {}, words = [];
      for (var cell = 0; cell < machine.n; cell += 1) machine.objectsAt(state, cell).forEach(function (id) {
        if (id !== data.background) (found[id] = found[id] || []).push(cell);
      });
      Object.keys(found).forEach(function (id) {
        var name = data.objects[id].name.replace(/_/g, " "), cells = found[id];
        var places = cells.slice(0, 9).map(function (at) { return F.spoken(F.cell(Math.floor(at / machine.height), at % machine.height)); });
        words.push(cells.length > 9 ? cells.length + " of " + name : name + ": " + places.join(", "));
      });
      return words.reverse().join("; ");
    },
    // Calls `done` once it is painted.
    thumbnail: function (level, done) {
      var canvas = document.createElement("canvas");
      canvas.className = "thumb";
      // The rules of a start may take a while: one after the other, and the list is there at once.
      thumbs.push({ level: level, canvas: canvas, done: done });
      if (thumbs.length === 1) window.setTimeout(nextThumb, 0);
      return canvas;
    },
    reset: function (ctx) {
      ctx.ui.film = null;
      dropCards(ctx);
    },
    hurry: hurry,
    // Its own sounds alone; but a win is never silent.
    sound: function (ctx, name) {
      var event = { undo: "undo", restart: "restart", win: "endlevel" }[name];
      return !!event && sound(ctx.level, event) || name !== "win";
    },
    how: function (ctx) { return settingsOf(ctx.level).no_action ? [] : ["X, Space or a tap acts."]; },
    keys: function (ctx) {
      var action = settingsOf(ctx.level).no_action ? [] : [["X, Space, a tap", "act"]];
      return [["Arrows, W A S D, a swipe", "move"]].concat(action, [["Z", "undo"]]);
    }
  };
})(Foolproof);
