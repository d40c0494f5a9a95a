"""Anthropic's SDK."""

import concurrent.futures
import time
import unittest

import anthropic
from anthropic.types import Message, MessageTokensCount, ModelInfo, RawMessageStreamEvent
from anthropic.types.shared import ErrorResponse

import serving

TOOLS = [{"name": "weather", "description": "How warm it is.", "input_schema": {"type": "object"},
          "cache_control": {"type": "ephemeral"}}]
USER = [{"role": "user", "content": "the river"}]


def client_of(served, key=serving.KEY):
    return anthropic.Anthropic(base_url=served.url, api_key=key, max_retries=0)


def as_arguments(body):
    """What an SDK takes to send this."""
    extra = {name: value for name, value in body.items() if name in ("temperature", "top_p", "top_k")}
    return {**{name: value for name, value in body.items() if name not in extra}, "extra_body": extra}


def streamed(served, body):
    """The events of a stream, all of which are what the SDK says, named by their type; without pings."""
    events = []
    for name, data in served.events("/v1/messages", {**body, "stream": True}):
        if name == "ping":
            assert data == '{"type":"ping"}'
            continue
        events.append(serving.strictly(RawMessageStreamEvent, data))
        assert events[-1].type == name
    return events


def input_of(usage):
    return usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens


class Seeing(unittest.TestCase):
    """Pictures at a model that reads them."""

    @classmethod
    def setUpClass(cls):
        cls.served = serving.seeing_server()
        cls.client = client_of(cls.served)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def test_tokens_of_pictures_are_counted(self):
        text, tokens = serving.seen_message()

        def asked(file):
            picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png",
                                                   "data": serving.picture_base64(file)}}
            return {"model": "llava-next", "messages": [
                {"role": "user", "content": [picture, {"type": "text", "text": text}]}]}

        file = serving.SEEING.parent / "picture.png"
        body = {**asked(file), "temperature": 0, "max_tokens": 4}
        raw = self.client.messages.with_raw_response.create(**as_arguments(body))
        whole = serving.strictly(Message, serving.body_of(raw))
        self.assertEqual(input_of(whole.usage), tokens)
        self.assertEqual(self.client.messages.count_tokens(**asked(file)).input_tokens, tokens)
        self.assertLess(self.client.messages.count_tokens(**asked(serving.PICTURE)).input_tokens, tokens)
        events = streamed(self.served, body)
        self.assertEqual(input_of(events[0].message.usage), tokens)
        self.assertEqual("".join(event.delta.text for event in events if event.type == "content_block_delta"),
                         whole.content[0].text)


