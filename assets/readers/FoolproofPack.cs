// Reads packs of Foolproof in C#: in Unity (put this file into Assets), Godot, MonoGame or plain .NET. It
// needs nothing else, and allocates once when a pack is read.
//
//   var pack = Foolproof.Pack.Read(text);           // in Unity: Pack.Read(textAsset.text)
//   foreach (var level in pack.Levels) {
//     level.Title; level.Game; level.Cols; level.Rows;
//     level.At("cell", 3, 2);                       // "bender(w,n)", or null where nothing lies
//     level.Marks;                                  // "cell(3,2)" -> "bender(w,n)"
//     level.Intended;                               // the designer's solution, or null
//   }
//   new Foolproof.Site("cell(3,2)");                // Place "cell", Col 3, Row 2
//   new Foolproof.Mark("bender(w,n)");              // Name "bender", Args "w", "n"
//   pack.Open(solved);                              // which levels are open once these are solved
//
// Columns and rows count from 0, rightwards and downwards. An edge "hedge(c,r)" lies above the cell
// (c,r), "vedge(c,r)" left of it, "vertex(c,r)" is its top left corner, "tray(n)" a slot of the tray and
// "step(n)" a step of a solution that is a sequence of moves. The format: pack.schema.json.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

namespace Foolproof
{
    public sealed class Site
    {
        public readonly string Place;
        public readonly int Col, Row;

        public Site(string text)
        {
            var open = text.IndexOf('(');
            if (open < 0 || !text.EndsWith(")")) throw new FormatException("`" + text + "` is not a site");
            Place = text.Substring(0, open);
            var numbers = text.Substring(open + 1, text.Length - open - 2).Split(',');
            Col = int.Parse(numbers[0], CultureInfo.InvariantCulture);
            Row = numbers.Length > 1 ? int.Parse(numbers[1], CultureInfo.InvariantCulture) : 0;
        }
    }

    public sealed class Mark
    {
        public readonly string Name;
        public readonly List<string> Args = new List<string>();

        public Mark(string text)
        {
            var open = text.IndexOf('(');
            Name = open < 0 ? text : text.Substring(0, open);
            int depth = 0, from = open + 1;
            for (var at = from; open >= 0 && at < text.Length; at += 1)
            {
                var c = text[at];
                if ((c == ',' || c == ')') && depth == 0)
                {
                    Args.Add(text.Substring(from, at - from));
                    from = at + 1;
                }
                if (c == '(') depth += 1;
                if (c == ')') depth -= 1;
            }
        }
    }

    public sealed class Level
    {
        public string Game, Title, Author, Notes;
        public int Cols, Rows, Tray;
        public List<string> Tags = new List<string>();
        public Dictionary<string, int> Settings = new Dictionary<string, int>();
        public Dictionary<string, string> Marks = new Dictionary<string, string>();
        public Dictionary<string, string> Intended;

        public string At(string place, int col, int row = 0)
        {
            var linear = place == "tray" || place == "step";
            string mark;
            return Marks.TryGetValue(place + "(" + (linear ? "" + col : col + "," + row) + ")", out mark) ? mark : null;
        }
    }

    public sealed class Pack
    {
        public string Title, Author, About;
        public bool Hints;
        /// How many levels before one may be unsolved while it is open.
        public int Ahead = 2;
        public List<Level> Levels = new List<Level>();

        public static Pack Read(string text)
        {
            var file = new Json(text).Read() as Dictionary<string, object>;
            if (file == null || !file.ContainsKey("foolproof")) throw new FormatException("this is not a Foolproof pack");
            if ((double)file["foolproof"] > 1) throw new FormatException("the pack has a newer format; this reader knows 1");
            var pack = new Pack { Title = Line(Words(file, "title")), Author = Line(Words(file, "author")), About = "" };
            var play = Table(file, "play");
            if (play != null)
            {
                pack.About = Lines(Words(play, "about"));
                pack.Hints = play.ContainsKey("hints") && (bool)play["hints"];
                var ahead = Table(play, "unlock");
                if (ahead != null) pack.Ahead = (int)(double)ahead["ahead"];
                else if (play.ContainsKey("unlock")) pack.Ahead = (string)play["unlock"] == "all" ? int.MaxValue : 0;
            }
            foreach (var one in (List<object>)file["levels"]) pack.Levels.Add(ReadLevel((Dictionary<string, object>)one));
            return pack;
        }

        public bool[] Open(bool[] solved)
        {
            var open = new bool[Levels.Count];
            var unsolved = 0;
            for (var at = 0; at < open.Length; at += 1)
            {
                var done = at < solved.Length && solved[at];
                open[at] = done || unsolved <= Ahead;
                if (!done) unsolved += 1;
            }
            return open;
        }

