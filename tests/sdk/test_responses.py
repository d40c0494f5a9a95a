"""OpenAI's SDK: /v1/responses."""

import unittest

import openai
import pydantic
from openai.types.responses import Response, ResponseStreamEvent

import serving
from test_openai import client_of

WEATHER = [{"type": "function", "name": "weather", "parameters": {"type": "object"}, "strict": False}]


def streamed(served, body):
    """The events of a stream, all of which are what the SDK says, numbered in order and named by their type."""
    events = []
    for name, data in served.events("/v1/responses", {**body, "stream": True}):
        event = serving.strictly(ResponseStreamEvent, data)
        assert event.type == name, (event.type, name)
        assert event.sequence_number == len(events)
        events.append(event)
    return events


class Responses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.tiny_server()
        cls.client = client_of(cls.served)
        cls.asked = {"model": "llama-f32", "input": "the river", "temperature": 0, "max_output_tokens": 8}

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def respond(self, **more):
        raw = self.client.responses.with_raw_response.create(**{**self.asked, **more})
        return serving.strictly(Response, serving.body_of(raw))

    def test_whole_and_streamed_are_the_same(self):
        whole = self.respond()
        self.assertEqual(whole.status, "incomplete")
        self.assertEqual(whole.usage.output_tokens, 8)
        events = streamed(self.served, self.asked)
        self.assertEqual(events[0].type, "response.created")
        self.assertEqual(events[-1].response.output_text, whole.output_text)
        self.assertEqual("".join(event.delta for event in events if event.type == "response.output_text.delta"),
                         whole.output_text)
        stream = self.client.responses.create(**self.asked, stream=True)
        self.assertEqual([event.type for event in stream], [event.type for event in events])

    def test_settings_come_back(self):
        whole = self.respond(instructions="Be brief.", metadata={"a": "b"}, tools=WEATHER, tool_choice="none",
                             text={"format": {"type": "text"}}, reasoning={"effort": "low"}, user="u")
        self.assertEqual((whole.instructions, whole.metadata, whole.user), ("Be brief.", {"a": "b"}, "u"))
        self.assertEqual((whole.temperature, whole.max_output_tokens), (0, 8))
        self.assertEqual(whole.tools[0].name, "weather")

    def test_a_conversation(self):
        first = self.respond()
        second = self.respond(input="and then", previous_response_id=first.id)
        self.assertEqual(second.previous_response_id, first.id)
        self.assertGreaterEqual(second.usage.input_tokens_details.cached_tokens, first.usage.total_tokens - 1)
        whole = self.respond(input=[{"role": "user", "content": "the river"},
                                    *[item.model_dump(exclude_none=True) for item in first.output],
                                    {"role": "user", "content": "and then"}])
        self.assertEqual(whole.output_text, second.output_text)
        self.assertEqual(self.client.responses.retrieve(first.id).output_text, first.output_text)
        self.client.responses.delete(first.id)
        with self.assertRaises(openai.NotFoundError):
            self.client.responses.retrieve(first.id)
        with self.assertRaises(openai.BadRequestError) as caught:
            self.respond(previous_response_id=second.id)
        self.assertEqual(caught.exception.code, "previous_response_not_found")

    def test_nothing_is_stored_where_it_is_not_to_be(self):
        with self.assertRaises(openai.NotFoundError):
            self.client.responses.retrieve(self.respond(store=False).id)

    def test_logprobs(self):
        whole = self.respond(include=["message.output_text.logprobs"], top_logprobs=2)
        self.assertEqual(len(whole.output[0].content[0].logprobs), 8)
        self.assertEqual(len(whole.output[0].content[0].logprobs[0].top_logprobs), 2)
        streamed(self.served, {**self.asked, "top_logprobs": 2})

    def test_errors(self):
        self.respond(tools=[{"type": "web_search"}])
        for more, param in (({"tools": [{"type": "web_search"}], "tool_choice": "required"}, "tool_choice"),
                            ({"temperature": 9}, "temperature"),
                            ({"input": [{"type": "item_reference", "id": "x"}]}, "input[0].type"),
                            ({"background": True}, "background")):
            with self.assertRaises(openai.BadRequestError) as caught:
                self.respond(**more)
            self.assertEqual(caught.exception.param, param)
        # One model answers to any name.
        self.assertEqual(self.respond(model="gpt").model, "llama-f32")


class PlayedResponses(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.played_server()
        cls.client = client_of(cls.served)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def test_reasoning_and_calls(self):
        asked = {"model": "played", "input": "How warm?", "tools": WEATHER}
        raw = self.client.responses.with_raw_response.create(**asked)
        whole = serving.strictly(Response, serving.body_of(raw))
        self.assertEqual([item.type for item in whole.output],
                         ["reasoning", "message", "function_call", "function_call"])
        self.assertEqual(whole.output[0].content[0].text, "I should look.")
        self.assertEqual(whole.usage.output_tokens_details.reasoning_tokens, 2)
        self.assertEqual(whole.output[2].arguments, '{"city":"Rome"}')
        events = streamed(self.served, asked)
        self.assertEqual(events[-1].type, "response.completed")
        self.assertEqual([item.type for item in events[-1].response.output], [item.type for item in whole.output])
        outputs = [{"type": "function_call_output", "call_id": item.call_id, "output": "31"}
                   for item in whole.output if item.type == "function_call"]
        self.client.responses.create(model="played", input=outputs, previous_response_id=whole.id, tools=WEATHER)
        self.client.responses.create(model="played", tools=WEATHER, input=[
            {"role": "user", "content": "How warm?"}, *[item.model_dump(exclude_none=True) for item in whole.output],
            *outputs])

    def test_pictures(self):
        picture = {"type": "input_image", "image_url": serving.picture_url(), "detail": "auto"}
        first = self.client.responses.create(model="played", input=[
            {"role": "user", "content": [{"type": "input_text", "text": "What is this?"}, picture]}])
        self.assertEqual(first.output_text, "37x23 ")
        second = self.client.responses.create(model="played", previous_response_id=first.id, input=[
            {"role": "user", "content": [picture, picture]}])
        self.assertEqual(second.output_text, "37x23 37x23 ")
        with self.assertRaises(openai.BadRequestError) as refused:
            self.client.responses.create(model="played", input=[
                {"role": "user", "content": [{**picture, "image_url": "data:image/png;base64,SGVsbG8="}]}])
        self.assertEqual(refused.exception.code, "invalid_image_format")
        self.assertEqual(refused.exception.param, "input[0].content[0].image_url")

    def test_a_failure_is_the_last_event(self):
        events = streamed(self.served, {"model": "played", "input": "fail"})
        self.assertEqual(events[-1].type, "response.failed")
        self.assertEqual(events[-1].response.error.message, "The card is gone.")


class Strictness(unittest.TestCase):
    """The look itself sees what is wrong."""

    def test_wrong_types_and_unknown_fields_fail(self):
        from openai.types import Model
        good = '{"id":"a","created":1,"object":"model","owned_by":"x","status":"loaded"}'
        serving.strictly(Model, good)
        with self.assertRaises(AssertionError):
            serving.strictly(Model, good.replace("status", "state"))
        for wrong in (good.replace("1", '"1"'), good.replace('"object":"model",', ""), good.replace("model", "x")):
            with self.assertRaises(pydantic.ValidationError):
                serving.strictly(Model, wrong)


if __name__ == "__main__":
    unittest.main()
