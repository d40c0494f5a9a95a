#!/usr/bin/env python3
"""Two models as one, on a list of easy and hard questions.

    routed_turns.py SMALL.gguf LARGE.gguf [-n 48] [-t 2] [--limit N] [--rules FILE] [--hearth PATH/hearth-cli]

Asks each question of routed_questions.json of the model "auto" and of the large model alone, in turns. Prints
a line of JSON for each question: who answered, which rule decided, the mean log-probability of the first tokens where they
were looked at, and both times; and at the end the share that went to the small model, of all and of each kind, how often each
rule decided, and the time saved: that of the large model alone over that of both, and what /metrics says of it. Prompts are
not looked for in the cache. The models are loaded before.
"""
import argparse
import collections
import json
import pathlib
import tempfile
import time

import model_requests
import served_model


def ask(port, model, question, tokens):
    body = {"model": model, "messages": [{"role": "user", "content": question}], "max_tokens": tokens, "temperature": 0,
            "cache_prompt": False}
    begun = time.monotonic()
    return model_requests.json_of(port, "POST", model_requests.CHAT, body), time.monotonic() - begun


def saved_seconds(port):
    for line in model_requests.answer_of(port, "GET", "/metrics")[1].decode().splitlines():
        if line.startswith("hearth_route_saved_seconds "):
            return float(line.split()[1])
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("small", type=pathlib.Path)
    parser.add_argument("large", type=pathlib.Path)
    parser.add_argument("-n", type=int, default=48)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--limit", type=int, default=1000, help="questions of each kind")
    parser.add_argument("--rules")
    parser.add_argument("--hearth", default=served_model.HEARTH)
    options = parser.parse_args()
    kinds = json.loads((pathlib.Path(__file__).parent / "routed_questions.json").read_text())
    questions = [(kind, text) for kind, texts in kinds.items() for text in texts[:options.limit]]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for name, model in (("small", options.small), ("large", options.large)):
            (pathlib.Path(folder) / (name + ".gguf")).symlink_to(model.resolve())
        route = "small=small,large=large" + (f",rules={options.rules}" if options.rules else "")
        port = served_model.free_port()
        command = [options.hearth, "serve", "--models", folder, "--route", route, "--port", port, "-t", options.t, "--backend",
                   "cpu", "--responses", pathlib.Path(folder) / "responses"]
        with served_model.Server(command, port):
            for model in ("small", "large"):
                ask(port, model, "Hello", 1)
            for place, (kind, question) in enumerate(questions):
                # In turns, and each first as often, for the machine may change meanwhile.
                seconds = {}
                for model in ("auto", "large") if place % 2 else ("large", "auto"):
                    text = question if model == "auto" else question.removeprefix("/large ")
                    answer, seconds[model] = ask(port, model, text, options.n)
                    if model == "auto":
                        route = answer["route"]
                rows.append({"kind": kind, "question": question[:60], **route, "seconds": round(seconds["auto"], 3),
                             "large_seconds": round(seconds["large"], 3)})
                print(json.dumps(rows[-1]), flush=True)
            told = saved_seconds(port)
    both, alone = sum(row["seconds"] for row in rows), sum(row["large_seconds"] for row in rows)
    small = {kind: [row["answered_by"] == "small" for row in rows if row["kind"] == kind] for kind in kinds}
    print(json.dumps({"questions": len(rows),
                      "small_share": round(sum(map(sum, small.values())) / len(rows), 3),
                      "small_share_of": {kind: round(sum(values) / len(values), 3) for kind, values in small.items()},
                      "decided_by": collections.Counter(row["reason"] for row in rows),
                      "seconds": {"auto": round(both, 2), "large": round(alone, 2), "ratio": round(alone / both, 3)},
                      "metrics_saved_seconds": told}))


if __name__ == "__main__":
    main()
