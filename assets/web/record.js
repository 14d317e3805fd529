// The record of a play, as src/records reads it: lines of JSON, kept in the browser once the player agrees,
// until she gives them away. It is never sent.
(function (F) {
  "use strict";

  // A pause longer than this counts as so long: she has gone. In milliseconds, as all times are.
  var LONGEST_PAUSE = 60000;
  // Letters that are kept, and steps of one visit; a reader takes no more.
  var MOST = 2000000, MOST_STEPS = 5000;

  F.record = function (pack, store) {
    var kept = { agreed: null, text: "" }, begun = Date.now(), hasRun = false, visit = null, last = Date.now();
    try {
      var before = JSON.parse(window.localStorage.getItem(store) || "null");
      if (before && typeof before.text === "string") kept = before;
    } catch (_) { /* It begins anew. */ }

    // A long record is not stored anew at every step.
    var saving = null;
    function save() {
      if (saving !== null) window.clearTimeout(saving);
      saving = null;
      try { window.localStorage.setItem(store, JSON.stringify(kept)); } catch (_) { /* It lasts as long as the page is open. */ }
    }
    function write(entry) {
      var line = JSON.stringify(entry) + "\n";
      if (!kept.agreed || kept.text.length + line.length > MOST) return;
      kept.text += line;
      if (saving === null) saving = window.setTimeout(save, 500);
    }
    // Time that is spent with the page in front.
    function tick() {
      var now = Date.now();
      if (visit && !document.hidden) visit.active += Math.min(now - last, LONGEST_PAUSE);
      last = now;
    }
    function told(what, more) {
      if (!visit) return;
      tick();
      write(Object.assign({ what: what, at: Date.now() - begun, active: visit.active }, more));
    }

    function begin(number, level, play) {
      left();
      last = Date.now();
      visit = { active: 0, number: number, level: level, play: {}, steps: 0, solved: false };
      if (!kept.agreed) return;
      if (!hasRun) {
        begun = Date.now();
        var date = new Date().toISOString().replace(/\.\d+Z$/, "Z");
        write({ what: "run", record: 2, pack: pack.title, by: pack.by, date: date });
        hasRun = true;
      }
      write({ what: "level", number: number + 1, title: level.title, game: level.game, puzzle: level.puzzle,
        rules: pack.games[level.game].digest, at: Date.now() - begun });
      // What stood there from an earlier visit is put at once.
      step("move", play);
    }
    function step(kind, play) {
      if (!visit || F.same(visit.play, play)) return;
      var put = {}, taken = [], had = visit.play;
      F.sites(play).forEach(function (site) { if (had[site] !== play[site]) put[site] = play[site]; });
      F.sites(had).forEach(function (site) { if (!(site in play)) taken.push(site); });
      visit.play = F.copy(play);
      visit.steps += 1;
      if (visit.steps > MOST_STEPS) return;
      var more = { kind: kind };
      if (Object.keys(put).length) more.put = put;
      if (taken.length) more.taken = taken;
      told("step", more);
    }
    function solved(is) {
      if (visit && is && !visit.solved) told("solved");
      if (visit) visit.solved = is;
    }
    function left() {
      if (visit) told("left");
      visit = null;
    }
    // Her answer; a visit that was begun is recorded from here on.
    function agree(answer) {
      kept.agreed = answer;
      save();
      if (!answer || !visit) return;
      var at = visit;
      visit = null;
      begin(at.number, at.level, at.play);
    }
    function forget() {
      kept.text = "";
      hasRun = false;
      save();
      if (kept.agreed) agree(true);
    }

    document.addEventListener("visibilitychange", function () {
      if (document.hidden && visit && last) visit.active += Math.min(Date.now() - last, LONGEST_PAUSE);
      last = Date.now();
      if (document.hidden) save();
    });
    window.addEventListener("pagehide", function () { left(); save(); });
    return {
      begin: begin, step: step, solved: solved, left: left, agree: agree, forget: forget,
      hint: function () { told("hint"); },
      say: function (remark, words) { told("said", words ? { remark: remark, words: words } : { remark: remark }); },
      agreed: function () { return kept.agreed; },
      text: function () { return kept.text; }
    };
  };
})(Foolproof);
