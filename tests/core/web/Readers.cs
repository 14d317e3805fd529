// Says what the C# reader makes of packs, for `tests/core/web/readers.rs`.
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;

static class Readers
{
    static string Told(Dictionary<string, string> marks)
    {
        if (marks == null) return "none";
        return string.Join(" ", marks.OrderBy(one => one.Key, StringComparer.Ordinal).Select(one => one.Key + "=" + one.Value));
    }

    static void Main(string[] files)
    {
        var output = new StreamWriter(Console.OpenStandardOutput());
        foreach (var file in files)
        {
            var pack = Foolproof.Pack.Read(File.ReadAllText(file));
            output.WriteLine(pack.Title + "|" + pack.Author + "|" + pack.About + "|" + pack.Hints.ToString().ToLowerInvariant());
            var solved = new bool[pack.Levels.Count];
            if (solved.Length > 1) solved[1] = true;
            output.WriteLine(string.Concat(pack.Open(solved).Select(one => one ? "+" : "-")));
            foreach (var level in pack.Levels)
            {
                output.WriteLine(level.Game + "|" + level.Title + "|" + level.Author + "|" + level.Cols + "x" + level.Rows + "+" + level.Tray);
                output.WriteLine(Told(level.Marks) + "|" + Told(level.Intended));
                foreach (var one in level.Marks)
                {
                    var site = new Foolproof.Site(one.Key);
                    if (level.At(site.Place, site.Col, site.Row) != one.Value) output.WriteLine("lost: " + one.Key);
                    var mark = new Foolproof.Mark(one.Value);
                    var back = mark.Args.Count == 0 ? mark.Name : mark.Name + "(" + string.Join(",", mark.Args) + ")";
                    if (back != one.Value) output.WriteLine("misread: " + one.Value);
                }
            }
        }
        output.Flush();
    }
}
