"""Servers for the tests, and the strict look at what they answer."""

import http.client
import json
import os
import pathlib
import subprocess
import tempfile
import urllib.parse

import pydantic

BUILD = pathlib.Path(os.environ["HEARTH_BUILD"])
TINY = pathlib.Path(__file__).resolve().parent.parent / "reference/tiny/llama-f32.gguf"
EMBEDDER = TINY.parent.parent / "embeddings/bert-mean"
KEY = "a-key-for-the-tests"

# Fields that are ours, and no SDK knows: by the type that they stand in.
OURS = {
    ("Model", "status"),
    ("ModelInfo", "status"),
    ("ChatCompletionMessage", "reasoning_content"),
    ("ChoiceDelta", "reasoning_content"),
    ("CompletionUsage", "cached_reply"),
    ("ResponseUsage", "cached_reply"),
    ("Usage", "cached_reply"),
    ("MessageDeltaUsage", "cached_reply"),
    ("ChatCompletion", "route"),
    ("ChatCompletionChunk", "route"),
    ("Completion", "route"),
    ("Message", "route"),
    ("Response", "route"),
}


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


def embedding_server():
    """Only a real, tiny embedding model."""
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "--embedding-model", str(EMBEDDER), "--port", "0", "-t", "1",
                   "--api-key", KEY, "--responses", tempfile.mkdtemp(prefix="hearth-sdk-") + "/responses"],
                  stderr=subprocess.DEVNULL)


def routed_server(rules):
    """Two tiny models behind the name "auto"."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hearth-sdk-"))
    (folder / "rules.json").write_text(json.dumps(rules))
    return Served([str(BUILD / "bin/hearth-cli"), "serve", "--models", str(TINY.parent), "--port", "0", "-t", "1",
                   "--api-key", KEY, "--responses", str(folder / "responses"),
                   "--route", f"small=qwen3-f16,large=llama-f32,rules={folder / 'rules.json'}"],
                  stderr=subprocess.DEVNULL)


def played_server():
    """One whose model thinks and calls tools, by a script."""
    return Served([str(BUILD / "tests/sdk/played_server"), str(TINY)])


def body_of(raw):
    """The bytes of an answer that an SDK has."""
    return raw.http_response.read()


def unknown_fields(value, place=""):
    """Fields that the type of a model does not have, which are not ours."""
    if isinstance(value, pydantic.BaseModel):
        for name in value.model_extra or {}:
            if (type(value).__name__, name) not in OURS:
                yield f"{place}.{name} of {type(value).__name__}"
        for name in type(value).model_fields:
            yield from unknown_fields(getattr(value, name), f"{place}.{name}")
    elif isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            yield from unknown_fields(entry, f"{place}[{index}]")
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from unknown_fields(entry, f"{place}.{name}")


def strictly(kind, data):
    """Takes JSON as `kind` of an SDK: nothing is converted, nothing is missing, nothing is unknown."""
    value = pydantic.TypeAdapter(kind).validate_json(data, strict=True)
    unknown = list(unknown_fields(value))
    assert not unknown, f"unknown fields: {', '.join(unknown)} in {data}"
    return value
