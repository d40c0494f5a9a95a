#!/usr/bin/env python3
"""Compares `hearth-cli serve` with llama.cpp's llama-server: runs take turns, and what counts is their ratio.

    serve_peers.py MODEL.gguf --peer PATH/llama-server [--clients 1,4,8,16] [--system 1000] [-n 64] [--requests 2] [-t 2]
                   [--rounds 3] [--hearth PATH/hearth-cli]

Each run starts a server anew. All clients ask at once, each --requests times, one after the other, with a system prompt of
about --system tokens that all have in common and a question of their own, for replies of -n tokens. Prints a line of JSON
for each number of clients: medians over the rounds of the tokens a second of all clients together, of the time to the
first token and of the gaps between tokens in milliseconds (p50 and p99), and Hearth's as a ratio to the peer's; for
times, less than 1 is better. Without --peer only Hearth is measured.
"""
import argparse
import concurrent.futures
import json
import random
import statistics
import time

import model_requests
import served_model
from agent_loop import words


def measure(server, clients, options, seed):
    chance = random.Random(options.system)
    system = words(chance, options.system)
    chance = random.Random(seed)
    questions = [[words(chance, 20) for _ in range(options.requests)] for _ in range(clients)]

    def client(number):
        replies = []
        for question in questions[number]:
            messages = [{"role": "system", "content": system}, {"role": "user", "content": question}]
            replies.append(model_requests.stream_chat(server.port, messages, options.n))
        return replies

    begun = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(clients) as pool:
        replies = [reply for replies in pool.map(client, range(clients)) for reply in replies]
    took = time.monotonic() - begun
    first = [1000 * times[0] for _, times, _ in replies]
    gaps = [1000 * (after - before) for _, times, _ in replies for before, after in zip(times, times[1:])]
    return {"tokens_per_s": sum(usage["completion_tokens"] for _, _, usage in replies) / took,
            "first_token_ms_p50": statistics.median(first), "first_token_ms_p99": served_model.quantile(first, 0.99),
            "gap_ms_p50": statistics.median(gaps), "gap_ms_p99": served_model.quantile(gaps, 0.99)}


def medians(runs):
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def rounded(figures):
    return {name: round(value, 3) for name, value in figures.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--peer")
    parser.add_argument("--clients", type=lambda text: [int(number) for number in text.split(",")], default=[1, 4, 8, 16])
    parser.add_argument("--system", type=int, default=1000)
    parser.add_argument("-n", type=int, default=64)
    parser.add_argument("--requests", type=int, default=2)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--hearth", default=served_model.HEARTH)
    options = parser.parse_args()
    context = 2 * options.system + options.n + 512
    for clients in options.clients:
        ours, theirs = [], []
        for number in range(options.rounds):
            with served_model.hearth(options.model, options.t, clients, options.hearth) as server:
                ours.append(measure(server, clients, options, number))
            if options.peer:
                with served_model.llama_server(options.peer, options.model, options.t, clients, context) as server:
                    theirs.append(measure(server, clients, options, number))
        line = {"clients": clients, "hearth": rounded(medians(ours))}
        if theirs:
            line["peer"] = rounded(medians(theirs))
            line["ratio"] = rounded({name: line["hearth"][name] / max(value, 1e-9) for name, value in line["peer"].items()})
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
