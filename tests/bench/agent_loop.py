#!/usr/bin/env python3
"""An agent's loop: calls of a served model whose prompt grows, as when results of tools are added.

    agent_loop.py MODEL.gguf [--calls 30] [--grow 300] [-n 32] [-t 2] [--ctx N] [--hearth PATH/hearth-cli]

Each call sends the whole conversation again, with the reply before and about --grow tokens more, and makes -n tokens. Prints
a line of JSON: `cached_share`, of the tokens that the call before had (its prompt and its reply) those that were found in
the cache, over all calls; `first_token_ms`, medians of the first and of the last third of the calls, and their ratio, of calls
that each compute as much. The exit status is 0 where the share is at least 0.97.
"""
import argparse
import json
import random
import statistics
import sys

import model_requests
import served_model

WORDS = "the a river stone light bridge over under small old garden road paper green winter water house field wind day".split()


def words(chance, count):
    """About so many tokens."""
    return " ".join(chance.choice(WORDS) for _ in range(count))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("--calls", type=int, default=30)
    parser.add_argument("--grow", type=int, default=300)
    parser.add_argument("-n", type=int, default=32)
    parser.add_argument("-t", type=int, default=2)
    parser.add_argument("--ctx", type=int, default=0)
    parser.add_argument("--hearth", default=served_model.HEARTH)
    options = parser.parse_args()
    chance = random.Random(1)
    messages = [{"role": "system", "content": words(chance, options.grow)}, {"role": "user", "content": words(chance, options.grow)}]
    calls = []
    with served_model.hearth(options.model, options.t, 1, options.hearth, options.ctx) as server:
        for _ in range(options.calls):
            text, times, usage = model_requests.stream_chat(server.port, messages, options.n)
            calls.append((usage["prompt_tokens"], usage["prompt_tokens_details"]["cached_tokens"], usage["completion_tokens"],
                          1000 * times[0]))
            messages += [{"role": "assistant", "content": text}, {"role": "user", "content": words(chance, options.grow)}]
    before = [prompt + made for prompt, _, made, _ in calls[:-1]]
    share = sum(cached for _, cached, _, _ in calls[1:]) / sum(before)
    third = max(1, (len(calls) - 1) // 3)
    early = statistics.median(first for *_, first in calls[1:1 + third])
    late = statistics.median(first for *_, first in calls[-third:])
    print(json.dumps({"calls": len(calls), "prompt_tokens": [calls[0][0], calls[-1][0]], "cached_share": round(share, 4),
                      "first_token_ms": {"early": round(early, 1), "late": round(late, 1), "ratio": round(late / early, 3)}}))
    return 0 if share >= 0.97 else 1


if __name__ == "__main__":
    sys.exit(main())
