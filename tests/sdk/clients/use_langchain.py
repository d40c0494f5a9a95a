"""langchain and langgraph: chat, streams, tools, structured output, agents, pictures; Anthropic's form too."""

from langchain.agents import create_agent
from langchain_anthropic import ChatAnthropic
from langchain_core.messages import HumanMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from langgraph.graph import END, START, MessagesState, StateGraph
from pydantic import BaseModel

from job import (EMBEDDER, KEY, MODEL, OPENAI, PLAYED, QUESTION, URL, VECTORS, WEATHER_QUESTION, check, expect,
                 expect_call, expect_picture, expect_rome, picture_base64)

chat = ChatOpenAI(model=MODEL, base_url=OPENAI, api_key=KEY)
called = []


class City(BaseModel):
    """A city."""
    name: str
    people: int | None = None


@tool
def weather(city: str) -> str:
    """How warm it is in a city."""
    called.append(city)
    return "sunny"


@check("chat")
def _():
    expect_rome(chat.invoke(QUESTION).content)


@check("stream")
def _():
    expect_rome("".join(part.content for part in chat.stream(QUESTION)))


@check("batch")
def _():
    expect(len(chat.batch([QUESTION, QUESTION])) == 2, "not both")


@check("tools")
def _():
    bound = chat.bind_tools([weather])
    messages = [HumanMessage(WEATHER_QUESTION)]
    first = bound.invoke(messages)
    expect_call([call["name"] for call in first.tool_calls])
    if first.tool_calls:
        messages += [first, *(ToolMessage("sunny", tool_call_id=call["id"]) for call in first.tool_calls)]
        answer = bound.invoke(messages)
        expect(answer.content or answer.tool_calls, "nothing")


@check("strict tools")
def _():
    first = chat.bind_tools([weather], strict=True).invoke(WEATHER_QUESTION)
    expect_call([call["name"] for call in first.tool_calls])


@check("structured")
def _():
    for method in ("json_schema", "function_calling"):
        expect(isinstance(chat.with_structured_output(City, method=method).invoke("Describe Rome."), City), method)


@check("agent")
def _():
    called.clear()
    answer = create_agent(chat, tools=[weather]).invoke({"messages": [HumanMessage(WEATHER_QUESTION)]},
                                                        {"recursion_limit": 8})
    if PLAYED:
        expect(called, "the tool was not called")
        expect_rome(answer["messages"][-1].content)


@check("agent with a structured answer")
def _():
    answer = create_agent(chat, tools=[weather], response_format=City).invoke(
        {"messages": [HumanMessage("Describe Rome.")]}, {"recursion_limit": 8})
    expect(isinstance(answer["structured_response"], City), "not parsed")


@check("graph")
def _():
    graph = StateGraph(MessagesState)
    graph.add_node("answer", lambda state: {"messages": [chat.invoke(state["messages"])]})
    graph.add_edge(START, "answer")
    graph.add_edge("answer", END)
    expect_rome(graph.compile().invoke({"messages": [HumanMessage(QUESTION)]})["messages"][-1].content)


@check("responses")
def _():
    expect_rome(ChatOpenAI(model=MODEL, base_url=OPENAI, api_key=KEY, use_responses_api=True).invoke(QUESTION).text)


@check("Anthropic's form")
def _():
    other = ChatAnthropic(model=MODEL, base_url=URL, api_key=KEY)
    expect_rome(other.invoke(QUESTION).text)
    expect_call([call["name"] for call in other.bind_tools([weather]).invoke(WEATHER_QUESTION).tool_calls])


if PLAYED:
    @check("picture, in all forms")
    def _():
        parts = [{"type": "text", "text": QUESTION},
                 {"type": "image", "base64": picture_base64(), "mime_type": "image/png"}]
        for model in (chat, ChatOpenAI(model=MODEL, base_url=OPENAI, api_key=KEY, use_responses_api=True),
                      ChatAnthropic(model=MODEL, base_url=URL, api_key=KEY)):
            answer = model.invoke([HumanMessage(parts)])
            expect_picture(answer.text, answer.usage_metadata["input_tokens"])


@check("embeddings")
def _():
    vectors = OpenAIEmbeddings(model=EMBEDDER, base_url=VECTORS + "/v1", api_key=KEY, check_embedding_ctx_length=False)
    expect(len(vectors.embed_documents(["Rome", "A river."])) == 2, "no vectors")
