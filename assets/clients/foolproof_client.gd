# Asks Foolproof about levels from Godot 4.3 or later, for tools of the editor and debug builds.
#
#     var foolproof := FoolproofClient.new()
#     var told := foolproof.ask("verify", {"level": level})
#     print(told)
class_name FoolproofClient
extends RefCounted

var _pipe: FileAccess
var _process := -1
var _id := 0


func _init(program := "foolproof") -> void:
	var started := OS.execute_with_pipe(program, ["serve"])
	if started.is_empty():
		push_error("%s cannot be started" % program)
		return
	_pipe = started["stdio"]
	_process = started["pid"]
	var about := request("initialize", {})
	if about.get("result", {}).get("protocol") != 1.0:
		push_error("this protocol is not known here")


# A verb of the command line; `params` holds `level`, `pack` or `text`, `args` and `options`.
# Gives {"holds", "report", "notes"}, or {"error"}.
func ask(verb: String, params: Dictionary) -> Dictionary:
	var heard := request(verb, params)
	if heard.has("error"):
		return {"error": heard["error"]["message"]}
	return heard.get("result", {"error": "Foolproof has ended"})


# Waits for the answer; call it from a thread of your own where that takes long.
func request(method: String, params: Dictionary) -> Dictionary:
	_id += 1
	_pipe.store_string(JSON.stringify({"jsonrpc": "2.0", "id": _id, "method": method, "params": params}) + "\n")
	_pipe.flush()
	while OS.is_process_running(_process):
		var line := _pipe.get_line()
		var heard: Variant = JSON.parse_string(line)
		if heard is Dictionary and heard.get("method") == "progress":
			print(heard["params"]["text"])
		elif heard is Dictionary and heard.get("id") == float(_id):
			return heard
	return {}


func _notification(what: int) -> void:
	if what == NOTIFICATION_PREDELETE and _process >= 0:
		OS.kill(_process)
