#!/usr/bin/env python3
"""Compares a model in a worker with the same one in the program itself, in turns.

    worker_pairs.py MODEL.gguf [--small SMALL.gguf] [--pairs 60] [-t 2] [-n 128] [--hearth build/release/bin/hearth-cli]

--small is a model whose token takes some 50 us: the difference of its least times is what a token's way to the worker and
back takes. MODEL gives the ratio of rates, the ratio of times to the first token (a prompt of 512 tokens), the time from
start to end of `run -n 1`, and the memory (PSS of the processes, read from smaps_rollup) of `serve` after one reply. Prints a
line of JSON; each ratio is the median over pairs with its quartiles.
"""
import argparse
import http.client
import json
import pathlib
import statistics
import subprocess
import time

import served_model

PLACES = ("--in-process", "--own-process")


def in_turns(pairs, measure):
    """The values of both places; every second pair begins with the other one."""
    values = ([], [])
    for pair in range(pairs):
        for place in ((0, 1) if pair % 2 == 0 else (1, 0)):
            values[place].append(measure(PLACES[place]))
    return values


def ratios(inside, worker):
    quartiles = statistics.quantiles([b / a for a, b in zip(inside, worker)], n=4)
    return {"median": round(quartiles[1], 4), "quartiles": [round(quartiles[0], 4), round(quartiles[2], 4)],
            "in_process": round(statistics.median(inside), 3), "worker": round(statistics.median(worker), 3)}


def bench(options, model, place, prompt, generate, threads):
    command = [options.hearth, "bench", "-m", model, "--backend", "cpu", "-t", threads, "-p", prompt, "-n", generate, "-r", 1, "--json", place]
    return json.loads(subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, timeout=300).stdout)


def memory(process):
    """PSS of a process and its children in MiB."""
    total = 0
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            if parent == process or int(entry.name) == process:
                lines = (entry / "smaps_rollup").read_text().splitlines()
                total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue
    return total / 1024


def served_memory(options, model, place):
    port = served_model.free_port()
    with served_model.Server([options.hearth, "serve", "-m", model, "--port", port, "-t", options.t, "--backend", "cpu", place], port) as server:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        connection.request("POST", "/v1/completions", json.dumps({"prompt": "Once upon a time", "max_tokens": 16, "temperature": 0}),
                           {"Content-Type": "application/json"})
        if connection.getresponse().status != 200:
            raise SystemExit("the request was refused")
        return memory(server.process.pid)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("model")
    parser.add_argument("--small")
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("-n", type=int, default=128)
    parser.add_argument("--hearth", default=served_model.HEARTH)
    options = parser.parse_args()

    def rate(place):
        return bench(options, options.model, place, 0, options.n, options.t)

    def first_token(place):
        return bench(options, options.model, place, 512, 0, options.t)

    def start(place):
        began = time.perf_counter()
        subprocess.run([str(word) for word in (options.hearth, "run", "-m", options.model, "--backend", "cpu", "-t", options.t, "-n", 1, "-p", "Hi", place)],
                       check=True, capture_output=True, timeout=300)
        return 1000 * (time.perf_counter() - began)

    def token(place):
        return 1e6 / bench(options, options.small, place, 0, 400, 1)["tg_tokens_per_s"]

    result = {"model": pathlib.Path(options.model).name, "pairs": options.pairs, "threads": options.t}
    if options.small:
        inside, worker = in_turns(15, token)
        result["small_token_us"] = {"in_process": round(min(inside), 1), "worker": round(min(worker), 1),
                                    "difference": round(min(worker) - min(inside), 1)}
    result["rate"] = ratios(*([one["tg_tokens_per_s"] for one in series] for series in in_turns(options.pairs, rate)))
    result["first_token_of_512"] = ratios(*([1 / one["pp_tokens_per_s"] for one in series] for series in in_turns(options.pairs // 2, first_token)))
    inside, worker = in_turns(options.pairs // 2, start)
    result["start_to_end_ms"] = {"in_process": round(statistics.median(inside), 1), "worker": round(statistics.median(worker), 1),
                                 "median_difference": round(statistics.median(b - a for a, b in zip(inside, worker)), 1)}
    inside, worker = in_turns(3, lambda place: served_memory(options, options.model, place))
    result["pss_mib"] = {"in_process": round(statistics.median(inside), 1), "worker": round(statistics.median(worker), 1)}
    print(json.dumps(result))


if __name__ == "__main__":
    main()
