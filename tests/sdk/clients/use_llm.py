"""llm, the command: a prompt, a conversation, a schema, a tool, embeddings."""

import json
import os
import pathlib
import subprocess
import sys

from job import (KEY, MODEL, OPENAI, PICTURE, PLAYED, QUESTION, SECONDS, WEATHER_QUESTION, check, expect, expect_picture,
                 expect_rome)

folder = pathlib.Path("llm").absolute()
folder.mkdir(exist_ok=True)
os.environ["LLM_USER_PATH"] = str(folder)
# JSON is YAML, too.
(folder / "extra-openai-models.yaml").write_text(json.dumps([
    {"model_id": "hearth", "model_name": MODEL, "api_base": OPENAI, "api_key_name": "hearth", "supports_tools": True,
     "supports_schema": True, "vision": True}]))
(folder / "keys.json").write_text(json.dumps({"hearth": KEY}))


def llm(*more):
    done = subprocess.run([str(pathlib.Path(sys.executable).parent / "llm"), *more], capture_output=True, text=True,
                          timeout=SECONDS - 5, stdin=subprocess.DEVNULL)
    expect(done.returncode == 0, done.stderr[-600:])
    return done.stdout


@check("prompt")
def _():
    expect_rome(llm("-m", "hearth", QUESTION))


@check("without a stream")
def _():
    expect_rome(llm("-m", "hearth", "--no-stream", "-s", "Be brief.", QUESTION))


@check("conversation")
def _():
    expect_rome(llm("-m", "hearth", "-c", "Again."))


if PLAYED:
    @check("picture")
    def _():
        expect_picture(llm("-m", "hearth", "-a", str(PICTURE), QUESTION))


@check("schema")
def _():
    made = json.loads(llm("-m", "hearth", "--schema", "name, people int", "Describe Rome."))
    expect(isinstance(made["people"], int), "another form")


@check("tools")
def _():
    code = "def weather(city: str) -> str:\n    'How warm it is in a city.'\n    return 'sunny'\n"
    try:
        answer = llm("-m", "hearth", "--functions", code, "--td", WEATHER_QUESTION)
    except AssertionError as problem:
        # A small model may call without end, but only this tool.
        expect(not PLAYED and "Tool call: weather(" in str(problem) and "Chain limit" in str(problem), str(problem))
        return
    if PLAYED:
        expect_rome(answer)
