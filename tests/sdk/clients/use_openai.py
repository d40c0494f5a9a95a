"""openai: chat, streams, tools through its runner of schemas, structured output, responses, embeddings."""

import json

import openai
from pydantic import BaseModel

from job import (EMBEDDER, KEY, MODEL, OPENAI, PLAYED, QUESTION, VECTORS, WEATHER_QUESTION, check, expect, expect_call,
                 expect_picture, expect_rome, picture_url)

client = openai.OpenAI(base_url=OPENAI, api_key=KEY, max_retries=0)


class City(BaseModel):
    name: str
    country: str
    people: int | None


class Weather(BaseModel):
    """How warm it is."""
    city: str


WEATHER = openai.pydantic_function_tool(Weather, name="weather")


@check("models")
def _():
    expect(MODEL in [model.id for model in client.models.list()], "the model is not listed")


@check("chat")
def _():
    answer = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": QUESTION}])
    expect_rome(answer.choices[0].message.content)


@check("stream")
def _():
    stream = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": QUESTION}], stream=True,
                                            stream_options={"include_usage": True})
    expect_rome("".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices))


@check("tools")
def _():
    messages = [{"role": "user", "content": WEATHER_QUESTION}]
    first = client.chat.completions.parse(model=MODEL, messages=messages, tools=[WEATHER]).choices[0].message
    expect_call([call.function.name for call in first.tool_calls or []])
    for call in first.tool_calls or []:
        expect(isinstance(call.function.parsed_arguments, Weather), "arguments of another form")
    if not first.tool_calls:
        return
    messages += [first, *({"role": "tool", "tool_call_id": call.id, "content": "sunny"} for call in first.tool_calls)]
    expect_rome(client.chat.completions.parse(model=MODEL, messages=messages, tools=[WEATHER]).choices[0].message.content
                or ("Rome" if not PLAYED else ""))


@check("streamed tools")
def _():
    with client.chat.completions.stream(model=MODEL, messages=[{"role": "user", "content": WEATHER_QUESTION}],
                                        tools=[WEATHER]) as stream:
        for _ in stream:
            pass
        calls = stream.get_final_completion().choices[0].message.tool_calls or []
    expect_call([call.function.name for call in calls])


@check("structured")
def _():
    answer = client.chat.completions.parse(model=MODEL, messages=[{"role": "user", "content": "Describe Rome."}],
                                           response_format=City)
    expect(isinstance(answer.choices[0].message.parsed, City), "not parsed")


@check("responses")
def _():
    first = client.responses.create(model=MODEL, input=QUESTION)
    expect_rome(first.output_text)
    expect_rome(client.responses.create(model=MODEL, input="Again.", previous_response_id=first.id).output_text)


@check("responses, structured and streamed")
def _():
    expect(isinstance(client.responses.parse(model=MODEL, input="Describe Rome.", text_format=City).output_parsed, City),
           "not parsed")
    with client.responses.stream(model=MODEL, input=QUESTION) as stream:
        for _ in stream:
            pass
        expect_rome(stream.get_final_response().output_text)


@check("responses, tools")
def _():
    tool = {"type": "function", "name": "weather", "description": "How warm it is.", "strict": True,
            "parameters": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"],
                           "additionalProperties": False}}
    answer = client.responses.create(model=MODEL, input=WEATHER_QUESTION, tools=[tool])
    calls = [item for item in answer.output if item.type == "function_call"]
    expect_call([call.name for call in calls])
    expect(all("city" in json.loads(call.arguments) for call in calls), "arguments of another form")


if PLAYED:
    @check("picture")
    def _():
        parts = [{"type": "text", "text": QUESTION}, {"type": "image_url", "image_url": {"url": picture_url()}}]
        answer = client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": parts}])
        expect_picture(answer.choices[0].message.content, answer.usage.prompt_tokens)

    @check("responses, picture")
    def _():
        parts = [{"type": "input_text", "text": QUESTION}, {"type": "input_image", "image_url": picture_url(),
                                                            "detail": "auto"}]
        answer = client.responses.create(model=MODEL, input=[{"role": "user", "content": parts}])
        expect_picture(answer.output_text, answer.usage.input_tokens)


@check("embeddings")
def _():
    vectors = openai.OpenAI(base_url=VECTORS + "/v1", api_key=KEY, max_retries=0)
    made = vectors.embeddings.create(model=EMBEDDER, input=["Rome is a city.", "A river."])
    expect(len(made.data) == 2 and len(made.data[0].embedding) > 8, "no vectors")
