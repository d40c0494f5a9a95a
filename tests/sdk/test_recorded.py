"""The requests of the programs in recorded/, sent again: each is answered, in its form and with the same calls."""

import json
import pathlib
import unittest

from anthropic.types.beta import BetaMessage, BetaMessageTokensCount
from openai.types import CreateEmbeddingResponse
from openai.types.chat import ChatCompletion, ChatCompletionChunk
from openai.types.responses import Response

import answers
import serving

RECORDED = pathlib.Path(__file__).resolve().parent / "recorded"
WHOLE = {"/v1/chat/completions": ChatCompletion, "/v1/messages": BetaMessage, "/v1/responses": Response,
         "/v1/messages/count_tokens": BetaMessageTokensCount, "/v1/embeddings": CreateEmbeddingResponse}
VECTORS = ("/v1/embeddings", "/v1/rerank", "/v2/rerank", "/v2/embed")


class Recorded(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.served = serving.played_server("agent")
        cls.vectors, cls.embedder, cls.reranker = serving.vector_server()

    @classmethod
    def tearDownClass(cls):
        cls.served.stop()
        cls.vectors.stop()

    def send(self, request):
        """The answer to a request. One that goes on from a response does so from one that there is here."""
        served = self.vectors if request["path"].split("?")[0] in VECTORS else self.served
        body = request.get("body")
        if body and body.get("previous_response_id"):
            status, first = served.raw("/v1/responses", {"model": "played", "input": "What is the capital of Italy?"})
            self.assertEqual(status, 200)
            body = {**body, "previous_response_id": json.loads(first)["id"]}
        headers = {**request.get("headers", {}), "Content-Type": "application/json"}
        return served.raw(request["path"], body, headers, request["method"])

    def check(self, request):
        status, data = self.send(request)
        body = request.get("body") or {}
        self.assertEqual(status, 200, data[:400])
        self.assertEqual(answers.summary(request["path"], data), request.get("answer"), data[:400])
        place = request["path"].split("?")[0]
        if answers.is_stream(data):
            if place == "/v1/chat/completions":
                self.assertTrue(data.rstrip().endswith(b"data: [DONE]"))
                for event in answers.events(data):
                    serving.strictly(ChatCompletionChunk, json.dumps(event))
        elif place in WHOLE and request["method"] == "POST" and body.get("encoding_format") != "base64":
            serving.strictly(WHOLE[place], data)

    def test_every_request_is_answered(self):
        files = sorted(RECORDED.glob("*.json"))
        self.assertGreater(len(files), 10)
        for file in files:
            for number, request in enumerate(json.loads(file.read_text())["requests"]):
                with self.subTest(client=file.stem, number=number, path=request["path"]):
                    self.check(request)


if __name__ == "__main__":
    unittest.main()
