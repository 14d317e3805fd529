// Plays compiled PuzzleScript games, as `src/puzzlescript/portable.rs` writes them. It decides what
// `machine`, `matching`, `applying`, `resolve`, `step` and `stepper` there decide, in the same order, so that
// boards, random numbers and faults are the same. Knows no page.
(function (F) {
  "use strict";

  var CANCEL = 1, RESTART = 2, WIN = 4, CHECKPOINT = 8, AGAIN = 16, MESSAGE = 32, FIRST_SOUND = 64;
  var HAS_RIGHT = 1, CAN_IDLE = 2, ONE_CELL = 4;
  var MAX_ROUNDS = 200, MAX_RIGID_ROUNDS = 50, MAX_HITS = 1 << 20, MAX_AGAINS = 20000;
  var MAX_WORK = 20000000, MAX_TURN_WORK = 10 * MAX_WORK, INEXACT_COST = 16;
  // Movements of a layer are five bits, those of six layers a word; the program's words have twelve.
  var MOVEMENTS = 5, LAYERS = 6, ANY = 31, PROGRAM_LAYERS = 12;
  var PLAIN = 0, START = 1, TRIAL = 2;
  var NOWHERE = 0, IDLE = 1, SOMEWHERE = 2;
  var KEYS = { up: 1, down: 2, left: 4, right: 8, action: 16, wait: 0 };

  // Random numbers that a text determines.
  function Random(seed) {
    var bytes = [], table = new Uint8Array(256), i, j = 0, kept;
    for (i = 0; i < 256; i += 1) table[i] = i;
    for (i = 0; i < seed.length; i += 1) {
      var unit = seed.charCodeAt(i);
      if (unit >> 8) bytes.push(unit >> 8);
      bytes.push(unit & 255);
    }
    for (i = 0; bytes.length && i < 256; i += 1) {
      j = (j + table[i] + bytes[i % bytes.length]) & 255;
      kept = table[i]; table[i] = table[j]; table[j] = kept;
    }
    this.table = table;
    this.i = this.j = 0;
  }
  Random.prototype.below = function (bound) {
    var table = this.table, output = 0;
    for (var n = 0; n < 7; n += 1) {
      var i = this.i = (this.i + 1) & 255, j = this.j = (this.j + table[i]) & 255, kept = table[i];
      table[i] = table[j];
      table[j] = kept;
      output = output * 256 + table[(table[i] + table[j]) & 255];
    }
    return Math.max(0, Math.min(Math.floor(output / (Math.pow(2, 56) - 1) * bound), bound - 1));
  };
  Random.prototype.copy = function () {
    var copy = Object.create(Random.prototype);
    copy.table = this.table.slice();
    copy.i = this.i;
    copy.j = this.j;
    return copy;
  };

  function within(part, whole, at) {
    for (var s = 0; s < part.length; s += 1) if (part[s] & ~whole[at + s]) return false;
    return true;
  }
  function meets(one, other, at) {
    for (var s = 0; s < one.length; s += 1) if (one[s] & other[at + s]) return true;
    return false;
  }
  function isNone(words) { return words.every(function (word) { return word === 0; }); }

  // The tables of a game with sets as words of bits.
  function read(data) {
    var nObjects = data.objects.length, SO = Math.max(1, Math.ceil(nObjects / 32)), SM = Math.max(1, Math.ceil(data.n_layers / LAYERS));
    var asObjects = [], asMoves = [], cells = [], made = [];
    function objectsOf(set) {
      var words = new Int32Array(SO);
      set.forEach(function (id) { words[id >> 5] |= 1 << (id & 31); });
      return words;
    }
    function movesOf(set) {
      var words = new Int32Array(SM);
      set.forEach(function (bit) {
        var layer = Math.floor(bit / MOVEMENTS), word = Math.floor(layer / LAYERS);
        words[word] |= 1 << (layer - word * LAYERS) * MOVEMENTS + bit % MOVEMENTS;
      });
      return words;
    }
    function objects(place) { return asObjects[place] = asObjects[place] || objectsOf(data.sets[place]); }
    function moves(place) { return asMoves[place] = asMoves[place] || movesOf(data.sets[place]); }
    function replacement(from) {
      var layers = data.sets[from[4]].map(function (bit) { return Math.floor(bit / MOVEMENTS); });
      return { taken: objects(from[0]), set: objects(from[1]), takenMoves: moves(from[2]), setMoves: moves(from[3]),
        layers: moves(from[4]), layerList: layers.filter(function (layer, n) { return layers.indexOf(layer) === n; }),
        someObject: from[5], someWay: from[6] };
    }
    function cell(place) {
      if (cells[place]) return cells[place];
      var from = data.cells[place], at = from[5] - 1;
      if (at >= 0) made[at] = made[at] || replacement(data.replacements[at]);
      return cells[place] = { present: objects(from[0]), missing: objects(from[1]), moving: moves(from[2]), still: moves(from[3]),
        any: from[4].map(objects), made: at < 0 ? null : made[at] };
    }
    function row(from) {
      var segments = from.map(function (one) { return { exact: one[0], cells: one[1].map(cell) }; });
      var length = segments.reduce(function (sum, one) { return sum + one.cells.length; }, 0);
      return { segments: segments, length: length, exact: segments.every(function (one) { return one.exact; }) };
    }
    function rule(from) {
      return { need: objects(from[0]), needMoves: moves(from[1]), touch: objects(from[2]), touchMoves: moves(from[3]),
        facing: from[4], hasRight: !!(from[5] & HAS_RIGHT), canIdle: !!(from[5] & CAN_IDLE), oneCell: !!(from[5] & ONE_CELL),
        rigid: from[6], line: from[7], commands: from[8], message: from[9] - 1, rows: from[10].map(row) };
    }
    var rules = data.rules.map(rule);
    function group(from) {
      return { rules: rules.slice(from[0], from[1]), random: from[2], draws: from[3], line: from[4], back: from[5] };
    }
    function side(from) { return from && { mask: objectsOf(from[0]), together: from[1] }; }
    var layerMasks = [];
    for (var layer = 0; layer < data.n_layers; layer += 1) layerMasks.push([]);
    data.objects.forEach(function (object, id) { layerMasks[object.layer].push(id); });
    return { data: data, SO: SO, SM: SM, nObjects: nObjects, objectsOf: objectsOf,
      layers: data.objects.map(function (object) { return object.layer; }), layerMasks: layerMasks.map(objectsOf),
      early: data.early.map(group), late: data.late.map(group), rigid: data.rigid, player: side(data.player),
      wins: data.wins.map(function (win) { return { quantifier: win[0], first: side(win[1]), second: side(win[2]) }; }),
      random: data.random, settings: data.settings, messages: data.messages,
      events: data.sounds ? data.sounds.events : {},
      sounds: data.sounds ? data.sounds.objects.map(function (from) {
        return { verb: from[0], mask: objectsOf(from[1]), ways: from[2], seed: from[3] };
      }) : [] };
  }

  // What of a step may be heard: objects that appeared and vanished, and seeds of sounds.
  function silence(tables) { return { born: new Int32Array(tables.SO), gone: new Int32Array(tables.SO), seeds: [] }; }

  // A board in play. A state is the words of its cells, column by column.
  function Machine(tables, width, height) {
    var n = width * height, SM = tables.SM;
    this.tables = tables;
    this.width = width;
    this.height = height;
    this.n = n;
    this.words = Math.max(1, Math.ceil(n / 64));
    this.cells = new Int32Array(n * tables.SO);
    this.moves = new Int32Array(n * SM);
    this.counts = new Int32Array(tables.SO * 32);
    this.moveCounts = new Int32Array(SM * 32);
    this.present = new Int32Array(tables.SO);
    this.presentMoves = new Int32Array(SM);
    this.written = new Int32Array(tables.SO);
    this.writtenMoves = new Int32Array(SM);
    this.touched = new Uint8Array(n);
    this.rigidGroups = tables.rigid.length ? new Int32Array(n * SM) : null;
    this.rigidLayers = tables.rigid.length ? new Int32Array(n * SM) : null;
    this.banned = tables.early.map(function () { return false; });
    this.deltas = [-1, 1, -height, height];
    this.byRows = [];
    this.byColumns = [];
    for (var at = 0; at < n; at += 1) {
      this.byRows.push((at % width) * height + Math.floor(at / width));
      this.byColumns.push(at);
    }
    this.playerCells = [];
    this.moved = [];
    this.noise = silence(tables);
    this.random = new Random("");
    this.seed = "";
    this.restart = null;
    this.workLeft = this.turnWork = MAX_TURN_WORK;
    this.atLine = this.againLine = 0;
    this.again = { mark: null, turns: 0, next: 1 };
  }
  var M = Machine.prototype;

  // How many cells there are from one on in a direction, itself among them.
  M.ahead = function (at, facing) {
    var column = Math.floor(at / this.height), line = at % this.height;
    return facing === 0 ? line + 1 : facing === 1 ? this.height - line : facing === 2 ? column + 1 : this.width - column;
  };
  M.spend = function (amount) {
    this.workLeft = Math.max(0, this.workLeft - amount);
    return this.workLeft > 0;
  };

  function countBits(words, counts, present) {
    counts.fill(0);
    present.fill(0);
    for (var at = 0; at < words.length; at += 1) {
      var s = at % present.length;
      for (var rest = words[at]; rest; rest &= rest - 1) counts[s * 32 + 31 - Math.clz32(rest & -rest)] += 1;
      present[s] |= words[at];
    }
  }
  M.load = function (state) {
    this.cells.set(state);
    countBits(this.cells, this.counts, this.present);
  };
  // Writes one word of a cell and keeps count of what is anywhere.
  function writeWord(words, at, s, word, counts, present, written) {
    var change = words[at] ^ word;
    if (!change) return;
    words[at] = word;
    written[s] |= change;
    for (var rest = change; rest; rest &= rest - 1) {
      var bit = 31 - Math.clz32(rest & -rest), flag = 1 << bit;
      counts[s * 32 + bit] += word & flag ? 1 : -1;
      if (counts[s * 32 + bit]) present[s] |= flag; else present[s] &= ~flag;
    }
  }
  M.writeObject = function (cell, s, word) {
    writeWord(this.cells, cell * this.tables.SO + s, s, word, this.counts, this.present, this.written);
  };
  M.writeMove = function (cell, s, word) {
    this.touched[cell] = 1;
    writeWord(this.moves, cell * this.tables.SM + s, s, word, this.moveCounts, this.presentMoves, this.writtenMoves);
  };
  M.clearMoves = function () {
    var SM = this.tables.SM;
    for (var cell = 0; cell < this.n; cell += 1) {
      if (!this.touched[cell]) continue;
      for (var s = 0; s < SM; s += 1) {
        this.writeMove(cell, s, 0);
        if (this.rigidGroups) this.rigidGroups[cell * SM + s] = this.rigidLayers[cell * SM + s] = 0;
      }
      this.touched[cell] = 0;
    }
  };

  // Where a rule is.
  M.cellIs = function (cell, at) {
    var o = at * this.tables.SO, m = at * this.tables.SM, cells = this.cells, moves = this.moves;
    if (!within(cell.present, cells, o) || meets(cell.missing, cells, o)) return false;
    if (!within(cell.moving, moves, m) || meets(cell.still, moves, m)) return false;
    for (var n = 0; n < cell.any.length; n += 1) if (!meets(cell.any[n], cells, o)) return false;
    return true;
  };
  M.segmentIs = function (cells, at, delta) {
    for (var n = 0; n < cells.length; n += 1, at += delta) if (!this.cellIs(cells[n], at)) return false;
    return true;
  };
  M.wouldChange = function (cells, at, delta) {
    var SO = this.tables.SO, SM = this.tables.SM, s;
    for (var n = 0; n < cells.length; n += 1, at += delta) {
      var made = cells[n].made;
      if (!made) continue;
      for (s = 0; s < SO; s += 1) {
        var old = this.cells[at * SO + s];
        if ((old & ~made.taken[s] | made.set[s]) !== old) return true;
      }
      for (s = 0; s < SM; s += 1) {
        var way = this.moves[at * SM + s];
        if ((way & ~made.takenMoves[s] | made.setMoves[s]) !== way) return true;
      }
    }
    return false;
  };

  // Finds all rows of a rule; their hits are in `hits` if there is something to change.
  M.find = function (rule, all) {
    if (!within(rule.need, this.present, 0) || !within(rule.needMoves, this.presentMoves, 0)) return NOWHERE;
    var changes = !rule.canIdle || all, begins = [], rows = rule.rows, delta = this.deltas[rule.facing];
    for (var r = 0; r < rows.length; r += 1) {
      var row = rows[r], first = row.segments[0].cells, found = [], any = false;
      this.spend(this.words * (row.exact ? 1 : INEXACT_COST));
      var order = rule.facing > 1 ? this.byRows : this.byColumns, room = Math.max(1, row.length);
      for (var k = 0; k < order.length; k += 1) {
        var at = order[k];
        if (!this.cellIs(first[0], at) || this.ahead(at, rule.facing) < room || !this.segmentIs(first, at, delta)) continue;
        any = true;
        var changing = rule.canIdle && (rule.oneCell || !changes) && this.wouldChange(first, at, delta);
        changes = changes || changing;
        if (!rule.oneCell || changing) found.push(at);
      }
      if (!any) return NOWHERE;
      begins.push(found);
    }
    if (!changes) return IDLE;
    this.hits = [];
    for (r = 0; r < rows.length; r += 1) {
      var hits = rows[r].segments.length > 1 ? this.overGaps(rows[r], rule.facing, begins[r])
        : begins[r].map(function (at) { return [at, 0, 0]; });
      this.spend(1 + hits.length);
      this.hits.push(hits);
      if (!hits.length) return NOWHERE;
    }
    return SOMEWHERE;
  };
  // Where a segment behind a gap is; null if nowhere.
  M.marksOf = function (cells, facing) {
    var marks = new Uint8Array(this.n), any = false, delta = this.deltas[facing];
    for (var at = 0; at < this.n; at += 1) {
      if (this.ahead(at, facing) < cells.length || !this.segmentIs(cells, at, delta)) continue;
      marks[at] = 1;
      any = true;
    }
    return any ? marks : null;
  };
  M.overGaps = function (row, facing, starts) {
    var hits = [], delta = this.deltas[facing], segments = row.segments, later = [];
    if (!starts.length) return hits;
    for (var n = 1; n < segments.length; n += 1) {
      var marks = this.marksOf(segments[n].cells, facing);
      if (!marks) return hits;
      later.push(marks);
    }
    var one = segments[0].cells.length, two = segments[1].cells.length;
    for (n = 0; n < starts.length; n += 1) {
      var start = starts[n], room = Math.max(0, this.ahead(start, facing) + 1 - row.length);
      for (var first = 0; first < room; first += 1) {
        var at = start + delta * (one + first);
        if (!later[0][at]) continue;
        if (segments.length === 2) { hits.push([start, first, 0]); continue; }
        for (var second = 0; second < room - first; second += 1) {
          if (later[1][at + delta * (two + second)]) hits.push([start, first, second]);
        }
      }
      if (hits.length > MAX_HITS || !this.spend(room)) {
        this.workLeft = 0;
        break;
      }
    }
    return hits;
  };

  // Applies rules.
  M.applyPhase = function (groups, early) {
    var index = 0, changed = false, rounds = 0;
    while (index < groups.length) {
      var group = groups[index];
      if (!(early && this.banned[index]) && this.applyGroup(group)) changed = true;
      if (this.workLeft === 0) return;
      if (group.back >= 0 && changed) {
        index = group.back;
        changed = false;
        rounds += 1;
        if (rounds > MAX_ROUNDS) return;
      } else index += 1;
    }
  };
  M.applyGroup = function (group) {
    this.atLine = group.line;
    if (group.random) return this.applyRandom(group.rules);
    var rules = group.rules, changed = false, idle = 0;
    for (var round = 0; round < MAX_ROUNDS; round += 1) {
      var changedNow = false, before = this.written.slice(), beforeMoves = this.writtenMoves.slice();
      this.spend(rules.length);
      this.written.fill(0);
      this.writtenMoves.fill(0);
      for (var n = 0; n < rules.length; n += 1) {
        var rule = rules[n];
        // A rule that did nothing will do nothing again until something that it depends on is
        // written.
        var isDue = round === 0 || group.draws || rule.rigid || meets(rule.touch, before, 0) || meets(rule.touchMoves, beforeMoves, 0) ||
          meets(rule.touch, this.written, 0) || meets(rule.touchMoves, this.writtenMoves, 0);
        if (isDue && this.applyRule(rule)) {
          changedNow = true;
          idle = 0;
        } else {
          idle += 1;
          if (idle >= rules.length && !group.draws) return changed || changedNow;
        }
      }
      if (!changedNow) return changed;
      changed = true;
      if (this.workLeft === 0) return changed;
    }
    return changed;
  };
  M.applyRule = function (rule) {
    var found = this.find(rule, false);
    if (found === NOWHERE) return false;
    var changed = found === SOMEWHERE && rule.hasRight && this.applyEverywhere(rule);
    this.giveCommands(rule);
    return changed;
  };
  // All combinations of the rows' hits; the first row's change fastest.
  M.applyEverywhere = function (rule) {
    var hits = this.hits, digits = hits.map(function () { return 0; }), changed = false, first = true;
    for (;;) {
      if (first || this.rowsAre(rule, hits, digits)) changed = this.replaceRows(rule, hits, digits) || changed;
      first = false;
      if (!this.spend(1)) return changed;
      for (var r = 0; r < digits.length; r += 1) {
        digits[r] += 1;
        if (digits[r] < hits[r].length) break;
        digits[r] = 0;
      }
      if (r === digits.length) return changed;
    }
  };
  M.rowsAre = function (rule, hits, digits) {
    var delta = this.deltas[rule.facing];
    for (var r = 0; r < digits.length; r += 1) {
      var hit = hits[r][digits[r]], at = hit[0], segments = rule.rows[r].segments;
      for (var s = 0; s < segments.length; s += 1) {
        if (s) at += delta * hit[s];
        if (!this.segmentIs(segments[s].cells, at, delta)) return false;
        at += delta * segments[s].cells.length;
      }
    }
    return true;
  };
  M.replaceRows = function (rule, hits, digits) {
    var delta = this.deltas[rule.facing], changed = false;
    for (var r = 0; r < digits.length; r += 1) {
      var hit = hits[r][digits[r]], at = hit[0], segments = rule.rows[r].segments;
      for (var s = 0; s < segments.length; s += 1) {
        if (s) at += delta * hit[s];
        for (var n = 0; n < segments[s].cells.length; n += 1, at += delta) {
          var made = segments[s].cells[n].made;
          if (made && this.replace(made, rule.rigid, at)) changed = true;
        }
      }
    }
    return changed;
  };
  M.replace = function (made, rigid, at) {
    var SO = this.tables.SO, SM = this.tables.SM, objects = new Int32Array(SO), moves = new Int32Array(SM), s, word;
    var set = made.set, taken = made.taken, setMoves = made.setMoves, takenMoves = made.takenMoves;
    if (made.someObject.length) {
      var object = made.someObject[this.random.below(made.someObject.length)], layer = this.tables.layers[object];
      var mask = this.tables.layerMasks[layer];
      set = set.slice();
      set[object >> 5] |= 1 << (object & 31);
      taken = taken.map(function (old, n) { return old | mask[n]; });
      takenMoves = takenMoves.slice();
      word = Math.floor(layer / LAYERS);
      takenMoves[word] |= ANY << (layer - word * LAYERS) * MOVEMENTS;
    }
    if (made.someWay.length) setMoves = setMoves.slice();
    for (var n = 0; n < made.someWay.length; n += 1) {
      word = Math.floor(made.someWay[n] / LAYERS);
      setMoves[word] |= 1 << (made.someWay[n] - word * LAYERS) * MOVEMENTS + this.random.below(4);
    }
    var isOther = false, isOtherWay = false;
    for (s = 0; s < SO; s += 1) {
      word = this.cells[at * SO + s];
      objects[s] = word & ~taken[s] | set[s];
      if (objects[s] === word) continue;
      isOther = true;
      this.noise.born[s] |= objects[s] & ~word;
      this.noise.gone[s] |= word & ~objects[s];
    }
    for (s = 0; s < SM; s += 1) {
      moves[s] = this.moves[at * SM + s] & ~takenMoves[s] | setMoves[s];
      if (moves[s] !== this.moves[at * SM + s]) isOtherWay = true;
    }
    var bound = rigid !== 0 && this.bind(made, rigid, at);
    if (!isOther && !isOtherWay) return bound;
    if (isOtherWay) for (s = 0; s < SM; s += 1) this.writeMove(at, s, moves[s]);
    if (isOther) for (s = 0; s < SO; s += 1) this.writeObject(at, s, objects[s]);
    return true;
  };
  // Marks the layers of a cell that a rigid rule decides about; whether they were not marked before.
  M.bind = function (made, rigid, at) {
    var SM = this.tables.SM, number = new Int32Array(SM);
    if (!this.rigidGroups) return false;
    made.layerList.forEach(function (layer) {
      var value = 0, word = Math.floor(layer / LAYERS);
      // Numbers above 31 reach into the layers behind theirs, as in the program.
      for (var n = 0; n <= layer % PROGRAM_LAYERS && n < 6; n += 1) value |= rigid >> MOVEMENTS * n & ANY;
      number[word] |= value << (layer - word * LAYERS) * MOVEMENTS;
    });
    for (var s = 0; s < SM; s += 1) number[s] &= made.layers[s];
    if (within(number, this.rigidGroups, at * SM) || within(made.layers, this.rigidLayers, at * SM)) return false;
    for (s = 0; s < SM; s += 1) {
      this.rigidGroups[at * SM + s] |= number[s];
      this.rigidLayers[at * SM + s] |= made.layers[s];
    }
    this.touched[at] = 1;
    return true;
  };
  // Chooses one match among those of all rules of a group.
  M.applyRandom = function (rules) {
    var self = this, total = 0, counts = rules.map(function (rule) {
      if (self.find(rule, true) !== SOMEWHERE) return 0;
      var count = self.hits.reduce(function (all, hits) { return all * hits.length; }, 1);
      total += count;
      return count;
    });
    if (!total) return false;
    var choice = this.random.below(total), n = 0;
    while (choice >= counts[n]) { choice -= counts[n]; n += 1; }
    if (this.find(rules[n], true) !== SOMEWHERE) return false;
    var digits = this.hits.map(function (hits) {
      var digit = choice % hits.length;
      choice = Math.floor(choice / hits.length);
      return digit;
    });
    var changed = this.replaceRows(rules[n], this.hits, digits);
    this.giveCommands(rules[n]);
    return changed;
  };
  // CANCEL drives out all other commands, RESTART all but CANCEL.
  M.giveCommands = function (rule) {
    var given = rule.commands;
    if (!given || this.queue & CANCEL || (this.queue & RESTART && !(given & CANCEL))) return;
    if (given & (CANCEL | RESTART)) {
      this.queue = 0;
      this.message = -1;
    }
    if (!(this.queue & MESSAGE) && rule.message >= 0) this.message = rule.message;
    if (given & AGAIN) this.againLine = rule.line;
    this.queue |= given;
  };

  // Lets everything move that can; whether a rigid group is newly banned.
  M.resolve = function () {
    for (var moved = true; moved;) {
      moved = false;
      for (var cell = 0; cell < this.n; cell += 1) if (this.touched[cell] && this.moveCell(cell)) moved = true;
    }
    if (this.tables.sounds.length) this.hearStuck();
    var banned = !!this.rigidLayers && this.banStuck();
    this.clearMoves();
    return banned;
  };
  M.moveCell = function (cell) {
    var SM = this.tables.SM, moved = false;
    for (var s = 0; s < SM; s += 1) {
      var here = this.moves[cell * SM + s], left = here;
      for (var layer = 0; layer < LAYERS && here; layer += 1) {
        var movement = here >> layer * MOVEMENTS & ANY;
        if (movement && this.moveLayer(cell, s * LAYERS + layer, movement)) left &= ~(movement << layer * MOVEMENTS);
      }
      if (left !== here) {
        this.writeMove(cell, s, left);
        moved = true;
      }
    }
    return moved;
  };
  M.moveLayer = function (cell, layer, movement) {
    var mask = this.tables.layerMasks[layer], SO = this.tables.SO, side = [1, 2, 4, 8].indexOf(movement);
    if (!mask) return false;
    if (movement === 16) {
      this.hear("action", mask, cell, movement);
      return true;
    }
    // Contradictory movements end only where nothing is there to move.
    if (side < 0) return !meets(mask, this.cells, cell * SO);
    if (this.ahead(cell, side) < 2) return false;
    var target = cell + this.deltas[side];
    if (meets(mask, this.cells, target * SO)) return false;
    if (!meets(mask, this.cells, cell * SO)) return true;
    this.hear("move", mask, cell, movement);
    for (var s = 0; s < SO; s += 1) {
      var going = this.cells[cell * SO + s] & mask[s];
      if (!going) continue;
      this.writeObject(cell, s, this.cells[cell * SO + s] & ~going);
      this.writeObject(target, s, this.cells[target * SO + s] | going);
      for (var rest = going; rest; rest &= rest - 1) this.moved.push([s * 32 + 31 - Math.clz32(rest & -rest), cell, target]);
    }
    return true;
  };
  // What happens to objects of a layer in a cell has sounds. They decide nothing.
  M.hear = function (verb, mask, cell, movement) {
    var SO = this.tables.SO, cells = this.cells, seeds = this.noise.seeds;
    this.tables.sounds.forEach(function (sound) {
      if (sound.verb !== verb || !(sound.ways & movement)) return;
      for (var s = 0; s < SO; s += 1) if (sound.mask[s] & mask[s] & cells[cell * SO + s]) return seeds.push(sound.seed);
    });
  };
  M.hearStuck = function () {
    var SM = this.tables.SM, self = this;
    for (var cell = 0; cell < this.n; cell += 1) for (var s = 0; this.touched[cell] && s < SM; s += 1) {
      for (var layer = 0, left = this.moves[cell * SM + s]; layer < LAYERS && left; layer += 1) {
        var movement = left >> layer * MOVEMENTS & ANY, mask = self.tables.layerMasks[s * LAYERS + layer];
        if (movement && mask) self.hear("cantmove", mask, cell, movement);
      }
    }
  };
  // The seeds of the sounds of the last step, each once.
  M.heard = function (step) {
    var tables = this.tables, noise = this.noise, seeds = noise.seeds.slice();
    tables.sounds.forEach(function (sound) {
      var set = sound.verb === "create" ? noise.born : sound.verb === "destroy" ? noise.gone : null;
      if (set && meets(sound.mask, set, 0)) seeds.push(sound.seed);
    });
    for (var n = 0; n <= 10; n += 1) if (step.sounds >> n & 1 && "sfx" + n in tables.events) seeds.push(tables.events["sfx" + n]);
    return seeds.filter(function (seed, at) { return seeds.indexOf(seed) === at; });
  };
  M.banStuck = function () {
    var SM = this.tables.SM, newly = false;
    for (var cell = 0; cell < this.n; cell += 1) {
      for (var s = 0; this.touched[cell] && s < SM; s += 1) {
        var stuck = this.moves[cell * SM + s] & this.rigidLayers[cell * SM + s];
        if (!stuck) continue;
        var shift = Math.floor((31 - Math.clz32(stuck & -stuck)) / MOVEMENTS) * MOVEMENTS;
        var group = this.tables.rigid[(this.rigidGroups[cell * SM + s] >> shift & ANY) - 1];
        if (group !== undefined && this.banned[group] === false) this.banned[group] = newly = true;
        break;
      }
    }
    return newly;
  };

  // One step: input, rules, movement, late rules.
  M.run = function (state, movement) {
    this.load(state);
    this.clearMoves();
    this.banned.fill(false);
    for (var round = 0; round < MAX_RIGID_ROUNDS; round += 1) {
      this.queue = 0;
      this.message = -1;
      this.playerCells = [];
      this.moved = [];
      this.noise = silence(this.tables);
      if (movement) this.pushPlayers(movement);
      this.applyPhase(this.tables.early, true);
      if (!this.resolve()) return this.applyPhase(this.tables.late, false);
      this.load(state);
    }
  };
  M.has = function (side, at) {
    return (side.together ? within : meets)(side.mask, this.cells, at * this.tables.SO);
  };
  M.pushPlayers = function (movement) {
    var tables = this.tables, player = tables.player, SO = tables.SO, SM = tables.SM;
    for (var cell = 0; cell < this.n; cell += 1) {
      if (!this.has(player, cell)) continue;
      var moves = this.moves.slice(cell * SM, cell * SM + SM);
      for (var s = 0; s < SO; s += 1) {
        for (var rest = this.cells[cell * SO + s] & player.mask[s]; rest; rest &= rest - 1) {
          var layer = tables.layers[s * 32 + 31 - Math.clz32(rest & -rest)], word = Math.floor(layer / LAYERS);
          moves[word] |= movement << (layer - word * LAYERS) * MOVEMENTS;
        }
      }
      this.playerCells.push(cell);
      for (s = 0; s < SM; s += 1) this.writeMove(cell, s, moves[s]);
    }
  };
  M.isWon = function () {
    var self = this, wins = this.tables.wins;
    function holds(win) {
      for (var at = 0; at < self.n; at += 1) {
        var first = self.has(win.first, at), second = !win.second || self.has(win.second, at);
        if (win.quantifier === "no" ? first && second : win.quantifier === "all" && first && !second) return false;
        if (win.quantifier === "some" && first && second) return true;
      }
      return win.quantifier !== "some";
    }
    return wins.length > 0 && wins.every(holds);
  };
  M.differs = function (state) {
    for (var n = 0; n < state.length; n += 1) if (this.cells[n] !== state[n]) return true;
    return false;
  };

  function outcome(more) {
    return Object.assign({ changed: false, won: false, again: false, cancelled: false, restarted: false, checkpoint: false,
      counts: false, message: -1, sounds: 0 }, more);
  }
  M.rawStep = function (state, movement, kind) {
    var tables = this.tables, mask = tables.player.mask, self = this;
    this.run(state, movement);
    function stayed(cell) { return meets(mask, self.cells, cell * tables.SO); }
    if (tables.settings.must_move && movement && this.playerCells.length && this.playerCells.every(stayed)) return outcome({ cancelled: true });
    var queue = this.queue, sounds = Math.floor(queue / FIRST_SOUND);
    if (queue & CANCEL) return outcome({ cancelled: true, counts: (queue & ~CANCEL) !== 0, sounds: sounds });
    var made = outcome({ sounds: sounds, message: this.message });
    if (queue & RESTART && kind === PLAIN) {
      // Movements are heard once it is known that nothing restarts.
      this.noise = silence(this.tables);
      return this.backToStart(state, made);
    }
    made.changed = this.differs(state);
    made.counts = made.changed || (queue & (WIN | RESTART)) !== 0;
    if (kind === TRIAL && made.counts) return made;
    made.won = kind === PLAIN && ((queue & WIN) !== 0 || this.isWon());
    if (made.changed) state.set(this.cells);
    made.checkpoint = (queue & CHECKPOINT) !== 0;
    made.again = made.changed && (queue & AGAIN) !== 0;
    if (made.again && tables.random) {
      // The trial draws random numbers, so it is part of the game.
      var moved = this.moved, noise = this.noise, trial = this.rawStep(state, 0, TRIAL);
      this.moved = moved;
      this.noise = noise;
      made.again = trial.counts;
      made.checkpoint = made.checkpoint || trial.checkpoint;
    }
    return made;
  };
  M.backToStart = function (state, made) {
    var restart = this.restart;
    made.restarted = made.counts = true;
    made.changed = state.some(function (word, n) { return word !== restart[n]; });
    state.set(restart);
    if (this.tables.settings.starts) made.again = this.rawStep(state, 0, START).again;
    this.load(state);
    made.won = this.isWon();
    this.moved = [];
    return made;
  };

  // Why a turn does not end.
  function Fault(words) { this.words = words; }
  M.oneStep = function (state, movement, kind) {
    var granted = this.workLeft = Math.min(MAX_WORK, this.turnWork), made = this.rawStep(state, movement, kind);
    if (this.workLeft === 0) {
      throw new Fault(granted < MAX_WORK ? "AGAIN goes on for too long (line " + this.againLine + "): after " + this.again.turns +
        " turns without a key the board still changes" : "the rules of this turn go on for too long (line " + this.atLine + ")");
    }
    this.turnWork -= granted - this.workLeft;
    return made;
  };
  M.refill = function () {
    this.turnWork = MAX_TURN_WORK;
    this.again = { mark: null, turns: 0, next: 1 };
  };
  M.beginAgain = function (state) { this.again = { mark: state.slice(), turns: 0, next: 1 }; };
  // The step that AGAIN asked for.
  M.stepAgain = function (state) {
    var made = this.oneStep(state, 0, PLAIN), again = this.again;
    if (!made.again || !made.counts || made.won) return made;
    again.turns += 1;
    if (!this.tables.random && again.mark && again.mark.every(function (word, n) { return word === state[n]; })) {
      throw new Fault("AGAIN never settles (line " + this.againLine + "): after " + again.turns +
        " turns without a key the board is one that was there before");
    }
    if (again.turns >= MAX_AGAINS) {
      throw new Fault("AGAIN goes on for too long (line " + this.againLine + "): after " + again.turns + " turns without a key the board still changes");
    }
    if (again.turns === again.next) {
      again.mark = state.slice();
      again.next *= 2;
    }
    return made;
  };
  M.step = function (state, movement) {
    this.refill();
    return this.oneStep(state, movement, PLAIN);
  };
  M.startStep = function (state) {
    this.refill();
    return this.oneStep(state, 0, START);
  };
  // Makes steps without a key until nothing more is due; `seen` receives each.
  M.settle = function (state, total, seen) {
    this.beginAgain(state);
    for (;;) {
      var step = this.stepAgain(state);
      total.checkpoint = total.checkpoint || step.checkpoint;
      total.again = false;
      if (!step.counts) return total;
      if (seen) seen(state, this.moved, step);
      total.counts = true;
      total.changed = total.changed || step.changed;
      total.won = step.won;
      total.restarted = total.restarted || step.restarted;
      if (total.message < 0) total.message = step.message;
      total.sounds |= step.sounds;
      if (step.won || !step.again) return total;
    }
  };
  // A turn, with all further ones that AGAIN asks for.
  M.turn = function (state, movement, seen) {
    var first = this.step(state, movement);
    if (seen) seen(state, this.moved, first);
    return first.again && !first.won ? this.settle(state, first, seen) : first;
  };
  M.start = function (state) {
    this.restart = state.slice();
    if (!this.tables.settings.starts) return state;
    var first = this.startStep(state);
    if (first.again) this.settle(state, first);
    return state;
  };
  M.stateOf = function (board) {
    var tables = this.tables, state = new Int32Array(this.n * tables.SO), sets = board.sets.map(tables.objectsOf);
    board.cells.forEach(function (set, cell) { state.set(sets[set], cell * tables.SO); });
    return state;
  };
  M.objectsAt = function (state, cell) {
    var SO = this.tables.SO, found = [];
    for (var s = 0; s < SO; s += 1) {
      for (var rest = state[cell * SO + s]; rest; rest &= rest - 1) found.push(s * 32 + 31 - Math.clz32(rest & -rest));
    }
    return found;
  };
  M.seeded = function (seed) { this.random = new Random(seed); };

  F.script = { read: read, Machine: Machine, Fault: Fault, KEYS: KEYS };
})(Foolproof);
