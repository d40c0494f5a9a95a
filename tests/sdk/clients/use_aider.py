"""aider: writes a file of a repository as it is told to."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

from job import KEY, MODEL, OPENAI, PICTURE, PLAYED, SECONDS, check, expect, expect_picture

AIDER = [str(pathlib.Path(sys.executable).parent / "aider"), "--model", "openai/" + MODEL, "--openai-api-base", OPENAI,
         "--openai-api-key", KEY, "--yes-always", "--no-check-update", "--no-show-model-warnings", "--no-analytics",
         "--no-gitignore", "--no-detect-urls"]


def told(message, *more):
    done = subprocess.run([*AIDER, "--message", message, *more], capture_output=True, text=True, timeout=SECONDS - 5)
    expect(done.returncode == 0, done.stderr[-400:] or done.stdout[-400:])
    for sign in ("BadRequestError", "APIError", "InternalServerError", "litellm.", "NotFoundError"):
        expect(sign not in done.stdout, done.stdout[-800:])
    return done.stdout


def repository():
    pathlib.Path("repository").mkdir(exist_ok=True)
    os.chdir("repository")
    subprocess.run(["git", "init", "-q"], check=True)
    for name, value in (("user.name", "a"), ("user.email", "a@example.org")):
        subprocess.run(["git", "config", name, value], check=True)
    pathlib.Path("hello.py").write_text("print('hello')\n")
    subprocess.run(["git", "add", "."], check=True)
    subprocess.run(["git", "commit", "-qm", "Begin"], check=True)


repository()


@check("a question")
def _():
    told("What does hello.py print? Answer in one sentence.", "--chat-mode", "ask", "hello.py")


if PLAYED:
    @check("a picture")
    def _():
        # Of models that it does not know it takes none to see; docs/server.md says this.
        facts = {"litellm_provider": "openai", "mode": "chat", "supports_vision": True, "max_input_tokens": 32768}
        pathlib.Path("~/.aider.model.metadata.json").expanduser().write_text(json.dumps({"openai/" + MODEL: facts}))
        shutil.copy(PICTURE, "picture.png")
        expect_picture(told("How large is the picture?", "--chat-mode", "ask", "picture.png"))
        expect_picture(told("How large is the picture?", "--chat-mode", "ask", "--read", "picture.png"))


@check("an edit")
def _():
    answer = "\nsay: hello.py\n```\nprint('Rome')\n```\n" if PLAYED else ""
    told("Change hello.py so that it prints Rome and nothing else." + answer, "hello.py")
    if PLAYED:
        expect("Rome" in pathlib.Path("hello.py").read_text(), "the file is as it was")
        log = subprocess.run(["git", "log", "--oneline"], capture_output=True, text=True).stdout
        expect(len(log.splitlines()) == 2, f"not committed: {log}")
