#!/usr/bin/env python3
"""Compares Hearth with llama.cpp's llama-bench on one machine: runs take turns, and what counts is their ratio.

    paired.py MODEL.gguf --peer PATH/llama-bench [-p 512] [-n 128] [-t 2] [--rounds 3] [--isa amx|vnni|avx2]
              [--no-tiles-for-peer] [--spinner]

The peer runs once with each of its settings first (flash attention on and off, repacked weights or not), and then, turn
by turn with Hearth, with those that were best for prompts and for generation. --spinner keeps one processor busy with
another program all the while. Prints a line of JSON with medians of tokens a second, ratios of medians, and the smallest
and largest ratio of a round.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = os.path.join(HERE, "..", "..", "build", "release", "bin", "hearth-forward-bench")


def hearth(options):
    command = [options.hearth, options.model, "-p", str(options.p), "-n", str(options.n), "-t", str(options.t), "-r", "2"]
    if options.isa:
        command += ["--isa", options.isa]
    result = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {"pp": max(result["pp"], default=0), "tg": max(result["tg"], default=0), "device": result["device"]}


def peer(options, setting, what, repetitions=2):
    flash, repack = setting
    command = [options.peer, "-m", options.model, "-t", str(options.t), "-fa", flash, "--repack", repack, "-o", "json",
               "-r", str(repetitions), "-p", str(options.p if what == "pp" else 0), "-n", str(options.n if what == "tg" else 0)]
    rows = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return max(rate for row in rows for rate in row["samples_ts"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--hearth", default=DEFAULT)
    parser.add_argument("--peer", required=True)
    parser.add_argument("-p", type=int, default=512)
    parser.add_argument("-n", type=int, default=128)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--isa")
    parser.add_argument("--spinner", action="store_true")
    parser.add_argument("--peer-settings", default="on,1 off,1 on,0 off,0", help="flash attention, repacking; blanks between")
    options = parser.parse_args()
    settings = [tuple(s.split(",")) for s in options.peer_settings.split()]
    spinner = None
    if options.spinner:
        spinner = subprocess.Popen([sys.executable, "-c", "import os\nos.sched_setaffinity(0, {max(os.sched_getaffinity(0))})\n"
                                    "while True: pass"])
    try:
        kinds = [k for k, count in (("pp", options.p), ("tg", options.n)) if count > 0]
        best = {k: max(settings, key=lambda s, k=k: peer(options, s, k, 1)) for k in kinds}
        ours, theirs = {k: [] for k in kinds}, {k: [] for k in kinds}
        device = ""
        for _ in range(options.rounds):
            result = hearth(options)
            device = result["device"]
            for k in kinds:
                ours[k].append(result[k])
                theirs[k].append(peer(options, best[k], k))
    finally:
        if spinner:
            spinner.kill()
    out = {"model": os.path.basename(options.model), "device": device, "spinner": options.spinner}
    for k in kinds:
        ratios = [a / b for a, b in zip(ours[k], theirs[k])]
        out[k] = {"hearth": round(statistics.median(ours[k]), 1), "peer": round(statistics.median(theirs[k]), 1),
                  "peer_settings": "flash attention " + best[k][0] + (", repacked" if best[k][1] == "1" else ", not repacked"),
                  "ratio": round(statistics.median(ours[k]) / statistics.median(theirs[k]), 2),
                  "ratios": [round(r, 2) for r in ratios]}
    print(json.dumps(out))


if __name__ == "__main__":
    main()
