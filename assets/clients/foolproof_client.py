"""Asks Foolproof about levels, from Python 3.9 or later, without any library.

    with Foolproof() as foolproof:
        told = foolproof.ask("verify", level=level)
        print(told["holds"], told["report"])
"""
import itertools
import json
import subprocess
import sys


class Refused(Exception):
    """Foolproof refuses a request; the message says why."""


class Foolproof:
    def __init__(self, program="foolproof", progress=None):
        self.progress = progress or (lambda text: None)
        self.ids = itertools.count(1)
        self.process = subprocess.Popen(
            [program, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        about = self.request("initialize")
        if about["protocol"] != 1:
            raise Refused(f"protocol {about['protocol']} is not known here")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, verb, args=None, options=None, **level):
        """Runs a verb: `level`, `pack` or `text` says about what, `options` are those of the command line."""
        params = {"options": options or {}, **level}
        if args is not None:
            params["args"] = args
        return self.request(verb, params)

    def request(self, method, params=None):
        message = {"jsonrpc": "2.0", "id": next(self.ids), "method": method, "params": params or {}}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            heard = json.loads(line)
            if heard.get("method") == "progress":
                self.progress(heard["params"]["text"])
            elif heard.get("id") == message["id"]:
                if "error" in heard:
                    raise Refused(heard["error"]["message"])
                return heard["result"]
        raise Refused("Foolproof has ended")


if __name__ == "__main__":
    # python foolproof_client.py pack.json: how many solutions each level has.
    pack = json.load(open(sys.argv[1], encoding="utf-8"))
    with Foolproof(*sys.argv[2:]) as foolproof:
        for level in pack["levels"]:
            told = foolproof.ask("solve", level=level, options={"number": 2})
            found = [finding["status"]["is"] for finding in told["report"]["findings"]]
            print(level.get("title", ""), found)
