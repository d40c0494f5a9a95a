"""Two models as one: the SDKs take what says who answered."""

import unittest

from anthropic.types import Message
from openai.types import Completion
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response

import serving
import test_anthropic
import test_openai
import test_responses

MESSAGES = [{"role": "user", "content": "the river"}]


class Routed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Every first token but a certain one sends a request to the large model.
        cls.served = serving.routed_server({"first_tokens": 2, "least_mean_log_probability": 0})
        cls.openai = test_openai.client_of(cls.served)
        cls.anthropic = test_anthropic.client_of(cls.served)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def check(self, answer, by="large", reason="uncertain"):
        self.assertEqual(answer.model, "llama-f32" if by == "large" else "qwen3-f16")
        self.assertEqual(answer.route["answered_by"], by)
        self.assertEqual(answer.route["reason"], reason)

    def test_whole_answers(self):
        chat = self.openai.chat.completions.with_raw_response
        asked = {"model": "auto", "temperature": 0, "max_tokens": 4}
        self.check(serving.strictly(ChatCompletion, serving.body_of(chat.create(**asked, messages=MESSAGES))))
        hinted = chat.create(**asked, messages=[{"role": "user", "content": "/small the river"}])
        self.check(serving.strictly(ChatCompletion, serving.body_of(hinted)), "small", "hint")
        body = self.openai.completions.with_raw_response.create(**asked, prompt="the river",
                                                                extra_body={"route": "small"})
        self.check(serving.strictly(Completion, serving.body_of(body)), "small", "asked")
        response = self.openai.responses.with_raw_response.create(model="auto", input="the river", temperature=0,
                                                                  max_output_tokens=4)
        self.check(serving.strictly(Response, serving.body_of(response)))
        message = self.anthropic.messages.with_raw_response.create(model="auto", messages=MESSAGES, max_tokens=4)
        self.check(serving.strictly(Message, serving.body_of(message)))

    def test_streams(self):
        body = {"model": "auto", "messages": MESSAGES, "max_tokens": 4, "stream": True}
        chunks = [serving.strictly(ChatCompletionChunk, data)
                  for _, data in self.served.events("/v1/chat/completions", body)[:-1]]
        self.check(chunks[0])
        self.assertFalse(any(hasattr(chunk, "route") for chunk in chunks[1:]))
        self.check(test_anthropic.streamed(self.served, {**body, "stream": False})[0].message)
        events = test_responses.streamed(self.served, {"model": "auto", "input": "the river", "max_output_tokens": 4})
        self.check(events[0].response)
        self.check(events[-1].response)

    def test_both_are_listed(self):
        self.assertLessEqual({"auto", "qwen3-f16", "llama-f32"}, {model.id for model in self.openai.models.list()})


