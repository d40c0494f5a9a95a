"""The essence of an answer in any of the forms: its tool calls and why it ended."""

import json


def events(data):
    """The data of a stream of events, as JSON; what ends it is left out."""
    found = []
    for block in data.decode().split("\n\n"):
        for line in block.split("\n"):
            if line.startswith("data: ") and line != "data: [DONE]":
                found.append(json.loads(line[6:]))
    return found


def is_stream(data):
    return data.startswith((b"event:", b"data:", b":"))


def of_chat(data):
    choices = [choice for event in (events(data) if is_stream(data) else [json.loads(data)])
               for choice in event.get("choices", [])]
    calls, finish = [], None
    for choice in choices:
        message = choice.get("message") or choice.get("delta") or {}
        calls += [call["function"]["name"] for call in message.get("tool_calls") or [] if call["function"].get("name")]
        finish = choice.get("finish_reason") or finish
    return {"calls": calls, "finish": finish}


def of_messages(data):
    if not is_stream(data):
        message = json.loads(data)
        return {"calls": [block["name"] for block in message["content"] if block["type"] == "tool_use"],
                "finish": message["stop_reason"]}
    calls, finish = [], None
    for event in events(data):
        if event["type"] == "content_block_start" and event["content_block"]["type"] == "tool_use":
            calls.append(event["content_block"]["name"])
        if event["type"] == "message_delta":
            finish = event["delta"]["stop_reason"]
    return {"calls": calls, "finish": finish}


def of_responses(data):
    response = events(data)[-1]["response"] if is_stream(data) else json.loads(data)
    return {"calls": [item["name"] for item in response["output"] if item["type"] == "function_call"],
            "finish": response["status"]}


def summary(path, data):
    """None: the answer is something else, or not one of this form."""
    place = path.split("?")[0]
    try:
        if place.endswith("/chat/completions"):
            return of_chat(data)
        if place.endswith("/messages"):
            return of_messages(data)
        if place.endswith("/responses"):
            return of_responses(data)
    except (ValueError, KeyError, IndexError, TypeError):
        pass
    return None
