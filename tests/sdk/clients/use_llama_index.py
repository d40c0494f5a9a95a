"""llama-index: chat, streams, an agent with tools, structured output, a picture, embeddings."""

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.core.llms import ChatMessage, ImageBlock, TextBlock
from llama_index.core.tools import FunctionTool
from llama_index.embeddings.openai_like import OpenAILikeEmbedding
from llama_index.llms.openai_like import OpenAILike
from pydantic import BaseModel

from job import (EMBEDDER, KEY, MODEL, OPENAI, PICTURE, PLAYED, QUESTION, VECTORS, WEATHER_QUESTION, check, expect,
                 expect_call, expect_picture, expect_rome)

llm = OpenAILike(model=MODEL, api_base=OPENAI, api_key=KEY, is_chat_model=True, is_function_calling_model=True,
                 context_window=4000)
called = []


def weather(city: str) -> str:
    """How warm it is in a city."""
    called.append(city)
    return "sunny"


class City(BaseModel):
    """A city."""
    name: str
    people: int


@check("chat")
def _():
    expect_rome(llm.chat([ChatMessage(role="user", content=QUESTION)]).message.content)


@check("stream")
def _():
    expect_rome("".join(part.delta or "" for part in llm.stream_chat([ChatMessage(role="user", content=QUESTION)])))


@check("completion")
def _():
    expect_rome(llm.complete(QUESTION).text)


@check("tools")
def _():
    answer = llm.chat_with_tools([FunctionTool.from_defaults(weather)], user_msg=WEATHER_QUESTION)
    expect_call([call.tool_name for call in llm.get_tool_calls_from_response(answer, error_on_no_tool_call=False)])


@check("agent")
async def _():
    called.clear()
    # A small model may call without end; then the last answer is made without tools.
    more = {} if PLAYED else {"early_stopping_method": "generate"}
    agent = FunctionAgent(tools=[weather], llm=llm, system_prompt="Be brief.")
    answer = await agent.run(WEATHER_QUESTION, max_iterations=4, **more)
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(str(answer))


@check("structured")
def _():
    expect(isinstance(llm.as_structured_llm(City).complete("Describe Rome.").raw, City), "not parsed")


if PLAYED:
    @check("picture")
    def _():
        answer = llm.chat([ChatMessage(role="user", blocks=[TextBlock(text=QUESTION), ImageBlock(path=PICTURE)])])
        expect_picture(answer.message.content, answer.raw.usage.prompt_tokens)


@check("embeddings")
def _():
    vectors = OpenAILikeEmbedding(model_name=EMBEDDER, api_base=VECTORS + "/v1", api_key=KEY)
    expect(len(vectors.get_text_embedding_batch(["Rome", "A river."])) == 2, "no vectors")
