// Judges every play of a corpus by the page's scripts, and tells where the program's own rules say
// something else.
(function () {
  "use strict";
  var told = {};

  // Whether a page says what the program's rules say. While cells are empty it may say less about
  // constraints, and in other words, but about the same constraint.
  function agree(said, wanted, constrained) {
    if (!constrained || wanted.verdict === "solved") {
      return JSON.stringify([said.verdict, said.why, said.sites]) === JSON.stringify([wanted.verdict, wanted.why, wanted.sites]);
    }
    if (/empty$/.test(said.why)) return wanted.verdict !== "solved";
    return said.verdict === wanted.verdict && said.why.split(": ")[0] === wanted.why.split(": ")[0];
  }

  Object.keys(corpus).forEach(function (id) {
    var count = { plays: 0, solved: 0, unsolved: 0, illegal: 0, undecided: 0, strange: 0, wrong: [] };
    Foolproof.programs = corpus[id].programs;
    corpus[id].entries.forEach(function (one) {
      var game = Foolproof.games[one.level.own ? "own" : id], names = one.names || {};
      function describe(mark) { return names[mark] || mark; }
      one.plays.forEach(function (play) {
        var said = game.judge(one.level, play.play, describe), wanted = play.said;
        count.plays += 1;
        count[wanted.verdict] += 1;
        // If no gesture makes a play, all that is said is that it is illegal.
        if (said.strange && wanted.verdict === "illegal") { count.strange += 1; return; }
        if (!agree(said, wanted, one.level.constrained) && count.wrong.length < 5) {
          count.wrong.push({ level: one.level.marks, board: one.level.board, play: play.play, wanted: wanted, said: said });
        }
      });
    });
    told[id] = count;
  });
  var out = document.createElement("pre");
  out.id = "told";
  out.textContent = encodeURIComponent(JSON.stringify(told));
  document.body.appendChild(out);
})();
