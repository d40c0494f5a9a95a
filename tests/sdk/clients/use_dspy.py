"""dspy: a question by its adapters, with typed fields, an agent with tools."""

import dspy

from job import KEY, MODEL, OPENAI, PLAYED, QUESTION, WEATHER_QUESTION, check, expect

dspy.configure(lm=dspy.LM("openai/" + MODEL, api_base=OPENAI, api_key=KEY, cache=False, num_retries=0))


def played(**fields):
    """The answer that the played model gives, in the form of dspy's first adapter."""
    if not PLAYED:
        return ""
    return " say: " + "".join(f"[[ ## {name} ## ]]\n{value}\n\n" for name, value in {**fields, "completed": ""}.items())


def weather(city: str) -> str:
    """How warm it is in a city."""
    return "sunny"


@check("the model alone")
def _():
    expect(dspy.settings.lm(QUESTION)[0], "nothing")


@check("predict")
def _():
    expect(dspy.Predict("question -> answer")(question=QUESTION + played(answer="Rome")).answer, "nothing")


@check("JSON")
def _():
    with dspy.context(adapter=dspy.JSONAdapter()):
        answer = dspy.Predict("question -> answer: str, people: int")(
            question=QUESTION + (' say: {"answer": "Rome", "people": 7}' if PLAYED else ""))
    expect(isinstance(answer.people, int), "not a number")


@check("agent")
def _():
    told = played(next_thought="I know it.", next_tool_name="finish", next_tool_args="{}", reasoning="So.", answer="Rome")
    answer = dspy.ReAct("question -> answer", tools=[weather], max_iters=2)(question=WEATHER_QUESTION + told)
    expect(answer.answer, "nothing")
