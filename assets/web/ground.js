// Ground programs in a page: read, and evaluated with a play's choices fixed in the order of what needs
// what, as the program's own judge does; nothing is searched. Knows programs and plays, and nothing of
// how they are made.
(function (F) {
  "use strict";

  // The strongly connected components of a graph, those that others need first. `next` gives the numbers
  // that a number points to, from 0.
  function components(count, next) {
    var index = new Int32Array(count).fill(-1), low = new Int32Array(count), of = new Int32Array(count).fill(-1);
    var stack = [], found = [], clock = 0;
    for (var root = 0; root < count; root += 1) {
      if (index[root] >= 0) continue;
      var work = [[root, 0, next(root)]];
      index[root] = low[root] = clock++;
      stack.push(root);
      while (work.length) {
        var top = work[work.length - 1], at = top[0], list = top[2];
        if (top[1] < list.length) {
          var to = list[top[1]++];
          if (index[to] < 0) {
            index[to] = low[to] = clock++;
            stack.push(to);
            work.push([to, 0, next(to)]);
          } else if (of[to] < 0 && index[to] < low[at]) {
            low[at] = index[to];
          }
          continue;
        }
        work.pop();
        if (work.length && low[at] < low[work[work.length - 1][0]]) low[work[work.length - 1][0]] = low[at];
        if (low[at] === index[at]) {
          var part = [], one;
          do { one = stack.pop(); of[one] = found.length; part.push(one); } while (one !== at);
          found.push(part);
        }
      }
    }
    return found;
  }

  var LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-", FIVE_BITS = {};
  LETTERS.split("").forEach(function (letter, at) { FIVE_BITS[letter] = at; });

  // Numbers in letters of five bits each, the lowest first: 32 says that more follow. The lowest bit of
  // all is the sign.
  function numbers(text) {
    var list = [], sum = 0, weight = 1;
    for (var at = 0; at < text.length; at += 1) {
      var bits = FIVE_BITS[text[at]];
      sum += bits % 32 * weight;
      weight *= 32;
      if (bits >= 32) continue;
      list.push(sum % 2 ? -(sum - 1) / 2 : sum / 2);
      sum = 0;
      weight = 1;
    }
    return list;
  }

  // The rules of a program as the page has it: one behind the other, each atom as the difference to the
  // one in its place in the last rule of its form.
  function read(text) {
    var all = numbers(text), rules = [], at = 0, last = null, place = 0, most = 0, lasts = {};
    function atom(difference) {
      var here = last[place] = (last[place] || 0) + difference;
      place += 1;
      most = Math.max(most, here);
      return here;
    }
    function literal(number) {
      var negative = number % 2 !== 0, there = atom((number - (negative ? 1 : 0)) / 2);
      return negative ? -there : there;
    }
    // How many literals there are stands behind the heads.
    function begin(kind) {
      var heads = all[at], form = [kind, heads, all[at + 1 + heads]].join(" ");
      last = lasts[form] = lasts[form] || [];
      place = 0;
    }
    function list(count, how) {
      var part = all.slice(at, at + count).map(how);
      at += count;
      return part;
    }
    while (at < all.length) {
      var kind = all[at++], rule = { choice: !!(kind & 1), heads: null, body: null, bound: null, weights: null };
      begin(kind);
      rule.heads = list(all[at++], atom);
      rule.body = list(all[at++], literal);
      if (kind & 2) rule.bound = all[at++];
      if (kind & 4) rule.weights = list(rule.body.length, Number);
      rules.push(rule);
    }
    return { rules: rules, atoms: most + 1 };
  }

  // A rule as it is evaluated: plain rules have no bound.
  function compiled(rule) {
    return { choice: rule.choice, heads: rule.heads, body: Int32Array.from(rule.body), bound: rule.bound, weights: rule.weights };
  }

  // Whether a body holds. A page asks this of every rule at every step, so it calls nothing.
  function bodyHolds(rule, truth) {
    var body = rule.body, count = body.length, literal;
    if (rule.bound === null) {
      for (var i = 0; i < count; i += 1) {
        literal = body[i];
        if (literal > 0 ? !truth[literal] : truth[-literal]) return false;
      }
      return true;
    }
    var sum = 0, weights = rule.weights;
    for (var k = 0; k < count; k += 1) {
      literal = body[k];
      if (literal > 0 ? truth[literal] : !truth[-literal]) sum += weights ? weights[k] : 1;
    }
    return sum >= rule.bound;
  }

  function anyHolds(rules, truth) {
    for (var at = 0; at < rules.length; at += 1) if (bodyHolds(rules[at], truth)) return true;
    return false;
  }

  // The same for what lies within a part, where only what is founded already counts.
  function anyFounds(rules, truth, within, founded) {
    return rules.some(function (rule) {
      var sum = 0, counts = 0;
      rule.body.forEach(function (literal, k) {
        var holds = literal < 0 ? !truth[-literal] : within[literal] ? founded[literal] : truth[literal];
        if (holds) { counts += 1; sum += rule.weights ? rule.weights[k] : 1; }
      });
      return rule.bound === null ? counts === rule.body.length : sum >= rule.bound;
    });
  }

  function evaluator(text) {
    var program = read(text), rules = program.rules.map(compiled), atoms = program.atoms;
    var derives = [], allows = [], inputs = {}, constraints = [];
    for (var i = 0; i < atoms; i += 1) { derives.push([]); allows.push([]); }
    rules.forEach(function (rule) {
      if (!rule.heads.length && !rule.choice) constraints.push(rule);
      rule.heads.forEach(function (head) {
        allows[head].push(rule);
        if (rule.choice) inputs[head] = true;
        else derives[head].push(rule);
      });
    });
    function needs(lists, positive) {
      return function (atom) {
        var list = [];
        lists[atom].forEach(function (rule) {
          rule.body.forEach(function (literal) { if (!positive || literal > 0) list.push(Math.abs(literal)); });
        });
        return list;
      };
    }
    var steps = components(atoms, needs(derives, false)).filter(function (part) {
      return part.some(function (atom) { return derives[atom].length; });
    });
    var choices = Object.keys(inputs).map(Number);
    // What may be chosen in any case is founded as soon as it is chosen.
    function isFree(atom) { return allows[atom].some(function (rule) { return !rule.body.length && !(rule.bound > 0); }); }
    // Choices that allow each other are founded from the ground up.
    var mutual = components(atoms, needs(allows, true)).filter(function (part) {
      return part.some(function (atom) { return inputs[atom] && !isFree(atom); });
    });

    // Derives a part whose atoms may need each other.
    function derive(part, truth) {
      var grew = true;
      while (grew) {
        grew = false;
        for (var k = 0; k < part.length; k += 1) {
          var atom = part[k];
          if (truth[atom] || !anyHolds(derives[atom], truth)) continue;
          truth[atom] = 1;
          grew = part.length > 1;
        }
      }
    }

    // What of a part is chosen without being founded: choices that allow each other are founded one by one.
    function addUnfounded(part, truth, given, unsupported) {
      if (!part.some(function (atom) { return given[atom]; })) return;
      var within = new Uint8Array(atoms), founded = new Uint8Array(atoms), grew = true;
      part.forEach(function (atom) { within[atom] = 1; });
      while (grew) {
        grew = false;
        for (var k = 0; k < part.length; k += 1) {
          var atom = part[k];
          if (founded[atom] || !truth[atom] || !anyFounds(allows[atom], truth, within, founded)) continue;
          founded[atom] = 1;
          grew = part.length > 1;
        }
      }
      part.forEach(function (atom) { if (given[atom] && !founded[atom]) unsupported[atom] = true; });
    }

    // What is true where exactly these of the inputs are chosen.
    function evaluate(chosen) {
      var truth = new Uint8Array(atoms), given = new Uint8Array(atoms), unsupported = {}, forced = [];
      chosen.forEach(function (atom) { if (inputs[atom]) truth[atom] = given[atom] = 1; });
      for (var at = 0; at < steps.length; at += 1) derive(steps[at], truth);
      chosen.forEach(function (atom) { if (!truth[atom]) unsupported[atom] = true; });
      choices.forEach(function (atom) { if (truth[atom] && !given[atom]) forced.push(atom); });
      mutual.forEach(function (part) { addUnfounded(part, truth, given, unsupported); });
      return {
        truth: truth,
        broken: anyHolds(constraints, truth),
        unsupported: Object.keys(unsupported).map(Number),
        forced: forced
      };
    }
    return { evaluate: evaluate, inputs: inputs };
  }

  // The arguments of a term that may hold strings.
  function parts(term) {
    var open = term.indexOf("(");
    if (open < 0) return [];
    var list = [], depth = 0, quoted = false, from = open + 1;
    for (var at = from; at < term.length; at += 1) {
      var c = term[at];
      if (quoted) {
        if (c === "\\") at += 1;
        else if (c === '"') quoted = false;
      } else if (c === '"') quoted = true;
      else if (c === "(") depth += 1;
      else if ((c === "," || c === ")") && depth === 0) { list.push(term.slice(from, at)); from = at + 1; }
      else if (c === ")") depth -= 1;
    }
    return list;
  }

  // The program of a level, unpacked with all others and read once for all levels that share it: its evaluator, the atoms of terms in
  // the order of naming, and the same by name. An atom 0 always holds.
  function programOf(level) {
    if (typeof F.programs === "string") F.programs = JSON.parse(F.unpacked(F.programs));
    var program = F.programs[level.program];
    if (program.engine) return program;
    program.engine = evaluator(program.rules);
    program.atoms = Object.create(null);
    program.named = Object.create(null);
    var shared = program.names[0], rests = program.names[1], term = "", atom = 0;
    for (var at = 0; at < rests.length; at += 1) {
      term = term.slice(0, shared[at]) + rests[at];
      atom += program.names[2][at];
      program.atoms[term] = atom;
      var name = term.split("(")[0], list = program.named[name] = program.named[name] || [];
      list.push({ args: parts(term), atom: atom });
    }
    return program;
  }

  function isTrue(result, atom) { return atom === 0 || (atom !== undefined && !!result.truth[atom]); }

  // The arguments of what is true of a name.
  function trueOf(program, result, name) {
    return (program.named[name] || []).filter(function (one) { return isTrue(result, one.atom); })
      .map(function (one) { return one.args; });
  }

  // The atoms of what lies on sites, of terms such as play(cell(0,0),3): what is unknown to the program in
  // `strange`.
  function atomsOf(program, name, marks) {
    var atoms = [], strange = [];
    F.sites(marks).forEach(function (site) {
      var atom = program.atoms[name + "(" + site + "," + marks[site] + ")"];
      if (atom) atoms.push(atom);
      else if (atom === undefined) strange.push(site);
    });
    return { atoms: atoms, strange: strange };
  }

  // The sites of wrong(What,Site), or of illegal(What,Site), by what is wrong; null where nothing is.
  function faults(program, result, name) {
    var found = {};
    trueOf(program, result, name).forEach(function (args) { (found[args[0]] = found[args[0]] || []).push(args[1]); });
    Object.keys(found).forEach(function (what) { found[what].sort(F.order); });
    return Object.keys(found).length ? found : null;
  }

  function judged(level, play, words) {
    var program = programOf(level), put = atomsOf(program, "play", play);
    // Clues are chosen where the program serves all levels of a board.
    var chosen = put.atoms.concat(atomsOf(program, "has", level.marks).atoms);
    if (put.strange.length) return F.strange(put.strange);
    var result = program.engine.evaluate(chosen);
    if (result.unsupported.length) return F.strange(F.sites(play));
    var illegal = faults(program, result, "illegal"), wrong = illegal || faults(program, result, "wrong");
    if (wrong) {
      var said = words(wrong);
      if (!said) return F.strange(F.sites(play));
      return illegal ? F.illegal(said.why, said.sites) : F.unsolved(said.why, said.sites);
    }
    return result.broken || result.forced.length ? F.unsolved("a rule is broken") : F.SOLVED;
  }

  // What a level's program says of a play of marks. `words` is given sites by what is wrong, and gives a
  // sentence and the sites that show it, or null where no gesture makes such a play.
  function judge(level, play, words) {
    var key = JSON.stringify(play);
    if (!level.judged || level.judged.key !== key) level.judged = { key: key, said: judged(level, play, words) };
    return level.judged.said;
  }

  F.ground = { evaluator: evaluator, programOf: programOf, parts: parts, isTrue: isTrue, trueOf: trueOf, atomsOf: atomsOf, judge: judge };
})(Foolproof);
