"""OpenAI's SDK: chat, completions, models, errors."""

import concurrent.futures
import json
import time
import unittest

import openai
from openai.types import Completion, CreateEmbeddingResponse, Model
from openai.types.chat import ChatCompletion, ChatCompletionChunk

import serving

MESSAGES = [{"role": "user", "content": "the river"}]
WEATHER = [{"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}]


def client_of(served, **more):
    return openai.OpenAI(base_url=served.url + "/v1", api_key=serving.KEY, max_retries=0, **more)


class Embeddings(unittest.TestCase):
    """Lists of tokens against the vectors of transformers."""

    @classmethod
    def setUpClass(cls):
        cls.served = serving.embedding_server()
        cls.client = client_of(cls.served)
        cls.expected = json.loads((serving.EMBEDDER / "expected.json").read_text())

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def test_vectors_in_both_encodings(self):
        tokens = self.expected["tokens"]
        # The SDK asks for base64 by itself, and unpacks it.
        for more in ({}, {"encoding_format": "float"}, {"encoding_format": "base64"}):
            made = self.client.embeddings.create(model=serving.EMBEDDER.name, input=tokens, **more)
            self.assertEqual([one.index for one in made.data], list(range(len(tokens))))
            self.assertEqual(made.usage.total_tokens, sum(map(len, tokens)))
            if more.get("encoding_format") == "base64":
                continue
            for one, vector in zip(made.data, self.expected["vectors"]):
                self.assertGreater(sum(a * b for a, b in zip(one.embedding, vector)), 0.9999)
        short = self.client.embeddings.create(model=serving.EMBEDDER.name, input=tokens[0], dimensions=8)
        self.assertEqual(len(short.data[0].embedding), 8)

    def test_answers_have_their_types(self):
        raw = self.client.embeddings.with_raw_response.create(model=serving.EMBEDDER.name, input=[[3, 4]],
                                                              encoding_format="float")
        serving.strictly(CreateEmbeddingResponse, serving.body_of(raw))

    def test_errors(self):
        # One model answers to any name.
        self.client.embeddings.create(model="other", input=[[3]])
        with self.assertRaises(openai.BadRequestError) as refused:
            self.client.embeddings.create(model=serving.EMBEDDER.name, input=[[3] * 97])
        self.assertEqual(refused.exception.code, "context_length_exceeded")


class Seeing(unittest.TestCase):
    """Pictures at a model that reads them."""

    @classmethod
    def setUpClass(cls):
        cls.served = serving.seeing_server()
        cls.client = client_of(cls.served)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def ask(self, file):
        text, _ = serving.seen_message()
        picture = {"type": "image_url", "image_url": {"url": serving.picture_url(file)}}
        raw = self.client.chat.completions.with_raw_response.create(
            model="llava-next", temperature=0, max_tokens=4, logprobs=True, top_logprobs=5,
            messages=[{"role": "user", "content": [picture, {"type": "text", "text": text}]}])
        return serving.strictly(ChatCompletion, serving.body_of(raw))

    def test_the_answer_depends_on_the_picture(self):
        _, tokens = serving.seen_message()
        first, other = self.ask(serving.SEEING.parent / "picture.png"), self.ask(serving.PICTURE)
        self.assertEqual(first.usage.prompt_tokens, tokens)
        # It is smaller, so it has fewer lines.
        self.assertLess(other.usage.prompt_tokens, tokens)
        self.assertNotEqual(first.choices[0].logprobs.content[0].top_logprobs,
                            other.choices[0].logprobs.content[0].top_logprobs)
        again = self.ask(serving.SEEING.parent / "picture.png")
        self.assertEqual(again.choices[0].message.content, first.choices[0].message.content)
        self.assertGreaterEqual(again.usage.prompt_tokens_details.cached_tokens, tokens - 1)
        self.assertEqual(self.client.models.list().data[0].model_extra["input_modalities"], ["text", "image"])


class Chat(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.tiny_server()
        cls.client = client_of(cls.served)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def chat(self, **more):
        asked = {"model": "llama-f32", "messages": MESSAGES, "temperature": 0, "max_tokens": 8, **more}
        raw = self.client.chat.completions.with_raw_response.create(**asked)
        return serving.strictly(ChatCompletion, serving.body_of(raw))

    def chunks(self, **more):
        asked = {"model": "llama-f32", "messages": MESSAGES, "temperature": 0, "max_tokens": 8, "stream": True, **more}
        events = self.served.events("/v1/chat/completions", asked)
        self.assertEqual(events[-1][1], "[DONE]")
        return [serving.strictly(ChatCompletionChunk, data) for _, data in events[:-1]]

    def test_whole_and_streamed_are_the_same(self):
        whole = self.chat()
        self.assertEqual(whole.usage.completion_tokens, 8)
        self.assertEqual(whole.choices[0].finish_reason, "length")
        chunks = self.chunks(stream_options={"include_usage": True})
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
        self.assertEqual(text, whole.choices[0].message.content)
        self.assertEqual(chunks[-1].usage.prompt_tokens, whole.usage.prompt_tokens)
        stream = self.client.chat.completions.create(model="llama-f32", messages=MESSAGES, temperature=0, max_tokens=8,
                                                     stream=True)
        self.assertEqual("".join(chunk.choices[0].delta.content or "" for chunk in stream), text)

    def test_the_second_prompt_is_cached(self):
        messages = [{"role": "user", "content": "A sentence that nobody else says, and which is some tokens long."}]
        first = self.chat(messages=messages)
        again = self.chat(messages=messages)
        self.assertGreaterEqual(again.usage.prompt_tokens_details.cached_tokens, again.usage.prompt_tokens - 1)
        self.assertLess(first.usage.prompt_tokens_details.cached_tokens, first.usage.prompt_tokens)

    def test_logprobs(self):
        whole = self.chat(logprobs=True, top_logprobs=3)
        tokens = whole.choices[0].logprobs.content
        self.assertEqual(len(tokens), 8)
        self.assertTrue(all(len(token.top_logprobs) == 3 and token.logprob <= 0 for token in tokens))
        said = b"".join(bytes(token.bytes) for token in tokens)
        self.assertEqual(said.decode(errors="replace").strip(), whole.choices[0].message.content.strip())
        chunks = self.chunks(logprobs=True, top_logprobs=3)
        streamed = [token for chunk in chunks if chunk.choices[0].logprobs for token in chunk.choices[0].logprobs.content]
        self.assertEqual(streamed, tokens)

    def test_several_replies_and_seeds(self):
        asked = {"n": 3, "seed": 7, "temperature": 1.5}
        first, again = self.chat(**asked), self.chat(**asked)
        self.assertEqual([choice.index for choice in first.choices], [0, 1, 2])
        self.assertEqual([choice.message.content for choice in first.choices],
                         [choice.message.content for choice in again.choices])
        self.chunks(**asked)

    def test_stop_strings(self):
        whole = self.chat(max_tokens=20).choices[0].message.content
        stop = whole[len(whole) // 2:][:3]
        stopped = self.chat(max_tokens=20, stop=[stop]).choices[0]
        self.assertEqual(stopped.finish_reason, "stop")
        self.assertEqual(stopped.message.content, whole[:whole.index(stop)])

    def test_completions(self):
        raw = self.client.completions.with_raw_response.create(model="llama-f32", prompt="the river", max_tokens=5,
                                                               temperature=0, logprobs=2, echo=True)
        # Nothing comes before the first token of a prompt, so it has null there, which OpenAI's type does not know.
        body = json.loads(serving.body_of(raw))
        logprobs = body["choices"][0]["logprobs"]
        self.assertIsNone(logprobs["token_logprobs"][0])
        logprobs["token_logprobs"][0], logprobs["top_logprobs"][0] = 0.0, {}
        whole = serving.strictly(Completion, json.dumps(body))
        self.assertTrue(whole.choices[0].text.startswith("the river"))
        stream = self.client.completions.create(model="llama-f32", prompt="the river", max_tokens=5, temperature=0,
                                                stream=True)
        # OpenAI's chunks have null there as well, which its type does not.
        for _, data in self.served.events("/v1/completions", {"prompt": "x", "max_tokens": 2, "stream": True})[:-1]:
            serving.strictly(Completion, data.replace('"finish_reason":null', '"finish_reason":"stop"'))
        self.assertEqual("the river" + "".join(chunk.choices[0].text for chunk in stream), whole.choices[0].text)

    def test_models(self):
        models = list(self.client.models.list())
        self.assertEqual([model.id for model in models], ["llama-f32"])
        serving.strictly(Model, self.served.raw("/v1/models/llama-f32")[1])
        self.assertEqual(self.client.models.retrieve("llama-f32").status, "loaded")

    def test_errors(self):
        def fails(kind, call):
            with self.assertRaises(kind) as caught:
                call()
            self.assertTrue(caught.exception.body["message"])
            return caught.exception

        ask = self.client.chat.completions.create
        known = {"model": "llama-f32", "messages": MESSAGES}
        fails(openai.AuthenticationError, lambda: client_of(self.served).with_options(api_key="no").models.list())
        # One model answers to any name.
        self.assertEqual(ask(model="gpt", messages=MESSAGES, max_tokens=1).model, "llama-f32")
        fails(openai.NotFoundError, lambda: self.client.models.retrieve("gpt"))
        fails(openai.NotFoundError, lambda: self.client.get("/nothing", cast_to=object))
        fails(openai.PermissionDeniedError, lambda: ask(**known, extra_headers={"Origin": "https://evil.example"}))
        self.assertEqual(fails(openai.BadRequestError, lambda: ask(**known, temperature=9)).param, "temperature")
        self.assertEqual(fails(openai.BadRequestError, lambda: ask(**known, extra_body={"mirostat": 1})).param,
                         "mirostat")
        ask(**known, max_tokens=1, extra_body={"magic": 1})
        image = [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,x"}}]}]
        self.assertEqual(fails(openai.BadRequestError, lambda: ask(model="llama-f32", messages=image)).param,
                         "messages[0].content[0].image_url.url")
        long = [{"role": "user", "content": "river " * 5000}]
        self.assertEqual(fails(openai.BadRequestError, lambda: ask(model="llama-f32", messages=long)).code,
                         "context_length_exceeded")
        fails(openai.BadRequestError, lambda: self.client.embeddings.create(model="llama-f32", input="x"))
        huge = fails(openai.APIStatusError,
                     lambda: ask(model="llama-f32", messages=[{"role": "user", "content": "x" * (65 << 20)}]))
        self.assertEqual(huge.status_code, 413)

    def test_leaving_in_the_middle(self):
        stream = self.client.chat.completions.create(model="llama-f32", messages=MESSAGES, stream=True,
                                                     max_tokens=100_000, extra_body={"ignore_eos": True})
        next(iter(stream))
        stream.close()
        deadline = time.monotonic() + 3
        while self.served.figure("hearth_replies_running") > 0:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def test_sixteen_at_once(self):
        def ask(number):
            stream = self.client.chat.completions.create(
                model="llama-f32", messages=[{"role": "user", "content": f"the river {number}"}], temperature=0,
                max_tokens=24, stream=True)
            return "".join(chunk.choices[0].delta.content or "" for chunk in stream)

        alone = [ask(number) for number in range(16)]
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            self.assertEqual(list(pool.map(ask, range(16))), alone)


class PlayedChat(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.played_server()
        cls.client = client_of(cls.served)

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()

    def test_calls_and_reasoning(self):
        raw = self.client.chat.completions.with_raw_response.create(model="played", messages=MESSAGES, tools=WEATHER)
        choice = serving.strictly(ChatCompletion, serving.body_of(raw)).choices[0]
        self.assertEqual(choice.finish_reason, "tool_calls")
        self.assertEqual(choice.message.reasoning_content, "I should look.")
        self.assertEqual([call.function.name for call in choice.message.tool_calls], ["weather", "time"])
        self.assertEqual(choice.message.tool_calls[0].function.arguments, '{"city":"Rome"}')
        with self.client.chat.completions.stream(model="played", messages=MESSAGES, tools=WEATHER) as stream:
            final = stream.get_final_completion().choices[0]
        self.assertEqual([call.function.arguments for call in final.message.tool_calls], ['{"city":"Rome"}', "{}"])
        events = self.served.events("/v1/chat/completions", {"messages": MESSAGES, "tools": WEATHER, "stream": True})
        for _, data in events[:-1]:
            serving.strictly(ChatCompletionChunk, data)

    def test_one_call_where_one_is_asked_for(self):
        whole = self.client.chat.completions.create(model="played", messages=MESSAGES, tools=WEATHER,
                                                    parallel_tool_calls=False)
        self.assertEqual(len(whole.choices[0].message.tool_calls), 1)
        self.assertEqual(whole.choices[0].finish_reason, "tool_calls")

    def test_results_of_calls_are_taken(self):
        first = self.client.chat.completions.create(model="played", messages=MESSAGES, tools=WEATHER).choices[0].message
        self.client.chat.completions.create(
            model="played", tools=WEATHER,
            messages=[*MESSAGES, first.model_dump(exclude_none=True),
                      {"role": "tool", "tool_call_id": first.tool_calls[0].id, "content": "31"},
                      {"role": "tool", "tool_call_id": first.tool_calls[1].id, "content": "noon"}])

    def test_pictures(self):
        def ask(*parts):
            messages = [{"role": "user", "content": [{"type": "text", "text": "What is this?"}, *parts]}]
            return self.client.chat.completions.create(model="played", messages=messages).choices[0].message.content

        picture = {"type": "image_url", "image_url": {"url": serving.picture_url(), "detail": "high"}}
        self.assertEqual(ask(picture), "37x23 ")
        self.assertEqual(ask(picture, picture), "37x23 37x23 ")
        with self.assertRaises(openai.BadRequestError) as refused:
            ask({"type": "image_url", "image_url": {"url": "https://x.example/y.png"}})
        self.assertEqual(refused.exception.code, "invalid_image_url")
        self.assertEqual(refused.exception.param, "messages[0].content[1].image_url.url")

    def test_failures_of_the_engine(self):
        fail = [{"role": "user", "content": "fail"}]
        with self.assertRaises(openai.InternalServerError):
            self.client.chat.completions.create(model="played", messages=fail)
        with self.assertRaises(openai.APIError):
            for _ in self.client.chat.completions.create(model="played", messages=fail, stream=True):
                pass

    def test_too_many_requests(self):
        slow = [{"role": "user", "content": "slow"}]
        streams = [self.client.chat.completions.create(model="played", messages=slow, stream=True)]
        next(iter(streams[0]))
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(self.client.chat.completions.create, model="played", messages=MESSAGES)
            while self.served.figure("hearth_requests_waiting") < 1:
                time.sleep(0.01)
            with self.assertRaises(openai.RateLimitError):
                self.client.chat.completions.create(model="played", messages=MESSAGES)
            streams[0].close()
            self.assertTrue(waiting.result(10).choices)


if __name__ == "__main__":
    unittest.main()
