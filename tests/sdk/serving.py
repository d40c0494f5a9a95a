"""Servers for the tests, and the strict look at what they answer."""

import base64
import json

import pydantic

from served import (  # noqa: F401
    BUILD, EMBEDDER, KEY, PICTURE, SEEING, TINY, Served, embedding_server, played_server, routed_server, seeing_server,
    tiny_server, vector_server)

# Fields that are ours, and no SDK knows: by the type that they stand in.
OURS = {
    ("Model", "status"),
    ("Model", "max_model_len"),
    ("Model", "context_length"),
    ("Model", "input_modalities"),
    ("ModelInfo", "status"),
    ("ChatCompletionMessage", "reasoning_content"),
    ("ChoiceDelta", "reasoning_content"),
    ("CompletionUsage", "cached_reply"),
    ("ResponseUsage", "cached_reply"),
    ("Usage", "cached_reply"),
    ("MessageDeltaUsage", "cached_reply"),
    ("ChatCompletion", "route"),
    ("ChatCompletionChunk", "route"),
    ("Completion", "route"),
    ("Message", "route"),
    ("Response", "route"),
}


def picture_url(file=PICTURE):
    """A picture as a data URL."""
    return "data:image/png;base64," + picture_base64(file)


def picture_base64(file=PICTURE):
    return base64.b64encode(file.read_bytes()).decode()


def seen_message():
    """The text of a message to the model that sees, and the tokens of its prompt with the picture."""
    message = json.loads((SEEING / "message.json").read_text())
    return message["text"], len(message["ids"])


def body_of(raw):
    """The bytes of an answer that an SDK has."""
    return raw.http_response.read()


def unknown_fields(value, place=""):
    """Fields that the type of a model does not have, which are not ours."""
    if isinstance(value, pydantic.BaseModel):
        for name in value.model_extra or {}:
            if (type(value).__name__, name) not in OURS:
                yield f"{place}.{name} of {type(value).__name__}"
        for name in type(value).model_fields:
            yield from unknown_fields(getattr(value, name), f"{place}.{name}")
    elif isinstance(value, (list, tuple)):
        for index, entry in enumerate(value):
            yield from unknown_fields(entry, f"{place}[{index}]")
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from unknown_fields(entry, f"{place}.{name}")


def strictly(kind, data):
    """Takes JSON as `kind` of an SDK: nothing is converted, nothing is missing, nothing is unknown."""
    value = pydantic.TypeAdapter(kind).validate_json(data, strict=True)
    unknown = list(unknown_fields(value))
    assert not unknown, f"unknown fields: {', '.join(unknown)} in {data}"
    return value
