#!/usr/bin/env python3
"""Times the next question of a long chat: from memory, after the program was killed, and from nothing.

  tests/bench/after_a_crash.py [--cli PATH] [--bench PATH] [--model FILE] [--tokens 7000] [--rounds 3] [-t THREADS]

A chat of about so many tokens is answered by `hearth-cli chat --keep`; a second question there is the case in memory. Another
process gives the first reply alone, is killed by SIGKILL a second later, and a new one is asked the second question: how many
tokens it processes beyond the question, and its time to the first token, once asked after the chat was opened as the window does
(hearth-resume-bench, which also says how long opening took), and once at once, where reading the blocks is part of the time. From
nothing is the same without --keep. Prints a line of JSON with the medians; times in milliseconds. The files are in the page cache.
"""
import argparse
import json
import os
import pathlib
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
STARTER = pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / \
    "hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf"
WORDS = "river garden market winter summer paper window table chapter method reason result measure house light".split()
QUESTION = "Which of these words came first?"
FIGURES = re.compile(r"first after (\d+) ms; prompt: reused (\d+), processed (\d+)")


def tokensOf(options, text):
    out = subprocess.run([options.cli, "tokenize", "-m", options.model], input=text, capture_output=True, text=True, check=True)
    return len(json.loads(out.stdout))


def rendered(options, messages):
    context = {"messages": messages, "add_generation_prompt": True, "bos_token": "<|im_start|>", "eos_token": "<|im_end|>"}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(context, file)
        file.flush()
        return subprocess.run([options.cli, "template", "-m", options.model, file.name], capture_output=True, text=True,
                              check=True).stdout


class Chat:
    """A chat in the terminal, driven through pipes."""

    def __init__(self, options, folder):
        self.process = subprocess.Popen([options.cli, "chat", "-m", options.model, "-t", str(options.threads), "--temp", "0",
                                         "-n", "24", "--ctx", "8192", "--keep", str(folder)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        while True:
            line = self.process.stderr.readline()
            if not line:
                sys.exit("the chat ended early")
            if found := FIGURES.search(line):
                return [int(figure) for figure in found.groups()]


def run(options, prompt, folder):
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(prompt)
        file.flush()
        done = subprocess.run([options.cli, "run", "-m", options.model, "--raw", "-f", file.name, "-n", "24", "--temp", "0", "-t",
                               str(options.threads), "--ctx", "8192", "--json"] + (["--keep", str(folder)] if folder else []),
                              capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def opened(options, prompt, folder):
    """The same in a process that opens the chat first."""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(prompt)
        file.flush()
        done = subprocess.run([options.bench, options.model, str(folder), file.name, str(options.threads)], capture_output=True, text=True,
                              check=True)
    return json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/hearth-cli"))
    parser.add_argument("--bench", default=str(ROOT / "build/release/bin/hearth-resume-bench"))
    parser.add_argument("--model", default=str(STARTER))
    parser.add_argument("--tokens", type=int, default=7000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-t", "--threads", type=int, default=2)
    options = parser.parse_args()
    chance = random.Random(1)
    first = "Remember these words: " + " ".join(chance.choice(WORDS) for _ in range(options.tokens - 60)) + "."
    first = first[:int(len(first) * options.tokens / tokensOf(options, first))]
    figures = {"memory": [], "opening": [], "opened": [], "killed": [], "cold": [], "again": []}
    for _ in range(options.rounds):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place) / "kept"
            chat = Chat(options, folder)
            chat.ask(first)
            time.sleep(1)
            chat.process.send_signal(signal.SIGKILL)
            reply = chat.process.communicate()[0].strip()
            prompt = rendered(options, [{"role": "user", "content": first}, {"role": "assistant", "content": reply},
                                        {"role": "user", "content": QUESTION}])
            # Neither ends in a way that leaves more on disk for the other than the killed process did.
            shutil.copytree(folder, pathlib.Path(place) / "copy")
            there = opened(options, prompt, pathlib.Path(place) / "copy")
            figures["opening"].append(there["opening_ms"])
            figures["opened"].append(there["ttft_ms"])
            got = run(options, prompt, folder)
            question = tokensOf(options, QUESTION) + 8  # and the marks around it
            figures["killed"].append(got["ttft_ms"])
            figures["again"].append(got["prompt_tokens"] - got["reused_tokens"] - question)
        with tempfile.TemporaryDirectory() as place:
            chat = Chat(options, pathlib.Path(place) / "kept")
            chat.ask(first)
            figures["memory"].append(chat.ask(QUESTION)[0])
            chat.process.kill()
        figures["cold"].append(run(options, prompt, None)["ttft_ms"])
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print(json.dumps({"prompt_tokens": got["prompt_tokens"], "memory_ms": medians["memory"], "opening_ms": medians["opening"],
                      "opened_ms": medians["opened"], "killed_ms": medians["killed"], "cold_ms": medians["cold"], "processed_beyond_question": medians["again"],
                      "opened_over_memory": medians["opened"] / medians["memory"],
                      "killed_over_memory": medians["killed"] / medians["memory"],
                      "cold_over_killed": medians["cold"] / medians["killed"]}))


if __name__ == "__main__":
    main()
