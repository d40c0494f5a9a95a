"""pydantic-ai: agents with tools and typed output, streams, pictures; OpenAI's chats and responses, and Anthropic's
messages."""

from anthropic import AsyncAnthropic
from pydantic import BaseModel
from pydantic_ai import Agent, BinaryContent, NativeOutput
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from job import (KEY, MODEL, OPENAI, PICTURE, PLAYED, QUESTION, URL, WEATHER_QUESTION, check, expect, expect_picture,
                 expect_rome)

provider = OpenAIProvider(base_url=OPENAI, api_key=KEY)
chat = OpenAIChatModel(MODEL, provider=provider)


class City(BaseModel):
    """A city."""
    name: str
    people: int | None = None


def asks(model, **more):
    """The answer of an agent with a tool, and the calls of that tool."""
    agent = Agent(model, retries=3, **more)
    called = []

    @agent.tool_plain
    def weather(city: str) -> str:
        """How warm it is in a city."""
        called.append(city)
        return "sunny"

    return agent.run_sync(WEATHER_QUESTION).output, called


def anthropic_model():
    client = AsyncAnthropic(base_url=URL, api_key=KEY, max_retries=0)
    return AnthropicModel(MODEL, provider=AnthropicProvider(anthropic_client=client))


@check("chat")
def _():
    expect_rome(Agent(chat, system_prompt="Be brief.").run_sync(QUESTION).output)


@check("stream")
async def _():
    async with Agent(chat).run_stream(QUESTION) as result:
        expect_rome("".join([part async for part in result.stream_text(delta=True)]))


@check("tools")
def _():
    answer, called = asks(chat)
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(answer)


@check("typed output")
def _():
    expect(isinstance(Agent(chat, output_type=City, retries=3).run_sync("Describe Rome.").output, City), "not parsed")


@check("typed output and tools")
def _():
    answer, _ = asks(chat, output_type=City)
    expect(isinstance(answer, City), "not parsed")


@check("native output")
def _():
    agent = Agent(chat, output_type=NativeOutput(City), retries=3)
    expect(isinstance(agent.run_sync("Describe Rome.").output, City), "not parsed")


@check("responses")
def _():
    answer, called = asks(OpenAIResponsesModel(MODEL, provider=provider))
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(answer)


@check("Anthropic's form")
def _():
    answer, called = asks(anthropic_model())
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(answer)


if PLAYED:
    @check("picture, in all forms")
    def _():
        picture = BinaryContent(data=PICTURE.read_bytes(), media_type="image/png")
        for model in (chat, OpenAIResponsesModel(MODEL, provider=provider), anthropic_model()):
            result = Agent(model).run_sync([QUESTION, picture])
            expect_picture(result.output, result.usage.input_tokens)
