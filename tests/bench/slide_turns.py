#!/usr/bin/env python3
"""Chats past the end of the context with hearth-cli: how much of each prompt is there, and what a turn costs."""
import argparse, re, statistics, subprocess, sys

QUESTIONS = ["What should I pack for {} days in the mountains, and why would I need each of these things?",
             "Tell me something about the number {} and about people who liked it.",
             "Write a short note that reminds a friend of the {} books that they borrowed from me.",
             "How would you explain to a child that {} apples weigh more than one?"]

def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--cli", default="build/release/bin/hearth-cli")
    parser.add_argument("--ctx", type=int, default=2048)
    parser.add_argument("--turns", type=int, default=20, help="past the first cut")
    parser.add_argument("--reply", type=int, default=64, help="tokens")
    parser.add_argument("--threads", type=int, default=0)
    args = parser.parse_args()
    total = args.ctx // (args.reply + 16) + args.turns
    lines = "".join(QUESTIONS[i % 4].format(i + 2) + "\n" for i in range(total))
    run = subprocess.run([args.cli, "chat", "-m", args.model, "--ctx", str(args.ctx), "--overflow", "slide", "-n", str(args.reply),
                          "--temp", "0.8", "--seed", "7", "--speculate", "off"] + (["--threads", str(args.threads)] if args.threads else []), input=lines, capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr.splitlines()[-1])
    pattern = re.compile(r"\[(\d+) tokens, ([\d.]+) tokens/s, first after (\d+) ms; prompt: reused (\d+), processed (\d+)"
                         r"(?:; dropped (\d+) tokens so far, moved (\d+))?\]")
    turns = []
    for match in pattern.finditer(run.stderr):
        tokens, rate, first, reused, processed, dropped, moved = (float(x or 0) for x in match.groups())
        cost = first + 1000 * (args.reply - 1) / rate if rate else None
        turns.append(dict(cost=cost, reused=reused, processed=processed, cut=dropped > 0, moved=moved, tokens=tokens, first=first))
    begin = next(i for i, turn in enumerate(turns) if turn["cut"])
    past = turns[begin:begin + args.turns]
    share = [turn["reused"] / (turn["reused"] + turn["processed"]) for turn in past]
    size = lambda turn: turn["reused"] + turn["processed"]
    half = [t["cost"] for t in turns if t["cost"] and not t["cut"] and abs(size(t) / args.ctx - 0.5) < 0.08]
    cut = [t["cost"] for t in turns if t["cost"] and t["cut"]]
    full = [t["cost"] for t in turns if t["cost"] and size(t) > 0.8 * args.ctx]
    print(f"turns {len(turns)}, first cut in turn {begin + 1}, cuts {sum(t['cut'] for t in turns)}")
    print(f"share reused in {len(past)} turns past the limit: mean {statistics.mean(share):.3f}, least {min(share):.3f}")
    print(f"most tokens processed in a prompt past the limit: {max(t['processed'] for t in past):.0f}")
    print(f"a turn with a cut costs {statistics.median(cut):.0f} ms, near the end {statistics.median(full) if full else 0:.0f} ms, "
          f"at half the context {statistics.median(half):.0f} ms: {statistics.median(cut) / statistics.median(half):.2f} times")

main()