        static Level ReadLevel(Dictionary<string, object> file)
        {
            var board = Table(file, "board");
            var level = new Level
            {
                Game = Words(file, "game"), Title = Line(Words(file, "title")), Author = Line(Words(file, "author")), Notes = Lines(Words(file, "notes")),
                Cols = (int)(double)board["cols"], Rows = (int)(double)board["rows"],
                Tray = board.ContainsKey("tray") ? (int)(double)board["tray"] : 0
            };
            if (file.ContainsKey("tags")) foreach (var tag in (List<object>)file["tags"]) level.Tags.Add(Line((string)tag));
            var settings = Table(file, "settings");
            if (settings != null) foreach (var one in settings) level.Settings[one.Key] = (int)(double)one.Value;
            foreach (var part in new[] { "painted", "locked" })
            {
                var held = Table(file, part);
                // null: empty on purpose.
                if (held != null) foreach (var one in held) if (one.Value != null) level.Marks[one.Key] = (string)one.Value;
            }
            var intended = Table(file, "intended");
            if (intended != null)
            {
                level.Intended = new Dictionary<string, string>();
                foreach (var one in intended) level.Intended[one.Key] = (string)one.Value;
            }
            return level;
        }

        static string Words(Dictionary<string, object> table, string key)
        {
            object value;
            return table.TryGetValue(key, out value) && value is string ? (string)value : "";
        }

        /// Words on one line, as Foolproof reads them: a line break is a blank, other control characters go.
        static string Line(string text)
        {
            var line = new StringBuilder();
            foreach (var c in text)
            {
                if ("\n\t\u2028\u2029".IndexOf(c) >= 0) line.Append(' ');
                else if (!char.IsControl(c)) line.Append(c);
            }
            return line.ToString();
        }

        /// Words of several lines: line breaks and tabs stay, other control characters go.
        static string Lines(string text)
        {
            var lines = new StringBuilder();
            foreach (var c in text) if (!char.IsControl(c) || c == '\n' || c == '\t') lines.Append(c);
            return lines.ToString();
        }

        static Dictionary<string, object> Table(Dictionary<string, object> table, string key)
        {
            object value;
            return table.TryGetValue(key, out value) ? value as Dictionary<string, object> : null;
        }
    }

    // JSON as tables, lists, strings, doubles, booleans and null.
    sealed class Json
    {
        readonly string text;
        int at;

        public Json(string text) { this.text = text; }

        public object Read()
        {
            var value = Value();
            Blank();
            if (at != text.Length) throw Wrong();
            return value;
        }

        FormatException Wrong() { return new FormatException("no JSON at character " + (at + 1)); }

        void Blank() { while (at < text.Length && " \t\r\n\uFEFF".IndexOf(text[at]) >= 0) at += 1; }

        bool Takes(char c)
        {
            Blank();
            if (at >= text.Length || text[at] != c) return false;
            at += 1;
            return true;
        }

        void Need(char c) { if (!Takes(c)) throw Wrong(); }

        object Value()
        {
            Blank();
            if (at >= text.Length) throw Wrong();
            if (Takes('{'))
            {
                var table = new Dictionary<string, object>();
                if (Takes('}')) return table;
                do
                {
                    Blank();
                    var key = Words();
                    Need(':');
                    table[key] = Value();
                } while (Takes(','));
                Need('}');
                return table;
            }
            if (Takes('['))
            {
                var list = new List<object>();
                if (Takes(']')) return list;
                do list.Add(Value()); while (Takes(','));
                Need(']');
                return list;
            }
            if (text[at] == '"') return Words();
            if (Says("true")) return true;
            if (Says("false")) return false;
            if (Says("null")) return null;
            var from = at;
            while (at < text.Length && "+-.eE0123456789".IndexOf(text[at]) >= 0) at += 1;
            double number;
            if (!double.TryParse(text.Substring(from, at - from), NumberStyles.Float, CultureInfo.InvariantCulture, out number)) throw Wrong();
            return number;
        }

        bool Says(string word)
        {
            if (string.CompareOrdinal(text, at, word, 0, word.Length) != 0) return false;
            at += word.Length;
            return true;
        }

        string Words()
        {
            Need('"');
            var words = new StringBuilder();
            while (true)
            {
                if (at >= text.Length) throw Wrong();
                var c = text[at++];
                if (c == '"') return words.ToString();
                if (c != '\\') { words.Append(c); continue; }
                if (at >= text.Length) throw Wrong();
                c = text[at++];
                if (c == 'u')
                {
                    if (at + 4 > text.Length) throw Wrong();
                    words.Append((char)int.Parse(text.Substring(at, 4), NumberStyles.HexNumber, CultureInfo.InvariantCulture));
                    at += 4;
                }
                else words.Append(c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c);
            }
        }
    }
}
