// Runs the solver of PuzzleScript Plus on one level, without a browser:
//
//   node benches/peer_solver.js CHECKOUT SOURCE LEVEL SECONDS
//
// CHECKOUT is a copy of that project's sources, which are no part of this one. LEVEL counts from 0, messages
// among the levels. After so many seconds of processor time its solver is asked to stop. The answer is a line
// of JSON: what it found in its own words, the keys, positions and seconds.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

// The order in which its own tests load them, with the solver.
const SCRIPTS = [
    "storagewrapper", "globalVariables", "debug_off", "font", "rng", "riffwave", "sfxr",
    "codemirror/stringstream", "colors", "engine", "parser", "compiler", "FastPriorityQueue", "solver",
];

const [checkout, source, level, seconds] = process.argv.slice(2);
const cpu = () => Object.values(process.cpuUsage()).reduce((a, b) => a + b) / 1e6;

/** An element of a page that takes everything and shows nothing. */
function nothing() {
    return new Proxy(function () {}, {
        get: (_, name) => (name === Symbol.toPrimitive ? () => "" : nothing()),
        set: () => true,
        apply: () => nothing(),
        construct: () => nothing(),
    });
}

const told = [];
const ignore = () => {};
const page = {
    console: { log: ignore, error: ignore, warn: ignore, table: ignore },
    document: {
        URL: "level", body: nothing(), dispatchEvent: ignore, addEventListener: ignore,
        getElementById: nothing, createElement: nothing, getElementsByTagName: () => [],
    },
    localStorage: { getItem: () => null, setItem: ignore, removeItem: ignore },
    consolePrintFromRule: ignore, consoleError: ignore, consoleCacheDump: ignore,
    canvasResize: ignore, redraw: ignore, forceRegenImages: ignore, addToDebugTimeline: ignore,
    clearInputHistory: ignore, pushInput: ignore, killAudioButton: ignore, showAudioButton: ignore,
    stripHTMLTags: (text) => text, killAudio: ignore, playSound: ignore,
    Event: class {}, CustomEvent: class {}, addEventListener: ignore, dispatchEvent: ignore,
    lastDownTarget: null, canvas: null, input: nothing(), IDE: true,
    // The solver rests here after some positions.
    setTimeout: (then) => setImmediate(() => {
        page.abortSolver = page.abortSolver || cpu() - began > seconds;
        then();
    }),
    clearTimeout: ignore,
};
page.window = page;
page.window.form1 = nothing();
page.consolePrint = (text) => told.push(String(text));
const load = (text, name) => vm.runInContext(text, page, { filename: name });

vm.createContext(page);
const folder = path.join(checkout, "src", "js");
for (const script of SCRIPTS) {
    const file = path.join(folder, `${script}.js`);
    load(fs.readFileSync(file, "utf8"), file);
}
// What the sources define over these names.
Object.assign(page, { consolePrint: (text) => told.push(String(text)), playSound: ignore, redraw: ignore });
page.unitTesting = true;
page.levelString = fs.readFileSync(source, "utf8") + "\n";
page.compile(["loadLevel", Number(level)], page.levelString, null);
while (page.againing) {
    page.againing = false;
    page.processInput(-1);
}
// A test of its own would go on to the next level where one is won.
page.unitTesting = false;
told.length = 0;
const began = cpu();
page.solve().catch((fault) => told.push(`fault: ${fault.message}`)).finally(() => {
    const words = told.find((line) => /^(solution found|no solution found|solver aborted|fault)/.test(line));
    const keys = told.map((line) => /^\(([uldrx ]+)\)$/.exec(line)).find((match) => match);
    const positions = /(\d+) positions/.exec(words || "");
    process.stdout.write(JSON.stringify({
        words: words || "nothing",
        keys: keys ? keys[1].replace(/ /g, "") : null,
        positions: positions ? Number(positions[1]) : null,
        seconds: cpu() - began,
    }) + "\n");
    process.exit(0);
});
