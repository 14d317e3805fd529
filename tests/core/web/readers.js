// Says what the JavaScript reader makes of packs, for `tests/core/web/readers.rs`.
(function () {
  "use strict";
  var lines = [];
  function told(marks) {
    if (!marks) return "none";
    return Array.from(marks.keys()).sort().map(function (key) { return key + "=" + marks.get(key); }).join(" ");
  }
  texts.forEach(function (text) {
    var pack = FoolproofPack.read(text);
    lines.push([pack.title, pack.author, pack.about, pack.hints].join("|"));
    var solved = pack.levels.map(function (_, number) { return number === 1; });
    lines.push(pack.open(solved).map(function (one) { return one ? "+" : "-"; }).join(""));
    pack.levels.forEach(function (level) {
      lines.push([level.game, level.title, level.author, level.cols + "x" + level.rows + "+" + level.tray].join("|"));
      lines.push(told(level.marks) + "|" + told(level.intended));
      level.marks.forEach(function (held, name) {
        var site = FoolproofPack.site(name), mark = FoolproofPack.mark(held);
        if (level.at(site.place, site.col, site.row) !== held) lines.push("lost: " + name);
        if ((mark.args.length ? mark.name + "(" + mark.args.join(",") + ")" : mark.name) !== held) lines.push("misread: " + held);
      });
    });
  });
  var out = document.createElement("pre");
  out.id = "told";
  out.textContent = encodeURIComponent(JSON.stringify(lines.join("\n") + "\n"));
  document.body.appendChild(out);
})();
