"""cohere: rerank and embeddings, which are what it is used for with servers of others."""

import cohere

from job import KEY, RERANKER, VECTORS, check, expect

client = cohere.ClientV2(api_key=KEY, base_url=VECTORS)


@check("rerank")
def _():
    made = client.rerank(model=RERANKER, query="Which is a city?", documents=["A river.", "Rome is a city."], top_n=1)
    expect(len(made.results) == 1 and made.results[0].relevance_score is not None, "no score")


@check("rerank, the older form")
def _():
    made = cohere.Client(api_key=KEY, base_url=VECTORS).rerank(model=RERANKER, query="Which is a city?",
                                                               documents=["A river.", "Rome is a city."])
    expect(len(made.results) == 2, "not both")
