#!/usr/bin/env python3
"""How long a request with a prompt of many megabytes, which is refused or counted, holds a reply beside it.

    long_prompt_beside.py MODEL.gguf [--bytes 15000000] [-t 2] [--hearth PATH/hearth-cli]

Streams a reply, sends such a request to /v1/messages/count_tokens and one to /v1/chat/completions, and prints a line of JSON
for each: its status and time, and the longest time between two tokens of the reply before and during it, in milliseconds.
"""
import argparse
import json
import threading
import time

import model_requests
import served_model

WORDS = "the river is long and "


def beside(port, path, size):
    times = []

    def stream():
        body = {"messages": [{"role": "user", "content": "Tell a long story."}], "max_tokens": 400, "ignore_eos": True}
        for _ in model_requests.events(port, body):
            times.append(time.monotonic())

    reply = threading.Thread(target=stream)
    reply.start()
    while len(times) < 50 and reply.is_alive():
        time.sleep(0.02)
    model = model_requests.json_of(port, "GET", "/v1/models")["data"][0]["id"]
    body = {"model": model, "messages": [{"role": "user", "content": (WORDS * (size // len(WORDS) + 1))[:size]}]}
    begun = time.monotonic()
    status, _ = model_requests.answer_of(port, "POST", path, body)
    ended = time.monotonic()
    reply.join()
    gaps = list(zip(times, times[1:]))
    longest = [max((late - early for early, late in gaps if inside(early, late)), default=0)
               for inside in (lambda early, late: late < begun, lambda early, late: late >= begun and early <= ended)]
    return {"path": path, "bytes": size, "status": status, "seconds": round(ended - begun, 2),
            "longest_gap_ms": {"before": round(1000 * longest[0]), "during": round(1000 * longest[1])}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--bytes", type=int, default=15_000_000)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--hearth", default=served_model.HEARTH)
    options = parser.parse_args()
    with served_model.hearth(options.model, options.t, 8, options.hearth) as server:
        for path in ("/v1/messages/count_tokens", "/v1/chat/completions"):
            print(json.dumps(beside(server.port, path, options.bytes)), flush=True)


if __name__ == "__main__":
    main()
