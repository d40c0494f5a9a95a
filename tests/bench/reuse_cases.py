#!/usr/bin/env python3
"""How much of a prompt Hearth's server and llama.cpp's reuse, case by case.

  tests/bench/reuse_cases.py [--cli PATH] [--peer LLAMA_SERVER] [--model FILE] [--window FILE] [--recurrent FILE] [-t THREADS]
                             [--picture FILE]

Each case asks both servers the same conversations over OpenAI's chat/completions, streamed, at temperature 0, and prints the
tokens reused of the tokens in the last prompt and the time to its first token. Hearth keeps its cache in a folder; llama.cpp's
server has its defaults. --window and --recurrent are models with sliding windows and with recurrent layers;
tests/bench/reuse_models.py makes small random ones. Without --peer only Hearth is asked. With --picture all models read
pictures, and each conversation begins with this one; earlier replies are then given, because the text of random models is
tokenized otherwise after a restart.
"""
import argparse
import base64
import json
import os
import pathlib
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
STARTER = pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / \
    "hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf"
WORDS = "river garden market winter summer paper window table chapter method reason result measure house light".split()


def words(count, seed):
    chance = random.Random(seed)
    return " ".join(chance.choice(WORDS) for _ in range(count))


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """One of the two, started and stopped as a case wants."""

    def __init__(self, options, model, context, folder=None):
        self.options, self.model, self.folder, self.process = options, model, folder, None
        self.start(context)

    def start(self, context):
        self.port = free_port()
        self.process = subprocess.Popen(self.command(context), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (OSError, urllib.error.URLError):
                pass
            if self.process.poll() is not None:
                sys.exit("a server ended early: " + " ".join(map(str, self.command(context))))
            time.sleep(0.05)
        sys.exit("a server does not answer")

    def end(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        self.process.wait(timeout=30)

    def ask(self, messages, count=24):
        """Returns the reply, the tokens reused, those of the prompt, and milliseconds to the first token."""
        messages = with_picture(messages, self.options.picture)
        body = {"messages": messages, "max_tokens": count, "temperature": 0, "stream": True, "model": "m",
                "stream_options": {"include_usage": True}}
        # What is measured is what of prompts is reused, not whole replies. llama.cpp ignores it.
        body["cache_reply"] = False
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/v1/chat/completions", json.dumps(body).encode(),
                                         {"Content-Type": "application/json"})
        started, first, text, reused, total = time.monotonic(), None, "", None, None
        try:
            answer = urllib.request.urlopen(request, timeout=300)
        except urllib.error.HTTPError as error:
            return None, json.loads(error.read())["error"]["message"], None, None
        with answer:
            for line in answer:
                if not line.startswith(b"data: {"):
                    continue
                event = json.loads(line[6:])
                for choice in event.get("choices") or []:
                    delta = choice["delta"].get("content") or ""
                    if delta and first is None:
                        first = 1000 * (time.monotonic() - started)
                    text += delta
                if usage := event.get("usage"):
                    total = usage["prompt_tokens"]
                    reused = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", reused)
                if timings := event.get("timings"):
                    reused = timings.get("cache_n", reused)
        return text, reused, total, first


class Hearth(Server):
    name = "Hearth"

    def command(self, context):
        return [self.options.cli, "serve", "-m", self.model, "-c", str(context), "--port", str(self.port), "-t",
                str(self.options.threads), "--parallel", "1", "--alias", "m", "--keep", str(self.folder)]


class Peer(Server):
    name = "llama.cpp"

    def command(self, context):
        return [self.options.peer, "-m", self.model, "-c", str(context), "--port", str(self.port), "-t",
                str(self.options.threads), "-np", "1", "--no-webui"]


def with_picture(messages, file):
    """The messages with a picture before the text of the first question."""
    if not file:
        return messages
    url = "data:;base64," + base64.b64encode(pathlib.Path(file).read_bytes()).decode()
    first = next(index for index, message in enumerate(messages) if message["role"] == "user")
    parts = [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": messages[first]["content"]}]
    return messages[:first] + [user(parts)] + messages[first + 1:]


def user(text):
    return {"role": "user", "content": text}


def turns(server, count, seed, system=None, length=120):
    """A conversation of so many turns."""
    messages = [{"role": "system", "content": system}] if system else []
    for turn in range(count):
        messages.append(user(f"Part {turn} of {seed}: " + words(length, 100 * seed + turn)))
        reply = server.ask(messages)[0]
        messages.append({"role": "assistant", "content": "Yes, I see." if server.options.picture else reply})
    return messages


def next_turn(server, context):
    return server.ask(turns(server, 6, 1) + [user("And then?")])


def edit(server, context):
    messages = turns(server, 6, 2)
    return server.ask(messages[:6] + [user("Something else: " + words(30, 77))])


def regenerate(server, context):
    messages = turns(server, 6, 3)
    return server.ask(messages[:-1])


def branch(server, context):
    """A branch is asked, then the first one goes on."""
    messages = turns(server, 6, 4)
    server.ask(messages[:6] + [user("Something else: " + words(200, 78))])
    return server.ask(messages + [user("And then?")])


def other_chat(server, context):
    system = "You help with these words: " + words(700, 5)
    turns(server, 2, 5, system)
    return server.ask([{"role": "system", "content": system}, user("Which one is first? " + words(20, 6))])


def overflow(server, context):
    return server.ask([user(words(context + 200, 7))])


def again(how, wait=0.0, longer=0):
    def case(server, context):
        messages = turns(server, 6, 8)
        time.sleep(wait)
        server.end(how)
        server.start(context + longer)
        return server.ask(messages + [user("And then?")])
    return case


CASES = [("next turn", next_turn), ("an earlier question edited", edit), ("reply made again", regenerate),
         ("back to a chat after a branch of it", branch), ("other chat, same system prompt", other_chat),
         ("prompt longer than the context", overflow), ("restart", again(signal.SIGTERM)),
         ("killed a second after the reply", again(signal.SIGKILL, 1.0)),
         ("restart with another context length", again(signal.SIGTERM, 0, 512))]


def figures(answer):
    _, reused, total, first = answer
    return reused if total is None else f"{reused} of {total}, {first:.0f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / "build/release/bin/hearth-cli"))
    parser.add_argument("--peer")
    parser.add_argument("--model", default=str(STARTER))
    parser.add_argument("--window")
    parser.add_argument("--recurrent")
    parser.add_argument("--picture")
    parser.add_argument("-t", "--threads", type=int, default=2)
    options = parser.parse_args()
    # Small vocabularies of models for tests have several tokens for a word.
    plan = [(name, case, options.model, 8192 if options.picture else 2048) for name, case in CASES]
    for model, kind in ((options.window, "sliding windows"), (options.recurrent, "recurrent layers")):
        if model:
            plan += [(f"{kind}: {name}", case, model, 8192) for name, case in (CASES[0], CASES[1], CASES[3], CASES[7])]
    kinds = [Hearth] + ([Peer] if options.peer else [])
    print("| case | " + " | ".join(kind.name for kind in kinds) + " |\n| --- |" + " --- |" * len(kinds))
    for name, case, model, context in plan:
        row = []
        for kind in kinds:
            with tempfile.TemporaryDirectory() as folder:
                server = kind(options, model, context, folder)
                try:
                    row.append(figures(case(server, context)))
                finally:
                    server.end()
        print(f"| {name} | " + " | ".join(map(str, row)) + " |", flush=True)


if __name__ == "__main__":
    main()
