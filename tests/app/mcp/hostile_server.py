#!/usr/bin/env python3
"""A server of the Model Context Protocol over standard input and output that misbehaves: hostile_server.py WAY.
"good" is one that does not."""

import json
import os
import signal
import sys
import time

WAY = sys.argv[1]
TOOL = {"name": "add", "description": "adds", "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}}}


def say(text):
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def answer(request, result):
    say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}))


def flood(text):
    while True:
        say(text)


def initialize(request):
    if WAY == "silent":
        time.sleep(1000)
    if WAY == "dies-at-once":
        sys.exit(1)
    if WAY == "wrong-version":
        return answer(request, {"protocolVersion": "banana", "capabilities": {}})
    if WAY == "wrong-types":
        return answer(request, [1, 2, 3])
    if WAY == "wrong-id":
        request = dict(request, id=10 ** 30)
    if WAY == "error":
        return say(json.dumps({"jsonrpc": "2.0", "id": request["id"], "error": "no"}))
    if WAY == "not-json":
        flood("Welcome to my server, which prints a banner again and again.")
    if WAY == "deep-json":
        return say("[" * 1000000)
    if WAY == "flood-at-start":
        flood(json.dumps({"jsonrpc": "2.0", "method": "notifications/message", "params": {"data": "x" * 100}}))
    if WAY == "half-a-line":
        sys.stdout.write('{"jsonrpc": "2.0", "id": 1, "resu')
        sys.stdout.flush()
        time.sleep(1000)
    if WAY == "binary":
        sys.stdout.buffer.write(bytes(range(256)) * 1000 + b"\n")
        sys.stdout.buffer.flush()
    answer(request, {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                     "serverInfo": {"name": "x" * 100000 if WAY == "long-name" else "hostile", "version": None}})


def list_tools(request):
    if WAY == "endless-pages":
        return answer(request, {"tools": [TOOL], "nextCursor": str(time.time())})
    if WAY == "many-tools":
        return answer(request, {"tools": [dict(TOOL, name=f"add{i}") for i in range(20000)] + [TOOL]})
    if WAY == "lies-about-schema":
        return answer(request, {"tools": [dict(TOOL, inputSchema="anything"), {"name": ["add"]}, None,
                                          dict(TOOL, inputSchema={"type": "string"})]})
    answer(request, {"tools": [TOOL]})


def call_tool(request):
    if WAY == "hangs":
        time.sleep(1000)
    if WAY == "dies-in-a-call":
        os.kill(os.getpid(), signal.SIGSEGV)
    if WAY == "floods-in-a-call":
        flood(json.dumps({"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}}))
    if WAY == "huge-result":
        return answer(request, {"content": [{"type": "text", "text": "x" * 50000000}]})
    if WAY == "asks-back":
        for i in range(100000):
            say(json.dumps({"jsonrpc": "2.0", "id": i, "method": "sampling/createMessage", "params": {}}))
    if WAY == "answers-twice":
        answer(request, {"content": [{"type": "text", "text": "2"}]})
    if WAY == "result-of-nonsense":
        return answer(request, {"content": {"a": [None, 5]}, "isError": "maybe", "structuredContent": 7})
    answer(request, {"content": [{"type": "text", "text": "2"}]})


if WAY == "ignores-its-end":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
WAYS = {"initialize": initialize, "tools/list": list_tools, "tools/call": call_tool}
while True:
    line = sys.stdin.readline()
    if not line:
        if WAY == "ignores-its-end":
            time.sleep(1000)
        break
    message = json.loads(line)
    if message.get("method") in WAYS:
        WAYS[message["method"]](message)
