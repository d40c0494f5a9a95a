"""Servers for the tests."""

import http.client
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import urllib.parse

BUILD = pathlib.Path(os.environ["HEARTH_BUILD"])
TINY = pathlib.Path(__file__).resolve().parent.parent / "reference/tiny/llama-f32.gguf"
EMBEDDER = TINY.parent.parent / "embeddings/bert-mean"
KEY = "a-key-for-the-tests"
SEEING = TINY.parent.parent / "vision/llava-next"
PICTURE = TINY.parent.parent / "pictures/png-2-8.png"  # 37 x 23


class Served:
    """A server until stop()."""

    def __init__(self, command, **more):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **more)
        for line in self.process.stdout:
            if line.startswith("listening on "):
                self.url = line.split()[-1]
                return
        raise AssertionError("the server did not start")

    def stop(self):
        self.process.stdin.close()
        self.process.terminate()
        self.process.wait(10)
        self.process.stdout.close()

    def raw(self, path, body=None, headers=None, method=None):
        """The status and the bytes of an answer."""
        where = urllib.parse.urlsplit(self.url)
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=60)
        data = None if body is None else json.dumps(body)
        connection.request(method or ("GET" if body is None else "POST"), path, data,
                           {"Authorization": "Bearer " + KEY, **(headers or {})})
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, data

    def events(self, path, body):
        """The data of all events of a stream, with the names that they had."""
        status, data = self.raw(path, body)
        assert status == 200, data
        events = []
        for block in data.decode().split("\n\n"):
            fields = dict(line.split(": ", 1) for line in block.split("\n") if ": " in line)
            if "data" in fields:
                events.append((fields.get("event"), fields["data"]))
        return events

    def figure(self, name):
        """One of /metrics."""
        for line in self.raw("/metrics")[1].decode().splitlines():
            if line.startswith(name + " "):
                return float(line.split()[1])
        raise AssertionError(name + " is not told")


def tiny_server(*more):
    """hearth-cli with a real, tiny model."""
    folder = tempfile.mkdtemp(prefix="hearth-sdk-")
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "-m", str(TINY), "--port", "0", "-t", "1", "--api-key", KEY,
                   "--parallel", "16", "--responses", folder + "/responses", *more], stderr=subprocess.DEVNULL)


def seeing_server():
    """hearth-cli with a real, tiny model that sees, random weights and all."""
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "-m", str(SEEING), "--port", "0", "-t", "1", "--api-key", KEY,
                   "--responses", tempfile.mkdtemp(prefix="hearth-sdk-") + "/responses"], stderr=subprocess.DEVNULL)


def embedding_server():
    """Only a real, tiny embedding model."""
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "--embedding-model", str(EMBEDDER), "--port", "0", "-t", "1",
                   "--api-key", KEY, "--responses", tempfile.mkdtemp(prefix="hearth-sdk-") + "/responses"],
                  stderr=subprocess.DEVNULL)


def vector_server():
    """A tiny embedding model that takes texts, and a tiny reranker: the server, and the names of both."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-sdk-"))
    reranker = EMBEDDER.parent / "bert-reranker"
    shutil.copytree(EMBEDDER, folder / EMBEDDER.name)
    for name in ("tokenizer.json", "tokenizer_config.json"):
        if (reranker / name).exists():
            shutil.copy(reranker / name, folder / EMBEDDER.name)
    server = Served([str(BUILD / "bin/hearth-cli"), "serve", "--embedding-model", str(folder / EMBEDDER.name),
                     "--embedding-model", str(reranker), "--port", "0", "-t", "1",
                     "--responses", str(folder / "responses")], stderr=subprocess.DEVNULL)
    return server, EMBEDDER.name, reranker.name


def routed_server(rules):
    """Two tiny models behind the name "auto"."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-sdk-"))
    (folder / "rules.json").write_text(json.dumps(rules))
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "--models", str(TINY.parent), "--port", "0", "-t", "1",
                   "--api-key", KEY, "--responses", str(folder / "responses"),
                   "--route", f"small=qwen3-f16,large=llama-f32,rules={folder / 'rules.json'}"],
                  stderr=subprocess.DEVNULL)


def played_server(*more):
    """One whose model thinks and calls tools, by a script; with "agent" one that programs can work with."""
    return Served([str(BUILD / "tests/sdk/played_server"), str(TINY), *more])


def worker_main(model, threads, more):
    """hearth-cli with a real model, as people start it."""
    folder = tempfile.mkdtemp(prefix="hearth-sdk-")
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "-m", str(model), "--port", "0", "-t", threads,
                   "--responses", folder + "/responses", *more], stderr=subprocess.DEVNULL)
