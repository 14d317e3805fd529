// The rules of games of a designer's own, by their ground programs: what a play breaks, and what a step does.
// Knows no gestures.
(function (F) {
  "use strict";

  var G = F.ground, parts = G.parts, isTrue = G.isTrue;

  function unquote(text) {
    if (text[0] !== '"') return text;
    return text.slice(1, -1).replace(/\\(.)/g, function (_, c) { return c === "n" ? "\n" : c; });
  }

  // A level's rules, read once.
  function rulesOf(level) {
    if (level.rules) return level.rules;
    var program = G.programOf(level), rules = { engine: program.engine, playable: {}, marks: {}, wrongs: [], looks: [],
      now: [], next: {}, starts: [], actions: {}, refused: [], legal: undefined, won: undefined, lost: undefined, siteOf: {} };
    Object.keys(program.atoms).forEach(function (term) {
      var atom = program.atoms[term], args = parts(term);
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
    // The first mark of an atom, in site order, is the one reported.
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

  // A place other than a site, in words: people count rows from 1.
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

  // The position after a play, or its first step that cannot be made. What a play has in common with the last one
  // is not worked out again.
  function course(level, play) {
    var rules = rulesOf(level), count = Object.keys(play).length, at = 0;
    var last = rules.last = rules.last || { actions: [], states: [startOf(rules)] };
    while (at < count && at < last.actions.length && last.actions[at] === play["step(" + at + ")"]) at += 1;
    last.actions.length = at;
    last.states.length = at + 1;
    for (; at < count; at += 1) {
      var action = play["step(" + at + ")"], number = at + 1, why;
      if (action === undefined) why = "step " + number + " is missing";
      else if (!(action in rules.actions)) why = "step " + number + " cannot be made: `" + action + "` is nothing that can be tried here";
      else {
        var made = step(rules, last.states[at], action);
        if (made.legal) {
          last.actions.push(action);
          last.states.push(made.next);
          continue;
        }
        // An invalid step leaves the previous ones unclear.
        var steps = Object.keys(play).every(function (site) { return F.site(site).place === "step"; });
        why = "step " + number + " cannot be made" + (made.why && steps ? ": " + made.why : "");
      }
      return { state: last.states[at], fault: F.illegal(why, ["step(" + at + ")"]) };
    }
    return { state: last.states[count], fault: null };
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
