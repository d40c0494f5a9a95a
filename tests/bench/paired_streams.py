#!/usr/bin/env python3
"""Compares several streams at once with llama.cpp's llama-batched-bench: runs take turns, and what counts is their ratio.

    paired_streams.py MODEL.gguf --peer PATH/llama-batched-bench [--streams 1,8] [-p 128] [-n 128] [-t 2] [--rounds 3]
                      [--out FOLDER]

Each round runs Hearth and the peer once, both with prompts of -p tokens that have nothing in common and replies of -n, for
every number of streams. Prints a line of JSON with medians of tokens a second of all streams together while they reply,
ratios of medians, and the smallest and largest ratio of a round. --out writes hearth.json and peer.json there, for
throughput_picture.py.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT = os.path.join(HERE, "..", "..", "build", "release", "bin", "hearth-cli")


def hearth(options):
    command = [options.hearth, "bench", "-m", options.model, "--parallel", ",".join(map(str, options.streams)), "-p", str(options.p),
               "-n", str(options.n), "-t", str(options.t), "--backend", "cpu", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def peerRows(text):
    """The lines of --output-format jsonl; other lines are the program's log."""
    rows = []
    for line in text.splitlines():
        if line.startswith("{"):
            rows.append(json.loads(line))
    return rows


def peer(options):
    """Tokens a second while replying, by number of streams."""
    context = (options.p + options.n) * max(options.streams)
    command = [options.peer, "-m", options.model, "-c", str(context), "-b", "2048", "-ub", "512", "-t", str(options.t),
               "-npp", str(options.p), "-ntg", str(options.n), "-npl", ",".join(map(str, options.streams)), "-ngl", "0",
               "--output-format", "jsonl"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    rates = {row["pl"]: row["speed_tg"] for row in peerRows(done.stdout + "\n" + done.stderr)}
    missing = [number for number in options.streams if number not in rates]
    if missing:
        sys.exit(f"llama-batched-bench gave nothing for {missing} streams: is it a version that knows --output-format jsonl?")
    return rates


def shown(result, rates):
    """A result of the peer in the form of Hearth's; what it does not measure follows from its rate."""
    points = [{"streams": number, "tokens_per_s": rate, "stream_tokens_per_s": rate / number, "itl_ms": {"p50": 1000 * number / rate}}
              for number, rate in sorted(rates.items())]
    return {"model": result["model"], "device": result["device"], "parallel": points}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--hearth", default=DEFAULT)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--streams", default="1,8", type=lambda text: [int(number) for number in text.split(",")])
    parser.add_argument("-p", type=int, default=128)
    parser.add_argument("-n", type=int, default=128)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    ours, theirs = {n: [] for n in options.streams}, {n: [] for n in options.streams}
    for _ in range(options.rounds):
        result = hearth(options)
        for point in result["parallel"]:
            ours[point["streams"]].append(point["tokens_per_s"])
        for number, rate in peer(options).items():
            if number in theirs:
                theirs[number].append(rate)
    out = {"model": os.path.basename(options.model), "device": result["device"], "prompt_tokens": options.p, "generated_tokens": options.n,
           "rounds": options.rounds, "streams": []}
    for number in options.streams:
        ratios = [a / b for a, b in zip(ours[number], theirs[number])]
        mine, its = statistics.median(ours[number]), statistics.median(theirs[number])
        out["streams"].append({"streams": number, "hearth": round(mine, 1), "peer": round(its, 1), "ratio": round(mine / its, 2),
                               "ratios": [round(min(ratios), 2), round(max(ratios), 2)]})
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "hearth.json").write_text(json.dumps(result))
        medians = {number: statistics.median(rates) for number, rates in theirs.items()}
        (options.out / "peer.json").write_text(json.dumps(shown(result, medians)))
    print(json.dumps(out))


if __name__ == "__main__":
    main()
