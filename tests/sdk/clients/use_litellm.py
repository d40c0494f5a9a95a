"""litellm: OpenAI's form and Anthropic's, streams, tools, structured output, embeddings, rerank."""

import json

import litellm
from pydantic import BaseModel

from job import (EMBEDDER, KEY, MODEL, OPENAI, PLAYED, QUESTION, RERANKER, URL, VECTORS, WEATHER_QUESTION, check,
                 expect, expect_call, expect_picture, expect_rome, picture_url)

ASKED = {"model": "openai/" + MODEL, "api_base": OPENAI, "api_key": KEY}
WEATHER = {"type": "function", "function": {
    "name": "weather", "description": "How warm it is.",
    "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}}}


class City(BaseModel):
    name: str
    people: int


@check("chat")
def _():
    answer = litellm.completion(messages=[{"role": "user", "content": QUESTION}], **ASKED)
    expect_rome(answer.choices[0].message.content)


@check("stream")
def _():
    stream = litellm.completion(messages=[{"role": "user", "content": QUESTION}], stream=True, **ASKED)
    expect_rome("".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices))


@check("tools")
def _():
    messages = [{"role": "user", "content": WEATHER_QUESTION}]
    first = litellm.completion(messages=messages, tools=[WEATHER], tool_choice="auto", **ASKED).choices[0].message
    expect_call([call.function.name for call in first.tool_calls or []])
    for call in first.tool_calls or []:
        expect("city" in json.loads(call.function.arguments), "arguments of another form")
    if first.tool_calls:
        messages += [first, *({"role": "tool", "tool_call_id": call.id, "name": "weather", "content": "sunny"}
                              for call in first.tool_calls)]
        answer = litellm.completion(messages=messages, tools=[WEATHER], **ASKED).choices[0].message
        if PLAYED:
            expect_rome(answer.content)


@check("structured")
def _():
    answer = litellm.completion(messages=[{"role": "user", "content": "Describe Rome."}], response_format=City, **ASKED)
    City.model_validate_json(answer.choices[0].message.content)


@check("Anthropic's form")
def _():
    asked = {"model": "anthropic/" + MODEL, "api_base": URL, "api_key": KEY, "max_tokens": 300}
    expect_rome(litellm.completion(messages=[{"role": "user", "content": QUESTION}], **asked).choices[0].message.content)
    first = litellm.completion(messages=[{"role": "user", "content": WEATHER_QUESTION}], tools=[WEATHER], **asked)
    expect_call([call.function.name for call in first.choices[0].message.tool_calls or []])


if PLAYED:
    @check("picture, in both forms")
    def _():
        parts = [{"type": "text", "text": QUESTION}, {"type": "image_url", "image_url": {"url": picture_url()}}]
        for asked in (ASKED, {"model": "anthropic/" + MODEL, "api_base": URL, "api_key": KEY, "max_tokens": 300}):
            answer = litellm.completion(messages=[{"role": "user", "content": parts}], **asked)
            expect_picture(answer.choices[0].message.content, answer.usage.prompt_tokens)


@check("responses")
def _():
    answer = litellm.responses(input=QUESTION, **ASKED)
    expect_rome(answer.output[-1].content[0].text)


@check("embeddings")
def _():
    made = litellm.embedding(model="openai/" + EMBEDDER, api_base=VECTORS + "/v1", api_key=KEY, input=["Rome", "A river."])
    expect(len(made.data) == 2, "no vectors")

@check("rerank")
def _():
    made = litellm.rerank(model="cohere/" + RERANKER, api_base=VECTORS, api_key=KEY, query="Rome",
                          documents=["A river.", "Rome is a city."])
    expect(made.results[0]["index"] == 1, "in the wrong order")
