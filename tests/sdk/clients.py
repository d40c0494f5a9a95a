"""The programs that are pointed at the server: what to install of each, and how its environment is made."""

import dataclasses
import subprocess
import sys
import venv


@dataclasses.dataclass(frozen=True)
class Client:
    name: str
    packages: tuple

    @property
    def file(self):
        return f"use_{self.name.replace('-', '_')}.py"

    @property
    def shown(self):
        """The packages whose versions tell what was tried."""
        return [package.split("[")[0] for package in self.packages]


CLIENTS = [
    Client("openai", ("openai",)),
    Client("anthropic", ("anthropic",)),
    Client("litellm", ("litellm",)),
    Client("langchain", ("langchain", "langgraph", "langchain-openai", "langchain-anthropic")),
    Client("llama-index", ("llama-index-core", "llama-index-llms-openai-like", "llama-index-embeddings-openai-like")),
    Client("pydantic-ai", ("pydantic-ai-slim[openai,anthropic]",)),
    Client("instructor", ("instructor",)),
    Client("openai-agents", ("openai-agents",)),
    Client("smolagents", ("smolagents[openai]",)),
    Client("dspy", ("dspy",)),
    Client("haystack", ("haystack-ai",)),
    Client("aider", ("aider-chat",)),
    Client("llm", ("llm",)),
    Client("cohere", ("cohere",)),
]


def environment(client, place, newest, seconds):
    """The interpreter of a client's own virtual environment, made when it is not there; None where it cannot be.
    `newest`: look for newer versions in one that is there."""
    folder = place / client.name
    python = folder / "bin/python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        newest = True
    if not newest and (folder / "complete").exists():
        return python
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade",
               *client.packages]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        print(done.stderr.strip()[-400:], file=sys.stderr)
        return None
    (folder / "complete").touch()
    return python


def versions(client, python):
    """"openai 3.57.0", of each package."""
    code = ("import importlib.metadata, sys\n"
            "print(', '.join(name + ' ' + importlib.metadata.version(name) for name in sys.argv[1:]))")
    done = subprocess.run([str(python), "-c", code, *client.shown], capture_output=True, text=True, timeout=300)
    return done.stdout.strip() or "no version"
