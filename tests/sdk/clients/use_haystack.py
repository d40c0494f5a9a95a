"""haystack: chat, streams, an agent with tools, structured output, a picture, embeddings, a pipeline."""

import json
from typing import Annotated

from haystack import Pipeline
from haystack.components.agents import Agent
from haystack.components.builders import ChatPromptBuilder
from haystack.components.embedders import OpenAITextEmbedder
from haystack.components.generators.chat import OpenAIChatGenerator
from haystack.dataclasses import ChatMessage, ImageContent
from haystack.tools import tool
from haystack.utils import Secret
from pydantic import BaseModel

from job import (EMBEDDER, KEY, MODEL, OPENAI, PLAYED, QUESTION, VECTORS, WEATHER_QUESTION, check, expect, expect_call,
                 expect_picture, expect_rome, picture_base64)

ASKED = {"model": MODEL, "api_base_url": OPENAI, "api_key": Secret.from_token(KEY), "max_retries": 0}
called = []


@tool
def weather(city: Annotated[str, "the city"]) -> str:
    """How warm it is in a city."""
    called.append(city)
    return "sunny"


class City(BaseModel):
    name: str
    people: int


@check("chat")
def _():
    expect_rome(OpenAIChatGenerator(**ASKED).run([ChatMessage.from_user(QUESTION)])["replies"][0].text)


@check("stream")
def _():
    parts = []
    OpenAIChatGenerator(streaming_callback=lambda chunk: parts.append(chunk.content or ""), **ASKED).run(
        [ChatMessage.from_user(QUESTION)])
    expect_rome("".join(parts))


@check("tools")
def _():
    for strict in (False, True):
        reply = OpenAIChatGenerator(tools=[weather], tools_strict=strict, **ASKED).run(
            [ChatMessage.from_user(WEATHER_QUESTION)])["replies"][0]
        expect_call([call.tool_name for call in reply.tool_calls])


@check("agent")
def _():
    called.clear()
    agent = Agent(chat_generator=OpenAIChatGenerator(**ASKED), tools=[weather], max_agent_steps=4)
    answer = agent.run(messages=[ChatMessage.from_user(WEATHER_QUESTION)])
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(answer["messages"][-1].text)


@check("structured")
def _():
    generator = OpenAIChatGenerator(generation_kwargs={"response_format": City}, **ASKED)
    City.model_validate(json.loads(generator.run([ChatMessage.from_user("Describe Rome.")])["replies"][0].text))


if PLAYED:
    @check("picture")
    def _():
        picture = ImageContent(base64_image=picture_base64(), mime_type="image/png")
        reply = OpenAIChatGenerator(**ASKED).run([ChatMessage.from_user(content_parts=[QUESTION, picture])])["replies"][0]
        expect_picture(reply.text, reply.meta["usage"]["prompt_tokens"])


@check("pipeline")
def _():
    pipeline = Pipeline()
    pipeline.add_component("prompt", ChatPromptBuilder([ChatMessage.from_user("{{ question }}")]))
    pipeline.add_component("chat", OpenAIChatGenerator(**ASKED))
    pipeline.connect("prompt.prompt", "chat.messages")
    expect_rome(pipeline.run({"prompt": {"question": QUESTION}})["chat"]["replies"][0].text)


@check("embeddings")
def _():
    embedder = OpenAITextEmbedder(model=EMBEDDER, api_base_url=VECTORS + "/v1", api_key=Secret.from_token(KEY))
    expect(len(embedder.run("Rome")["embedding"]) > 8, "no vector")
