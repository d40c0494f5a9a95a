"""Tools for a model whose template has no form of calls: SmolLM2, the one that comes with Hearth."""

import json
import os
import pathlib
import unittest

import openai
from openai.types.chat import ChatCompletion

import served
import serving

STARTER = pathlib.Path(os.environ.get("HEARTH_STARTER_MODEL") or pathlib.Path(
    os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share",
    "hearth/models/SmolLM2-135M-Instruct.Q4_1.gguf"))
TOOLS = [{"type": "function", "function": {
    "name": name, "description": what,
    "parameters": {"type": "object", "properties": {"city": {"enum": ["Rome", "Oslo"]}, "days": {"type": "integer"}},
                   "required": ["city", "days"]}}} for name, what in (("weather", "How warm it is."), ("time", "The hour."))]
MESSAGES = [{"role": "user", "content": "How warm is it in Oslo?"}]


@unittest.skipUnless(STARTER.exists(), "the starter model is not there")
class GenericCalls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = served.worker_main(STARTER, "2", ["-c", "2048"])
        cls.client = openai.OpenAI(base_url=cls.served.url + "/v1", api_key="none", max_retries=0)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def chat(self, **more):
        asked = {"model": STARTER.stem, "messages": MESSAGES, "temperature": 0, "max_tokens": 48, **more}
        raw = self.client.chat.completions.with_raw_response.create(**asked)
        return serving.strictly(ChatCompletion, serving.body_of(raw))

    def test_tools_are_in_the_prompt(self):
        self.assertGreater(self.chat(tools=TOOLS, max_tokens=1).usage.prompt_tokens,
                           self.chat(max_tokens=1).usage.prompt_tokens + 100)

    def test_calls_are_held_to_the_schema(self):
        for choice in ("required", {"type": "function", "function": {"name": "time"}}):
            answer = self.chat(tools=TOOLS, tool_choice=choice, parallel_tool_calls=False).choices[0]
            self.assertEqual(answer.finish_reason, "tool_calls")
            call, = answer.message.tool_calls
            self.assertIn(call.function.name, ("weather", "time") if choice == "required" else ("time",))
            arguments = json.loads(call.function.arguments)
            self.assertIn(arguments["city"], ("Rome", "Oslo"))
            self.assertIs(type(arguments["days"]), int)

    def test_streamed_calls_are_the_same(self):
        whole = self.chat(tools=TOOLS, tool_choice="required", parallel_tool_calls=False).choices[0].message
        with self.client.chat.completions.stream(model=STARTER.stem, messages=MESSAGES, temperature=0, max_tokens=48,
                                                 tools=TOOLS, tool_choice="required", parallel_tool_calls=False) as stream:
            streamed = stream.get_final_completion().choices[0].message
        self.assertEqual([call.function.arguments for call in streamed.tool_calls],
                         [call.function.arguments for call in whole.tool_calls])

    def test_parallel_calls_and_results_are_told(self):
        calls = [{"id": id_, "type": "function", "function": {"name": name, "arguments": '{"city": "Oslo", "days": 1}'}}
                 for id_, name in (("a", "weather"), ("b", "time"))]
        said = [*MESSAGES, {"role": "assistant", "content": None, "tool_calls": calls}]
        results = [{"role": "tool", "tool_call_id": "b", "content": "It is ten o'clock in the morning."},
                   {"role": "tool", "tool_call_id": "a", "content": "It is four degrees below zero."}]
        answer = self.chat(messages=[*said, *results], tools=TOOLS)
        self.assertEqual(answer.choices[0].message.role, "assistant")
        without = self.chat(messages=[*said, {**results[0], "content": "x"}, {**results[1], "content": "x"}], tools=TOOLS)
        self.assertGreater(answer.usage.prompt_tokens, without.usage.prompt_tokens + 10)


if __name__ == "__main__":
    unittest.main()
