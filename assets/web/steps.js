// Hints by the solving steps of a level, which the page has with it: where to look, why, and what follows.
(function (F) {
  "use strict";

  var STAGES = ["where", "why", "what"];

  // What the player was told not to be there, and has perhaps not noted, by level.
  var told = {}, last = null;

  function toldOf(ctx) {
    return told[ctx.level.key] || (told[ctx.level.key] = {});
  }

  // Whether the player knows a mark: [site, mark, whether it is there].
  function has(ctx, known) {
    var here = ctx.play[known[0]];
    if (known[2]) return here === known[1];
    if (here) return here !== known[1];
    return ctx.extra[known[0]] === "dot" || !!toldOf(ctx)[known[0] + " " + known[1]];
  }

  // One sentence and marks on the board rule something out: that is seen without a hint.
  function isPlain(step) {
    return step.sentences === 1 && !!step.since.length &&
      step.marks.every(function (mark) { return !mark[2]; }) &&
      step.since.every(function (mark) { return mark[2]; });
  }

  // What is wrong on the board, else the next step on the way to a mark that is missing.
  function next(ctx) {
    var path = ctx.level.steps, decided = {}, by = {}, filled = {};
    path.forEach(function (step, at) {
      step.marks.forEach(function (mark) {
        decided[mark[0] + " " + mark[1]] = mark[2];
        by[mark.join(" ")] = at;
        if (mark[2]) filled[mark[0]] = true;
      });
    });
    var wrong = F.sites(ctx.play).filter(function (site) { return decided[site + " " + ctx.play[site]] === false; })[0];
    if (wrong) return { wrong: wrong, mark: ctx.play[wrong] };
    var note = Object.keys(ctx.extra).filter(function (site) { return ctx.extra[site] === "dot" && !ctx.play[site] && filled[site]; })[0];
    if (note) return { wrong: note, mark: "" };
    var goal = -1;
    path.some(function (step, at) {
      var lacks = step.marks.some(function (mark) { return mark[2] && !has(ctx, mark); });
      if (lacks) goal = at;
      return lacks;
    });
    if (goal < 0) return null;
    var needed = [goal], open = [goal];
    while (open.length) {
      path[open.pop()].since.forEach(function (mark) {
        var at = by[mark.join(" ")];
        if (has(ctx, mark) || at === undefined || needed.indexOf(at) >= 0) return;
        needed.push(at);
        open.push(at);
      });
    }
    needed.sort(function (one, two) { return one - two; });
    return { step: needed.filter(function (at) { return at === goal || !isPlain(path[at]); })[0] };
  }

  function same(one, two) { return !!one && one.step === two.step && one.wrong === two.wrong && one.mark === two.mark; }

  // The next hint, or more of the last one: words, and what is lit.
  function hint(ctx) {
    var aim = next(ctx);
    if (!aim) return null;
    var goesOn = last && last.key === ctx.level.key && same(last.aim, aim) && last.stage < 2;
    last = { key: ctx.level.key, aim: aim, stage: goesOn ? last.stage + 1 : 0 };
    return aim.wrong ? wrongHint(ctx, aim, STAGES[last.stage]) : stepHint(ctx, ctx.level.steps[aim.step], STAGES[last.stage]);
  }

  function wrongHint(ctx, aim, stage) {
    var name = (aim.mark ? ctx.describe(aim.mark) : "note") + " on " + F.spoken(aim.wrong);
    var shown = { bad: [aim.wrong], words: "Something is wrong here." };
    if (stage === "why") shown.words = "The " + name + " is wrong.";
    if (stage === "what") {
      var play = F.copy(ctx.play), extra = F.copy(ctx.extra);
      delete (aim.mark ? play : extra)[aim.wrong];
      ctx.commit(play, extra);
      shown.words = "The " + name + " was taken off.";
    }
    return shown;
  }

  function stepHint(ctx, step, stage) {
    var puts = step.marks.some(function (mark) { return mark[2]; });
    var what = puts ? ": something follows." : ": something can be ruled out.";
    if (stage === "where") {
      return { look: step.look, words: "Look " + (step.look.length ? "here" : "at the board as a whole") + what };
    }
    if (stage === "why") return { look: step.look, since: step.since, words: step.why };
    var play = F.copy(ctx.play), extra = F.copy(ctx.extra);
    step.marks.forEach(function (mark) {
      if (mark[2]) {
        play[mark[0]] = mark[1];
        delete extra[mark[0]];
        return;
      }
      toldOf(ctx)[mark[0] + " " + mark[1]] = true;
      if (!play[mark[0]] && F.games.own.notes(ctx, mark[0])) extra[mark[0]] = "dot";
    });
    ctx.commit(play, extra);
    return { marks: step.marks, words: step.so };
  }

  // What is lit on the board.
  function draw(ctx, shown) {
    function frame(site, ink, width, dash) {
      var box = ctx.rect(site), by = 0.04;
      return F.rect([box[0] + by, box[1] + by, Math.max(box[2] - 2 * by, 0.1), Math.max(box[3] - 2 * by, 0.1)], 0.1, null, F.stroke(ink, width, dash));
    }
    function ring(site) {
      var box = ctx.rect(site), middle = F.middle(box);
      return F.rect(F.square(middle, 0.8), 0.4, null, F.stroke("selection", 0.045));
    }
    return (shown.look || []).map(function (site) { return frame(site, "shortcut", 0.05, "dashed"); })
      .concat((shown.since || []).map(function (mark) { return ring(mark[0]); }))
      .concat((shown.bad || []).map(function (site) { return frame(site, "conflict", 0.07); }))
      .concat((shown.marks || []).map(function (mark) { return frame(mark[0], mark[2] ? "forced" : "faint", 0.06); }))
      .join("");
  }

  F.steps = { hint: hint, draw: draw };
})(Foolproof);
