// The rules of games of a designer's own: a ground program, evaluated with a play's choices fixed in the
// order of what needs what, as the program's own judge does; nothing is searched. Knows programs and
// plays, and nothing of how they are made.
(function (F) {
  "use strict";

  // The parts of a graph in which everything reaches everything, those that others need first. `next`
  // gives the numbers that a number points to, from 0.
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

  // A program as the page has it: rules one behind the other, as numbers.
  function read(numbers) {
    var rules = [], at = 0, last = 0;
    function list(count) {
      var part = numbers.slice(at, at + count);
      at += count;
      part.forEach(function (n) { last = Math.max(last, Math.abs(n)); });
      return part;
    }
    while (at < numbers.length) {
      var kind = numbers[at++], rule = { choice: !!(kind & 1), heads: null, body: null, bound: null, weights: null };
      rule.heads = list(numbers[at++]);
      rule.body = list(numbers[at++]);
      if (kind & 2) {
        rule.bound = numbers[at++];
        rule.weights = numbers.slice(at, at + rule.body.length);
        at += rule.body.length;
      }
      rules.push(rule);
    }
    return { rules: rules, atoms: last + 1 };
  }

  function holds(truth, literal) { return literal > 0 ? !!truth[literal] : !truth[-literal]; }

  function bodyHolds(rule, truth, test) {
    var body = rule.body;
    if (rule.bound === null) {
      for (var i = 0; i < body.length; i += 1) if (!test(truth, body[i])) return false;
      return true;
    }
    var sum = 0;
    for (var k = 0; k < body.length; k += 1) if (test(truth, body[k])) sum += rule.weights[k];
    return sum >= rule.bound;
  }

  function evaluator(numbers) {
    var program = read(numbers), rules = program.rules, atoms = program.atoms;
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
    // Choices that allow each other are founded from the ground up.
    var mutual = components(atoms, needs(allows, true)).filter(function (part) {
      return part.some(function (atom) { return inputs[atom]; });
    });

    // What is true where exactly these of the inputs are chosen.
    function evaluate(chosen) {
      var truth = new Uint8Array(atoms), given = {}, unsupported = {}, forced = [];
      chosen.forEach(function (atom) { if (inputs[atom]) { truth[atom] = 1; given[atom] = true; } });
      steps.forEach(function (part) {
        var grew = true;
        while (grew) {
          grew = false;
          part.forEach(function (atom) {
            if (truth[atom]) return;
            if (derives[atom].some(function (rule) { return bodyHolds(rule, truth, holds); })) {
              truth[atom] = 1;
              grew = part.length > 1;
            }
          });
        }
      });
      chosen.forEach(function (atom) { if (!truth[atom]) unsupported[atom] = true; });
      Object.keys(inputs).forEach(function (atom) { if (truth[atom] && !given[atom]) forced.push(+atom); });
      mutual.forEach(function (part) {
        var within = {}, founded = {}, grew = true;
        part.forEach(function (atom) { within[atom] = true; });
        function test(all, literal) {
          if (literal > 0 && within[literal]) return !!founded[literal];
          return holds(all, literal);
        }
        while (grew) {
          grew = false;
          part.forEach(function (atom) {
            if (founded[atom] || !truth[atom]) return;
            if (allows[atom].some(function (rule) { return bodyHolds(rule, truth, test); })) {
              founded[atom] = true;
              grew = part.length > 1;
            }
          });
        }
        part.forEach(function (atom) { if (given[atom] && !founded[atom]) unsupported[atom] = true; });
      });
      return {
        truth: truth,
        broken: constraints.some(function (rule) { return bodyHolds(rule, truth, holds); }),
        unsupported: Object.keys(unsupported).map(Number),
        forced: forced
      };
    }
    return { evaluate: evaluate, inputs: inputs };
  }

  function unquote(text) {
    if (text[0] !== '"') return text;
    return text.slice(1, -1).replace(/\\(.)/g, function (_, c) { return c === "n" ? "\n" : c; });
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

  // A level's rules, read once.
  function rulesOf(level) {
    if (level.rules) return level.rules;
    var own = level.own, rules = { engine: evaluator(own.rules), playable: {}, marks: {}, wrongs: [], looks: [],
      now: [], next: {}, starts: [], actions: {}, refused: [], legal: undefined, won: undefined, lost: undefined, siteOf: {} };
    own.names.forEach(function (name) {
      var term = name[0], atom = name[1], args = parts(term);
      switch (term.split("(")[0]) {
        case "play":
          if (args.length !== 2 || !F.site(args[0])) break;
          rules.playable[args[0] + " " + args[1]] = atom;
          rules.marks[args[1]] = true;
          break;
        case "wrong":
          if (args.length === 1 || args.length === 2) rules.wrongs.push({ atom: atom, why: unquote(args[0]), at: args[1] });
          break;
        case "look": if (args.length === 2 && F.site(args[0])) rules.looks.push({ atom: atom, site: args[0], style: args[1] }); break;
        case "now": if (rules.engine.inputs[atom]) rules.now.push({ atom: atom, key: args[0] + " " + args[1], site: args[0], mark: args[1] }); break;
        case "next": rules.next[args[0] + " " + args[1]] = atom; break;
        case "start": rules.starts.push({ atom: atom, key: args[0] + " " + args[1] }); break;
        case "do": if (rules.engine.inputs[atom]) rules.actions[args[0]] = atom; break;
        case "refused": rules.refused.push({ atom: atom, why: unquote(args[0]), site: args[1] }); break;
        case "legal": rules.legal = atom; break;
        case "won": rules.won = atom; break;
        case "lost": rules.lost = atom; break;
        default: break;
      }
    });
    var keys = {};
    rules.now.forEach(function (now) { keys[now.key] = true; });
    rules.strays = Object.keys(rules.next).filter(function (key) { return !keys[key]; })
      .map(function (key) { return rules.next[key]; });
    rules.refused.sort(function (a, b) {
      if (a.why !== b.why) return a.why < b.why ? -1 : 1;
      return (a.site || "") < (b.site || "") ? -1 : 1;
    });
    // The first mark of an atom, in the order of sites, is what is said of it.
    Object.keys(rules.playable).sort(function (a, b) {
      var one = a.split(" "), two = b.split(" ");
      return F.order(one[0], two[0]) || (one[1] < two[1] ? -1 : 1);
    }).forEach(function (key) {
      var atom = rules.playable[key];
      if (!(atom in rules.siteOf)) rules.siteOf[atom] = key.split(" ")[0];
    });
    level.rules = rules;
    return rules;
  }

  function isTrue(result, atom) { return atom === 0 || (atom !== undefined && !!result.truth[atom]); }

  // A place that is no site, in words: people count rows from 1.
  function placed(at) {
    var args = parts(at), word = at.split("(")[0];
    if ((word === "row" || word === "column") && args.length === 1) {
      return /^-?\d+$/.test(args[0]) ? word + " " + (+args[0] + 1) : at;
    }
    return word.replace(/_/g, " ") + (args.length ? " " + args.join(", ") : "");
  }

  function judgeMarks(level, play, describe) {
    var rules = rulesOf(level), sites = F.sites(play), chosen = [], illegal = [];
    for (var i = 0; i < sites.length; i += 1) {
      if (rules.playable[sites[i] + " " + play[sites[i]]] !== undefined) continue;
      if (!F.contains(level.board, sites[i])) return F.illegal(F.name(sites[i]) + " is not on the board", [sites[i]]);
      if (!rules.marks[play[sites[i]]]) return F.illegal("`" + play[sites[i]] + "` is not put by the player", [sites[i]]);
    }
    sites.forEach(function (site) {
      var atom = rules.playable[site + " " + play[site]];
      if (atom === undefined) illegal.push(site);
      else if (atom !== 0) chosen.push(atom);
    });
    var result = rules.engine.evaluate(chosen);
    result.unsupported.forEach(function (atom) { if (rules.siteOf[atom]) illegal.push(rules.siteOf[atom]); });
    illegal.sort(F.order);
    if (illegal.length) {
      var mark = play[illegal[0]], words = mark === undefined ? "" : describe ? describe(mark) : mark;
      return F.illegal(words + " cannot go on " + F.spoken(illegal[0]), illegal);
    }
    var broken = rules.wrongs.filter(function (wrong) { return isTrue(result, wrong.atom); });
    if (broken.length) {
      var first = broken[0], isSite = first.at !== undefined && F.site(first.at);
      var why = first.why + (first.at !== undefined && !isSite ? " (" + placed(first.at) + ")" : "");
      return F.unsolved(why, broken.filter(function (wrong) {
        return wrong.why === first.why && wrong.at !== undefined && F.site(wrong.at);
      }).map(function (wrong) { return wrong.at; }));
    }
    if (!result.broken && !result.unsupported.length && !result.forced.length) return F.SOLVED;
    var missing = result.forced.map(function (atom) { return rules.siteOf[atom]; }).filter(Boolean);
    return missing.length ? F.unsolved("something has to be there", missing) : F.unsolved("a rule is broken");
  }

  // A position is a set of `site mark`.
  function chosenOf(rules, state, action) {
    var chosen = rules.now.filter(function (now) { return state[now.key]; }).map(function (now) { return now.atom; });
    if (action !== undefined) chosen.push(rules.actions[action]);
    return chosen;
  }

  function startOf(rules) {
    var result = rules.engine.evaluate([]), state = {};
    rules.starts.forEach(function (start) { if (isTrue(result, start.atom)) state[start.key] = true; });
    return state;
  }

  function standing(rules, result) {
    return isTrue(result, rules.lost) ? "lost" : isTrue(result, rules.won) ? "won" : "open";
  }

  // What an action does to a position.
  function step(rules, state, action) {
    var result = rules.engine.evaluate(chosenOf(rules, state, action));
    var legal = standing(rules, result) === "open" && isTrue(result, rules.legal) && !result.broken;
    // What would put a mark where it may never be cannot be done.
    legal = legal && !rules.strays.some(function (atom) { return isTrue(result, atom); });
    if (!legal) {
      var refusals = rules.refused.filter(function (one) { return isTrue(result, one.atom); });
      return { legal: false, why: refusals.length ? refusals[0].why : "" };
    }
    var next = {};
    rules.now.forEach(function (now) { if (isTrue(result, rules.next[now.key])) next[now.key] = true; });
    return { legal: true, next: next };
  }

  // The position after a play, or its first step that cannot be made.
  function course(level, play) {
    var rules = rulesOf(level), state = startOf(rules), count = Object.keys(play).length;
    for (var at = 0; at < count; at += 1) {
      var action = play["step(" + at + ")"], number = at + 1, why;
      if (action === undefined) why = "step " + number + " is missing";
      else if (!(action in rules.actions)) why = "step " + number + " cannot be made: `" + action + "` is nothing that can be tried here";
      else {
        var made = step(rules, state, action);
        if (made.legal) { state = made.next; continue; }
        // What is no step at all leaves the steps before unclear.
        var steps = Object.keys(play).every(function (site) { return F.site(site).place === "step"; });
        why = "step " + number + " cannot be made" + (made.why && steps ? ": " + made.why : "");
      }
      return { state: state, fault: F.illegal(why, ["step(" + at + ")"]) };
    }
    return { state: state, fault: null };
  }

  function judgeMoves(level, play) {
    var made = course(level, play), rules = rulesOf(level);
    if (made.fault) return made.fault;
    switch (standing(rules, rules.engine.evaluate(chosenOf(rules, made.state)))) {
      case "won": return F.SOLVED;
      case "lost": return F.unsolved("it is lost");
      default: return F.unsolved("it is not won yet");
    }
  }

  function judge(level, play, describe) {
    if (level.own.kind === "moves") return judgeMoves(level, play);
    var names = F.page && F.page.pack.names[level.game];
    return judgeMarks(level, play, describe || (names && function (mark) { return names[mark] || mark; }));
  }

  F.own = {
    rulesOf: rulesOf, isTrue: isTrue, chosenOf: chosenOf, step: step, course: course, judge: judge
  };
})(Foolproof);
