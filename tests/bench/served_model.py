"""A server of a model for measurements."""
import http.client
import pathlib
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEARTH = ROOT / "build/release/bin/hearth-cli"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A process that answers on a port of this computer, from its first answer on until it is closed."""

    def __init__(self, command, port, patience=300):
        self.port = port
        self.process = subprocess.Popen([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + patience
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.close()
                raise SystemExit(f"{command[0]} does not answer")
            time.sleep(0.05)

    def answers(self):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
            connection.request("GET", "/health")
            return connection.getresponse().status == 200
        except OSError:
            return False

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def hearth(model, threads, parallel, hearth_cli=HEARTH, context=0):
    port = free_port()
    command = [hearth_cli, "serve", "-m", model, "--port", port, "-t", threads, "--parallel", parallel, "--backend", "cpu"]
    return Server(command + (["--ctx", context] if context else []), port)


def llama_server(program, model, threads, parallel, context):
    """llama.cpp's server: one slot a client, each with `context` tokens."""
    port = free_port()
    return Server([program, "-m", model, "--host", "127.0.0.1", "--port", port, "-t", threads, "-np", parallel, "-c",
                   context * parallel, "-ngl", 0], port)


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
