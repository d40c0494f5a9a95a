#!/usr/bin/env python3
"""A server of the Model Context Protocol over standard input and output with two tools, one of which never
answers, and a prompt. It writes every call, and that one was cancelled, into the file that it is given."""

import json
import sys

LOG = open(sys.argv[1], "a", buffering=1)
TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
TOOLS = [{"name": "shout", "description": "Puts a text into capitals.", "inputSchema": TEXT},
         {"name": "brood", "description": "Thinks about a text for ever.", "inputSchema": TEXT}]
PROMPTS = [{"name": "greet", "description": "Greets somebody", "arguments": [{"name": "who", "required": True}]}]


def answer(request, result):
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)


for line in sys.stdin:
    request = json.loads(line)
    method, given = request.get("method"), request.get("params", {})
    if method == "initialize":
        answer(request, {"protocolVersion": given["protocolVersion"], "capabilities": {"tools": {}, "prompts": {}},
                         "serverInfo": {"name": "loud", "version": "1"}})
    elif method == "tools/list":
        answer(request, {"tools": TOOLS})
    elif method == "prompts/list":
        answer(request, {"prompts": PROMPTS})
    elif method == "prompts/get":
        text = "Say hello to " + given["arguments"]["who"]
        answer(request, {"messages": [{"role": "user", "content": {"type": "text", "text": text}}]})
    elif method == "tools/call":
        text = given["arguments"]["text"]
        LOG.write(f"{given['name']} {text}\n")
        if given["name"] == "shout":
            answer(request, {"content": [{"type": "text", "text": text.upper()}]})
    elif method == "notifications/cancelled":
        LOG.write("cancelled\n")
