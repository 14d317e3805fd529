// Judges every play of a corpus by the page's scripts, and tells where the program's own rules say
// something else.
(function () {
  "use strict";
  var told = {};
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
        // Of what no gesture makes, that it is illegal is all that is said.
        if (said.strange && wanted.verdict === "illegal") { count.strange += 1; return; }
        if (JSON.stringify([said.verdict, said.why, said.sites]) !== JSON.stringify([wanted.verdict, wanted.why, wanted.sites]) && count.wrong.length < 5) {
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