class Messages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.tiny_server()
        cls.client = client_of(cls.served)
        # What is sent; of the settings for sampling the SDK has no names of its own any more.
        cls.body = {"model": "llama-f32", "messages": USER, "temperature": 0, "max_tokens": 8}
        cls.asked = as_arguments(cls.body)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def ask(self, **more):
        raw = self.client.messages.with_raw_response.create(**as_arguments({**self.body, **more}))
        return serving.strictly(Message, serving.body_of(raw))

    def test_whole_and_streamed_are_the_same(self):
        whole = self.ask()
        self.assertEqual((whole.stop_reason, whole.usage.output_tokens), ("max_tokens", 8))
        events = streamed(self.served, self.body)
        self.assertEqual([event.type for event in events[:2]], ["message_start", "content_block_start"])
        self.assertEqual("".join(event.delta.text for event in events if event.type == "content_block_delta"),
                         whole.content[0].text)
        self.assertEqual(events[-2].usage.output_tokens, 8)
        self.assertEqual(input_of(events[0].message.usage), input_of(whole.usage))
        with self.client.messages.stream(**self.asked) as stream:
            self.assertEqual("".join(stream.text_stream), whole.content[0].text)
            self.assertEqual(stream.get_final_message().stop_reason, "max_tokens")

    def test_the_cache_is_told(self):
        system = [{"type": "text", "text": "A long prompt that nobody else has. " * 4,
                   "cache_control": {"type": "ephemeral"}}]
        first, again = self.ask(system=system), self.ask(system=system)
        self.assertGreater(first.usage.cache_creation_input_tokens, 20)
        self.assertEqual(input_of(first.usage), input_of(again.usage))
        self.assertGreaterEqual(again.usage.cache_read_input_tokens, input_of(again.usage) - 1)
        plain = self.ask(system="A long prompt that nobody else has. " * 4)
        self.assertEqual(plain.usage.cache_creation_input_tokens, 0)

    def test_counts(self):
        raw = self.client.messages.with_raw_response.count_tokens(model="llama-f32", messages=USER, system="Be brief.")
        count = serving.strictly(MessageTokensCount, serving.body_of(raw))
        self.assertEqual(count.input_tokens, input_of(self.ask(system="Be brief.").usage))

    def test_stop_sequences(self):
        whole = self.ask(max_tokens=20).content[0].text
        stop = whole[len(whole) // 2:][:3]
        stopped = self.ask(max_tokens=20, stop_sequences=["never\x01", stop])
        self.assertEqual((stopped.stop_reason, stopped.stop_sequence), ("stop_sequence", stop))

    def test_every_setting_is_taken(self):
        self.ask(system="Be brief.", top_p=0.9, top_k=5, tools=TOOLS, tool_choice={"type": "none"},
                 thinking={"type": "enabled", "budget_tokens": 1024}, metadata={"user_id": "u"})

    def test_models(self):
        self.assertEqual([model.id for model in self.client.models.list()], ["llama-f32"])
        data = self.served.raw("/v1/models/llama-f32", headers={"anthropic-version": "2023-06-01"})[1]
        serving.strictly(ModelInfo, data)

    def test_errors(self):
        def fails(kind, call, says):
            with self.assertRaises(kind) as caught:
                call()
            serving.strictly(ErrorResponse, caught.exception.response.text)
            self.assertIn(says, str(caught.exception))

        ask = self.client.messages.create
        fails(anthropic.AuthenticationError, lambda: client_of(self.served, "no").messages.create(**self.asked), "key")
        # One model answers to any name.
        self.assertEqual(ask(**{**self.asked, "model": "claude"}).model, "llama-f32")
        fails(anthropic.BadRequestError, lambda: ask(**as_arguments({**self.body, "temperature": 9})), "temperature")
        ask(**{**self.asked, "extra_body": {"magic": 1}})
        fails(anthropic.BadRequestError, lambda: ask(**{**self.asked, "extra_body": {"min_tokens": 1}}), "min_tokens")
        ask(**self.asked, tools=[{"type": "bash_20250124", "name": "bash"}])
        fails(anthropic.BadRequestError, lambda: ask(**self.asked, tools=[{"type": "bash_20250124", "name": "bash"}],
                                                     tool_choice={"type": "tool", "name": "bash"}), "tool_choice")
        image = {"type": "image", "source": {"type": "url", "url": "https://x.example/y.png"}}
        fails(anthropic.BadRequestError,
              lambda: ask(**{**self.asked, "messages": [{"role": "user", "content": [image]}]}),
              "messages[0].content[0].source.url")
        image = {"type": "image", "source": {"type": "base64", "media_type": "image/png",
                                             "data": serving.picture_base64()}}
        fails(anthropic.BadRequestError,
              lambda: ask(**{**self.asked, "messages": [{"role": "user", "content": [image]}]}),
              "cannot read pictures")
        fails(anthropic.BadRequestError,
              lambda: ask(**{**self.asked, "messages": [{"role": "user", "content": "river " * 5000}]}), "prompt is too long: ")

    def test_leaving_in_the_middle(self):
        with self.client.messages.stream(**{**self.asked, "max_tokens": 100_000}) as stream:
            next(iter(stream))
        deadline = time.monotonic() + 3
        while self.served.figure("hearth_replies_running") > 0:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def test_sixteen_at_once(self):
        def ask(number):
            return self.ask(messages=[{"role": "user", "content": f"the river {number}"}], max_tokens=16).content

        alone = [ask(number) for number in range(16)]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            self.assertEqual(list(pool.map(ask, range(16))), alone)


class PlayedMessages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.played_server()
        cls.client = client_of(cls.served)
        cls.asked = {"model": "played", "messages": USER, "max_tokens": 100, "tools": TOOLS}

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def test_thinking_and_tools(self):
        raw = self.client.messages.with_raw_response.create(**self.asked)
        whole = serving.strictly(Message, serving.body_of(raw))
        self.assertEqual([block.type for block in whole.content], ["thinking", "text", "tool_use", "tool_use"])
        self.assertEqual(whole.content[0].thinking, "I should look.")
        self.assertEqual(whole.content[2].input, {"city": "Rome"})
        self.assertEqual(whole.stop_reason, "tool_use")
        streamed(self.served, self.asked)
        with self.client.messages.stream(**self.asked) as stream:
            final = stream.get_final_message()
        self.assertEqual([block.type for block in final.content], [block.type for block in whole.content])
        self.assertEqual(final.content[2].input, {"city": "Rome"})
        results = [{"type": "tool_result", "tool_use_id": block.id, "content": "31"}
                   for block in whole.content if block.type == "tool_use"]
        self.client.messages.create(**{**self.asked, "messages": [
            *USER, {"role": "assistant", "content": [block.model_dump(exclude_none=True) for block in whole.content]},
            {"role": "user", "content": [*results, {"type": "text", "text": "So?"}]}]})

    def test_one_call_where_one_is_asked_for(self):
        whole = self.client.messages.create(**self.asked,
                                            tool_choice={"type": "auto", "disable_parallel_tool_use": True})
        self.assertEqual([block.type for block in whole.content], ["thinking", "text", "tool_use"])

    def test_pictures(self):
        picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png",
                                               "data": serving.picture_base64()}}

        def ask(*blocks):
            messages = [*USER, {"role": "assistant", "content": "Yes?"}, {"role": "user", "content": [*blocks]}]
            return self.client.messages.create(model="played", messages=messages, max_tokens=100).content[0].text

        self.assertEqual(ask(picture, {"type": "text", "text": "What is this?"}), "37x23 ")
        self.assertEqual(ask({"type": "tool_result", "tool_use_id": "a", "content": [picture, picture]}), "37x23 37x23 ")

    def test_failures_of_the_engine(self):
        fail = {**self.asked, "messages": [{"role": "user", "content": "fail"}]}
        with self.assertRaises(anthropic.InternalServerError):
            self.client.messages.create(**fail)
        with self.assertRaises(anthropic.APIStatusError), self.client.messages.stream(**fail) as stream:
            stream.get_final_message()


if __name__ == "__main__":
    unittest.main()
