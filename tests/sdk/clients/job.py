"""The common part of the clients' scripts: where the server is, and checks that are reported one by one."""

import asyncio
import base64
import inspect
import json
import os
import pathlib
import signal
import traceback

URL = os.environ["HEARTH_URL"]
OPENAI = URL + "/v1"
KEY = os.environ["HEARTH_KEY"]
MODEL = os.environ["HEARTH_MODEL"]
PLAYED = os.environ["HEARTH_PLAYED"] == "1"
VECTORS = os.environ["HEARTH_VECTORS"]
EMBEDDER = os.environ["HEARTH_EMBEDDER"]
RERANKER = os.environ["HEARTH_RERANKER"]
SECONDS = int(os.environ.get("HEARTH_CHECK_SECONDS", "60"))

PICTURE = pathlib.Path(__file__).resolve().parents[2] / "reference/pictures/png-2-8.png"  # 37 x 23
QUESTION = "What is the capital of Italy? Answer in one word."
WEATHER_QUESTION = "What is the weather in Rome? Use the tool, then tell me."


# With these a client ends an agent whose model calls tools without end, which a real, small one may do.
ENDLESS = ("GraphRecursionError", "MaxTurnsExceeded")

# One for all checks: some clients keep connections that belong to theirs.
LOOP = asyncio.new_event_loop()
asyncio.set_event_loop(LOOP)


class TooSlow(Exception):
    pass


def _ring(*_):
    raise TooSlow(f"no end within {SECONDS} s")


signal.signal(signal.SIGALRM, _ring)


def check(name):
    """Runs a function at once and prints whether it went through; an exception is what failed."""

    def decorate(function):
        told = {"check": name, "ok": True}
        signal.alarm(SECONDS)
        try:
            if inspect.iscoroutinefunction(function):
                LOOP.run_until_complete(function())
            else:
                function()
        except BaseException as problem:  # pylint: disable=broad-except
            told = {"check": name, "ok": not PLAYED and type(problem).__name__ in ENDLESS,
                    "why": f"{type(problem).__name__}: {problem}"[:1500] or traceback.format_exc()[-1500:]}
            if os.environ.get("HEARTH_TRACE"):
                traceback.print_exc()
        finally:
            signal.alarm(0)
        print("CHECK " + json.dumps(told), flush=True)
        return function

    return decorate


def expect(condition, what):
    """Fails the check; a real, small model may call or answer wrongly, but never in a wrong form."""
    if not condition:
        raise AssertionError(what)


def picture_base64():
    return base64.b64encode(PICTURE.read_bytes()).decode()


def picture_url():
    return "data:image/png;base64," + picture_base64()


def expect_picture(text, tokens=None):
    """The answer of the played model, which says the sizes of pictures, and the tokens of the prompt."""
    expect("37x23" in text, f"another answer: {text!r}")
    expect(tokens is None or tokens >= 130, f"{tokens} tokens with a picture")


def expect_rome(text):
    """The answer of the played model; of a real one, that there is an answer."""
    expect(isinstance(text, str) and text.strip(), f"no answer: {text!r}")
    if PLAYED:
        expect("Rome" in text, f"another answer: {text!r}")


def expect_call(calls, name="weather"):
    """That a tool was called, by the played model; a real one may have chosen not to."""
    if PLAYED:
        expect(calls, "no call")
    expect(all(call == name for call in calls), f"other calls: {calls}")
