"""smolagents: an agent that calls tools, one that writes code, streams, a picture."""

import PIL.Image
from smolagents import CodeAgent, OpenAIModel, ToolCallingAgent, tool

from job import (KEY, MODEL, OPENAI, PICTURE, PLAYED, QUESTION, WEATHER_QUESTION, check, expect, expect_picture,
                 expect_rome)

model = OpenAIModel(model_id=MODEL, api_base=OPENAI, api_key=KEY)
called = []


@tool
def weather(city: str) -> str:
    """How warm it is in a city.

    Args:
        city: The city.
    """
    called.append(city)
    return "sunny"


@check("chat")
def _():
    expect_rome(model([{"role": "user", "content": [{"type": "text", "text": QUESTION}]}]).content)


@check("stream")
def _():
    parts = model.generate_stream([{"role": "user", "content": [{"type": "text", "text": QUESTION}]}])
    expect_rome("".join(part.content or "" for part in parts))


if PLAYED:
    @check("picture")
    def _():
        answer = model([{"role": "user", "content": [{"type": "text", "text": QUESTION},
                                                     {"type": "image", "image": PIL.Image.open(PICTURE)}]}])
        expect_picture(answer.content, answer.token_usage.input_tokens)


@check("agent with tools")
def _():
    called.clear()
    answer = ToolCallingAgent(tools=[weather], model=model, max_steps=3, verbosity_level=0).run(WEATHER_QUESTION)
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(str(answer))


@check("agent that writes code")
def _():
    task = QUESTION + (" say: Thought: I know it.\n<code>\nfinal_answer('Rome')\n</code>" if PLAYED else "")
    answer = CodeAgent(tools=[], model=model, max_steps=2, verbosity_level=0).run(task)
    if PLAYED:
        expect_rome(str(answer))
