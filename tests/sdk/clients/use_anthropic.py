"""anthropic: messages, streams, tools and its tool runner, structured output."""

import anthropic
from pydantic import BaseModel

from job import (KEY, MODEL, PLAYED, QUESTION, URL, WEATHER_QUESTION, check, expect, expect_call, expect_picture,
                 expect_rome, picture_base64)

client = anthropic.Anthropic(base_url=URL, api_key=KEY, max_retries=0)
TOOL = {"name": "weather", "description": "How warm it is.",
        "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}


def text_of(message):
    return "".join(block.text for block in message.content if block.type == "text")


@check("models")
def _():
    expect(MODEL in [model.id for model in client.models.list()], "the model is not listed")


@check("messages")
def _():
    expect_rome(text_of(client.messages.create(model=MODEL, max_tokens=100,
                                               messages=[{"role": "user", "content": QUESTION}])))


@check("stream")
def _():
    with client.messages.stream(model=MODEL, max_tokens=100, system="Be brief.",
                                messages=[{"role": "user", "content": QUESTION}]) as stream:
        expect_rome("".join(stream.text_stream))


@check("tools")
def _():
    asked = {"model": MODEL, "max_tokens": 300, "tools": [TOOL]}
    messages = [{"role": "user", "content": WEATHER_QUESTION}]
    first = client.messages.create(messages=messages, **asked)
    calls = [block for block in first.content if block.type == "tool_use"]
    expect_call([call.name for call in calls])
    if not calls:
        return
    messages += [{"role": "assistant", "content": first.content},
                 {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "sunny"}
                                              for call in calls]}]
    answer = client.messages.create(messages=messages, **asked)
    expect(answer.stop_reason in ("end_turn", "tool_use"), answer.stop_reason)


@check("tool runner")
def _():
    called = []

    @anthropic.beta_tool
    def weather(city: str) -> str:
        """How warm it is.

        Args:
            city: The city.
        """
        called.append(city)
        return "sunny"

    runner = client.beta.messages.tool_runner(model=MODEL, max_tokens=300, tools=[weather], max_iterations=3,
                                              messages=[{"role": "user", "content": WEATHER_QUESTION}])
    last = None
    for message in runner:
        last = message
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(text_of(last))


@check("structured")
def _():
    class City(BaseModel):
        name: str
        people: int

    answer = client.messages.parse(model=MODEL, max_tokens=200, output_format=City,
                                   messages=[{"role": "user", "content": "Describe Rome."}])
    expect(isinstance(answer.parsed_output, City), "not parsed")


if PLAYED:
    @check("picture")
    def _():
        picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": picture_base64()}}
        answer = client.messages.create(model=MODEL, max_tokens=100, messages=[
            {"role": "user", "content": [picture, {"type": "text", "text": QUESTION}]}])
        expect_picture(text_of(answer), answer.usage.input_tokens + answer.usage.cache_read_input_tokens)


@check("count of tokens")
def _():
    count = client.messages.count_tokens(model=MODEL, messages=[{"role": "user", "content": QUESTION}], tools=[TOOL])
    expect(count.input_tokens > 5, "no count")
