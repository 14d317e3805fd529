// Replays recorded play by the page's interpreter, with undo and restart and from level to level as the
// program's `Playback` does, and tells the boards at the end as that writes them.
(function () {
  "use strict";
  var S = Foolproof.script, NUMBERED = ["up", "left", "down", "right", "action"];

  function Replay(one) {
    this.levels = one.levels;
    this.tables = S.read(one.game);
    this.level = one.level;
    this.undone = [];
    this.reading = false;
    this.prepare(null);
    this.machine.seeded(one.seed);
    this.settle(this.runStart());
  }
  var R = Replay.prototype;
  R.prepare = function (random) {
    var board = this.levels[this.level];
    this.machine = new S.Machine(this.tables, board.width, board.height);
    if (random) this.machine.random = random;
    this.state = this.machine.stateOf(board);
    this.machine.restart = this.state.slice();
  };
  R.runStart = function () {
    if (!this.tables.settings.starts) return false;
    var made = this.machine.startStep(this.state);
    if (made.checkpoint) this.machine.restart = this.state.slice();
    return made.again;
  };
  R.step = function (movement, isAgain, isKey) {
    var before = this.state.slice();
    var made = isAgain ? this.machine.stepAgain(this.state) : this.machine.step(this.state, movement);
    if (made.restarted) this.undone.push(before);
    if (made.changed && isKey) this.undone.push(before);
    if (made.won && !this.reading) {
      var next = this.levels[this.level + 1];
      this.level = next ? this.level + 1 : 0;
      if (next && next.cells) {
        this.undone = [];
        this.prepare(this.machine.random);
        return this.runStart();
      }
      this.reading = true;
    }
    if (made.checkpoint) this.machine.restart = this.state.slice();
    return made.again && made.counts;
  };
  R.settle = function (again) {
    this.machine.beginAgain(this.state);
    while (again) again = this.step(0, true, false);
  };
  R.input = function (input) {
    var self = this, settings = this.tables.settings;
    function isSame(state) { return state.every(function (word, n) { return word === self.state[n]; }); }
    if (input === "undo") {
      if (settings.no_undo) return;
      while (this.undone.length && isSame(this.undone[this.undone.length - 1])) this.undone.pop();
      if (this.undone.length) this.state = this.undone.pop();
    } else if (input === "restart") {
      if (settings.no_restart) return;
      this.undone.push(this.state.slice());
      this.state = this.machine.restart.slice();
      this.settle(this.runStart());
    } else if (typeof input === "string") this.settle(this.step(0, false, false));
    else this.settle(this.step(S.KEYS[NUMBERED[input]], false, true));
  };
  R.written = function () {
    var machine = this.machine, known = {}, count = 0, out = "";
    for (var cell = 0; cell < machine.n; cell += 1) {
      var names = machine.objectsAt(this.state, cell).map(function (id) { return machine.tables.data.objects[id].name; }).sort().join(" ");
      if (!(names in known)) {
        known[names] = count++;
        out += names + ":";
      }
      out += known[names] + ",";
      if ((cell + 1) % machine.width === 0) out += "\n";
    }
    return out;
  };

  var told = replays.map(function (one) {
    try {
      var replay = new Replay(one);
      one.inputs.forEach(function (input) { replay.input(input); });
      return replay.written();
    } catch (fault) {
      return String(fault.words || fault);
    }
  });
  var out = document.createElement("pre");
  out.id = "told";
  out.textContent = encodeURIComponent(JSON.stringify(told));
  document.body.appendChild(out);
})();
