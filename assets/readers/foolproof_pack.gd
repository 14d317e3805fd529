# Reads packs of Foolproof in Godot 4. Put this file into the project; then, anywhere:
#
#   var pack := FoolproofPack.read_file("res://levels/pack.json")
#   for level in pack.levels:
#       print(level.title, " ", level.cols, "x", level.rows)
#       level.at("cell", 3, 2)             # "bender(w,n)", or "" where nothing lies
#       level.marks                        # { "cell(3,2)": "bender(w,n)", ... }
#       level.intended                     # the designer's solution, empty where there is none
#   FoolproofPack.site("cell(3,2)")        # { place = "cell", col = 3, row = 2 }
#   FoolproofPack.mark("bender(w,n)")      # { name = "bender", args = ["w", "n"] }
#   pack.open([true, false, false])        # which levels are open once these are solved
#
# Columns and rows count from 0, rightwards and downwards. An edge "hedge(c,r)" lies above the cell
# (c,r), "vedge(c,r)" left of it, "vertex(c,r)" is its top left corner, "tray(n)" a slot of the tray and
# "step(n)" a step of a solution that is a sequence of moves. The format: pack.schema.json.
class_name FoolproofPack
extends RefCounted

var title := ""
var author := ""
var about := ""
var hints := false
## How many levels before one may be unsolved while it is open.
var ahead := 2
var levels: Array[Level] = []


class Level:
	extends RefCounted

	var game := ""
	var title := ""
	var author := ""
	var notes := ""
	var tags: Array = []
	var cols := 0
	var rows := 0
	var tray := 0
	var settings: Dictionary = {}
	var marks: Dictionary = {}
	var intended: Dictionary = {}

	func at(place: String, col: int, row: int = 0) -> String:
		var linear := place == "tray" or place == "step"
		var name := "%s(%d)" % [place, col] if linear else "%s(%d,%d)" % [place, col, row]
		return marks.get(name, "")


static func read_file(path: String) -> FoolproofPack:
	return read(FileAccess.get_file_as_string(path))


## The pack of a text, or null where it is none; the reason is in the log.
static func read(text: String) -> FoolproofPack:
	var file = JSON.parse_string(text)
	if not (file is Dictionary and file.has("foolproof")):
		push_error("this is not a Foolproof pack")
		return null
	if file["foolproof"] > 1:
		push_error("the pack has a newer format; this reader knows 1")
		return null
	var pack := FoolproofPack.new()
	pack.title = _line(file.get("title", ""))
	pack.author = _line(file.get("author", ""))
	var play: Dictionary = file.get("play", {})
	pack.about = _lines(play.get("about", ""))
	pack.hints = play.get("hints", false)
	var unlock = play.get("unlock", {"ahead": 2})
	if unlock is Dictionary:
		pack.ahead = int(unlock["ahead"])
	else:
		pack.ahead = 1 << 30 if unlock == "all" else 0
	for one in file["levels"]:
		pack.levels.append(_level(one))
	return pack


static func _level(file: Dictionary) -> Level:
	var level := Level.new()
	level.game = file["game"]
	level.title = _line(file.get("title", ""))
	level.author = _line(file.get("author", ""))
	level.notes = _lines(file.get("notes", ""))
	level.tags = file.get("tags", []).map(_line)
	level.settings = file.get("settings", {})
	level.cols = int(file["board"]["cols"])
	level.rows = int(file["board"]["rows"])
	level.tray = int(file["board"].get("tray", 0))
	for part in ["painted", "locked"]:
		var held: Dictionary = file.get(part, {})
		for name in held:
			# null: empty on purpose.
			if held[name] != null:
				level.marks[name] = held[name]
	level.intended = file.get("intended", {})
	return level


# Words on one line, as Foolproof reads them: a line break is a blank, other control characters go.
static func _line(text: String) -> String:
	for breaks in ["\n", "\t", "\u2028", "\u2029"]:
		text = text.replace(breaks, " ")
	return _lines(text)


# Words of several lines: line breaks and tabs stay, other control characters go.
static func _lines(text: String) -> String:
	var kept := ""
	for at in text.length():
		var code := text.unicode_at(at)
		var control := code < 32 or (code >= 127 and code < 160)
		if not control or code == 9 or code == 10:
			kept += text[at]
	return kept


func open(solved: Array) -> Array[bool]:
	var which: Array[bool] = []
	var unsolved := 0
	for number in levels.size():
		var done: bool = number < solved.size() and solved[number]
		which.append(done or unsolved <= ahead)
		if not done:
			unsolved += 1
	return which


static func site(text: String) -> Dictionary:
	var open_at := text.find("(")
	var numbers := text.substr(open_at + 1, text.length() - open_at - 2).split(",")
	return {
		"place": text.substr(0, open_at),
		"col": int(numbers[0]),
		"row": int(numbers[1]) if numbers.size() > 1 else 0,
	}


static func mark(text: String) -> Dictionary:
	var open_at := text.find("(")
	if open_at < 0:
		return {"name": text, "args": []}
	var args: Array[String] = []
	var depth := 0
	var from := open_at + 1
	for at in range(from, text.length()):
		var c := text[at]
		if (c == "," or c == ")") and depth == 0:
			args.append(text.substr(from, at - from))
			from = at + 1
		if c == "(":
			depth += 1
		if c == ")":
			depth -= 1
	return {"name": text.substr(0, open_at), "args": args}
