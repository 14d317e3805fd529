// Plays boards by the page's interpreter and tells where something else comes of it than in the program:
// compares the board as a number, and the messages of each turn.
(function () {
  "use strict";
  var S = Foolproof.script, told = { boards: 0, turns: 0, changed: 0, won: 0, faults: 0, heard: 0, wrong: [] };

  function byNumber(one, other) { return one - other; }
  function mixed(machine, state) {
    var number = 0x811c9dc5;
    function mix(part) { number = Math.imul(number ^ part, 0x01000193); }
    for (var cell = 0; cell < machine.n; cell += 1) {
      machine.objectsAt(state, cell).forEach(function (id) { mix(id + 1); });
      mix(0xffff);
    }
    return number >>> 0;
  }

  function played(one) {
    var machine = new S.Machine(S.read(one.game), one.board.width, one.board.height), list = [];
    machine.seeded(one.seed);
    try {
      var state = machine.start(machine.stateOf(one.board));
      list.push(mixed(machine, state));
      one.keys.forEach(function (key) {
        var heard = [], turn = machine.turn(state, S.KEYS[key], function (_, __, step) { heard = heard.concat(machine.heard(step)); });
        told.heard += heard.length;
        if (turn.checkpoint) machine.restart = state.slice();
        told.turns += 1;
        told.changed += turn.changed ? 1 : 0;
        told.won += turn.won ? 1 : 0;
        list.push([mixed(machine, state), turn.changed, turn.won, turn.cancelled, turn.checkpoint, turn.message, heard.sort(byNumber)]);
      });
    } catch (fault) {
      if (!(fault instanceof S.Fault)) throw fault;
      told.faults += 1;
      list.push(fault.words);
    }
    return list;
  }

  turns.forEach(function (one) {
    var list = played(one);
    told.boards += 1;
    if (JSON.stringify(list) === JSON.stringify(one.told) || told.wrong.length > 2) return;
    var at = list.findIndex(function (said, n) { return JSON.stringify(said) !== JSON.stringify(one.told[n]); });
    told.wrong.push({ source: one.source, board: one.board, keys: one.keys.slice(0, at), said: list[at], wanted: one.told[at] });
  });
  var out = document.createElement("pre");
  out.id = "told";
  out.textContent = encodeURIComponent(JSON.stringify(told));
  document.body.appendChild(out);
})();
