"""Requests to a server of a model on this computer."""
import http.client
import json
import time

CHAT = "/v1/chat/completions"


def answer_of(port, method, path, body=None):
    """The status and the body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request(method, path, None if body is None else json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    status, text = answer.status, answer.read()
    connection.close()
    return status, text


def json_of(port, method, path, body=None):
    """The answer as JSON; ends the program where the server refuses the request."""
    status, text = answer_of(port, method, path, body)
    if status != 200:
        raise SystemExit(f"the server answered {status}: {text.decode()}")
    return json.loads(text)


def events(port, body):
    """The events of a streamed reply as they come."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
    connection.request("POST", CHAT, json.dumps({**body, "stream": True}), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    if answer.status != 200:
        raise SystemExit(f"the server answered {answer.status}: {answer.read().decode()}")
    for line in answer:
        if line.startswith(b"data: {"):
            event = json.loads(line[6:])
            if "error" in event:
                raise SystemExit(f"the reply failed: {event}")
            yield event
    connection.close()


def stream_chat(port, messages, tokens, **more):
    """A streamed reply: its text, times in seconds from the request to each piece, and its usage."""
    body = {"messages": messages, "max_tokens": tokens, "temperature": 0, "ignore_eos": True, "stream": True,
            "stream_options": {"include_usage": True}, **more}
    text, times, usage = "", [], {}
    begun = time.monotonic()
    for event in events(port, body):
        usage = event.get("usage") or usage
        for choice in event["choices"]:
            delta = choice["delta"]
            piece = (delta.get("reasoning_content") or "") + (delta.get("content") or "")
            if piece:
                text += piece
                times.append(time.monotonic() - begun)
    return text, times, usage
