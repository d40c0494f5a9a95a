"""openai-agents: an agent with tools and a typed answer, streams, pictures, by responses (its default) and by chats."""

from agents import Agent, OpenAIChatCompletionsModel, OpenAIResponsesModel, Runner, function_tool, set_tracing_disabled
from openai import AsyncOpenAI
from pydantic import BaseModel

from job import (KEY, MODEL, OPENAI, PLAYED, QUESTION, WEATHER_QUESTION, check, expect, expect_picture, expect_rome,
                 picture_url)

set_tracing_disabled(True)
client = AsyncOpenAI(base_url=OPENAI, api_key=KEY, max_retries=0)
called = []


class City(BaseModel):
    name: str
    people: int


@function_tool
def weather(city: str) -> str:
    """How warm it is in a city."""
    called.append(city)
    return "sunny"


for kind, model in (("responses", OpenAIResponsesModel(MODEL, client)),
                    ("chats", OpenAIChatCompletionsModel(MODEL, client))):
    @check("answer by " + kind)
    def _():
        expect_rome(Runner.run_sync(Agent(name="a", instructions="Be brief.", model=model), QUESTION).final_output)

    @check("stream by " + kind)
    async def _():
        run = Runner.run_streamed(Agent(name="a", instructions="Be brief.", model=model), QUESTION)
        async for _ in run.stream_events():
            pass
        expect_rome(run.final_output)

    @check("tools by " + kind)
    def _():
        called.clear()
        agent = Agent(name="a", instructions="Be brief.", model=model, tools=[weather])
        answer = Runner.run_sync(agent, WEATHER_QUESTION, max_turns=6).final_output
        if PLAYED:
            expect(called, "the tool was not called")
            expect_rome(answer)

    @check("typed answer by " + kind)
    def _():
        agent = Agent(name="a", instructions="Be brief.", model=model, output_type=City)
        expect(isinstance(Runner.run_sync(agent, "Describe Rome.").final_output, City), "not parsed")

    @check("handoff by " + kind)
    def _():
        other = Agent(name="geographer", handoff_description="Knows cities.", instructions="Be brief.", model=model)
        agent = Agent(name="a", instructions="Hand over to the geographer.", model=model, handoffs=[other])
        expect(Runner.run_sync(agent, QUESTION, max_turns=6).final_output, "nothing")

    if PLAYED:
        @check("picture by " + kind)
        def _():
            parts = [{"type": "input_text", "text": QUESTION},
                     {"type": "input_image", "image_url": picture_url(), "detail": "auto"}]
            run = Runner.run_sync(Agent(name="a", model=model), [{"role": "user", "content": parts}])
            expect_picture(run.final_output, run.raw_responses[0].usage.input_tokens)
