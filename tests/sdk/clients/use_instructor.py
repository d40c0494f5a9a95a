"""instructor: typed answers by its modes, lists, streams of parts, of a picture."""

import instructor
import openai
from pydantic import BaseModel, Field

from job import KEY, MODEL, OPENAI, PICTURE, PLAYED, check, expect

ASKED = {"model": MODEL, "messages": [{"role": "user", "content": "Describe Rome, the city."}], "max_retries": 2}


class City(BaseModel):
    name: str
    people: int | None = Field(None, description="How many people live there.")


def client_of(mode=None):
    plain = openai.OpenAI(base_url=OPENAI, api_key=KEY, max_retries=0)
    return instructor.from_openai(plain, mode=mode) if mode else instructor.from_openai(plain)


@check("by its default")
def _():
    expect(isinstance(client_of().create(response_model=City, **ASKED), City), "not parsed")


for name in ("TOOLS", "TOOLS_STRICT", "JSON", "JSON_SCHEMA", "MD_JSON"):
    if not hasattr(instructor.Mode, name) or name == "MD_JSON":
        continue

    @check("mode " + name)
    def _():
        expect(isinstance(client_of(instructor.Mode[name]).create(response_model=City, **ASKED), City), "not parsed")


@check("parts")
def _():
    parts = list(client_of().create_partial(response_model=City, **ASKED))
    expect(parts and parts[-1].name is not None, "no parts")


@check("a list")
def _():
    expect(all(isinstance(one, City) for one in client_of().create_iterable(response_model=City, **ASKED)), "not parsed")


if PLAYED:
    @check("picture")
    def _():
        parts = ["Describe the city.", instructor.Image.from_path(PICTURE)]
        city, answer = client_of().create_with_completion(
            response_model=City, **{**ASKED, "messages": [{"role": "user", "content": parts}]})
        expect(isinstance(city, City), "not parsed")
        expect(answer.usage.prompt_tokens >= 130, f"{answer.usage.prompt_tokens} tokens with a picture")
