#!/usr/bin/env python3
"""Makes a tiny random embedding model or reranker of each family with Hugging Face transformers, as a folder of
sentence-transformers, and writes beside it, in float32, the embeddings of some lists of token ids or the scores of some
pairs of texts: the fixtures of tests/engine/embedding/tst_loaded_embedder.cpp.

    python3 -m venv venv && venv/bin/pip install torch transformers
    venv/bin/python tests/reference/make_embedding_models.py [--out tests/reference/embeddings] [NAME ...]

Weights are rounded to float16 before anything is computed, so the files hold them exactly.
"""

import argparse
import json
import pathlib
import shutil

import tokenizers as tk
import torch
import transformers as tf
from safetensors.torch import save_file

VOCABULARY = 64
LENGTHS = [1, 5, 17, 33, 70]
BERT = dict(vocab_size=VOCABULARY, hidden_size=32, num_attention_heads=4, num_hidden_layers=2, intermediate_size=64,
            max_position_embeddings=96, type_vocab_size=2)

GEMMA = dict(vocab_size=VOCABULARY, hidden_size=32, num_attention_heads=2, num_key_value_heads=1, head_dim=32,
             num_hidden_layers=3, intermediate_size=64, max_position_embeddings=128, sliding_window=16,
             layer_types=["sliding_attention", "full_attention", "sliding_attention"], query_pre_attn_scalar=32)
MODERN = dict(vocab_size=VOCABULARY, hidden_size=32, num_attention_heads=2, num_hidden_layers=4, intermediate_size=48,
              max_position_embeddings=96, local_attention=16, pad_token_id=0, bos_token_id=2, eos_token_id=3,
              cls_token_id=2, sep_token_id=3)
NOMIC = {**BERT, "num_attention_heads": 2}
QWEN = dict(vocab_size=VOCABULARY, hidden_size=32, num_attention_heads=2, num_key_value_heads=1, head_dim=32,
            num_hidden_layers=2, intermediate_size=64, max_position_embeddings=96, tie_word_embeddings=True)
XLM = {**BERT, "type_vocab_size": 1, "max_position_embeddings": 98, "pad_token_id": 1}
ONE = {"num_labels": 1}

# name: (config class, model class, arguments, pooling)
FAMILIES = {
    "bert-mean": (tf.BertConfig, tf.BertModel, BERT, "mean"),
    "bert-cls": (tf.BertConfig, tf.BertModel, {**BERT, "num_attention_heads": 2}, "cls"),
    "xlm-roberta": (tf.XLMRobertaConfig, tf.XLMRobertaModel, XLM, "cls"),
    "nomic-bert": (tf.NomicBertConfig, tf.NomicBertModel, NOMIC, "mean"),
    "modernbert": (tf.ModernBertConfig, tf.ModernBertModel, MODERN, "mean"),
    "embedding-gemma": (tf.Gemma3TextConfig, tf.Gemma3TextModel, {**GEMMA, "use_bidirectional_attention": True},
                        "mean"),
    "qwen3-embedding": (tf.Qwen3Config, tf.Qwen3Model, QWEN, "lasttoken"),
}
# name: (config class, model class, arguments)
RERANKERS = {
    "bert-reranker": (tf.BertConfig, tf.BertForSequenceClassification, {**BERT, **ONE}),
    # Not the token of unknown characters, which is no padding.
    "xlm-roberta-reranker": (tf.XLMRobertaConfig, tf.XLMRobertaForSequenceClassification,
                             {**XLM, **ONE, "pad_token_id": 0}),
    "modernbert-reranker": (tf.ModernBertConfig, tf.ModernBertForSequenceClassification,
                            {**MODERN, **ONE, "classifier_pooling": "mean", "classifier_bias": True}),
    "Qwen3-Reranker": (tf.Qwen3Config, tf.Qwen3ForCausalLM,
                       {**QWEN, "vocab_size": 272, "max_position_embeddings": 1024, "tie_word_embeddings": False}),
}
# What CrossEncoder leaves as it is.
PLAIN_SCORES = {"bert-reranker"}
DENSE = {"embedding-gemma": [96, 24]}
PAIRS = [["cat", "the cat sat on the mat"], ["where is the dog", "dog"], ["a", ""], ["", "b c"],
         ["what is a tree", "a tree is a tall plant with a trunk and leaves that lives for many years"],
         ["caf\u00e9 <|im_end|>", "Stra\u00dfe 12 <|im_start|>"]]
QWEN_TEMPLATE = (
    '<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct '
    'provided. Note that the answer can only be "yes" or "no".<|im_end|>\n<|im_start|>user\n',
    '<Instruct>: Given a web search query, retrieve relevant passages that answer the query\n<Query>: %s\n'
    '<Document>: %s', '<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n')


def tokens_of(seed):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randint(2, VOCABULARY, (length,), generator=generator).tolist() for length in LENGTHS]


def pooled(hidden, pooling):
    return {"mean": hidden.mean(0), "cls": hidden[0], "lasttoken": hidden[-1]}[pooling]


def write_json(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value) + "\n")


def modules(folder, pooling, width, dense):
    names = ["Transformer", "Pooling"] + ["Dense"] * len(dense) + ["Normalize"]
    paths = ["" if i == 0 else f"{i}_{name}" for i, name in enumerate(names)]
    write_json(folder / "modules.json",
               [{"idx": i, "name": str(i), "path": path, "type": "sentence_transformers.models." + name}
                for i, (name, path) in enumerate(zip(names, paths))])
    write_json(folder / "1_Pooling" / "config.json",
               {"word_embedding_dimension": width, "pooling_mode_cls_token": pooling == "cls",
                "pooling_mode_mean_tokens": pooling == "mean", "pooling_mode_max_tokens": False,
                "pooling_mode_lasttoken": pooling == "lasttoken"})
    for i, layer in enumerate(dense):
        inside = folder / f"{i + 2}_Dense"
        write_json(inside / "config.json",
                   {"in_features": layer.in_features, "out_features": layer.out_features, "bias": False,
                    "activation_function": "torch.nn.modules.linear.Identity"})
        save_file({"linear.weight": layer.weight.detach().half()}, inside / "model.safetensors")
    write_json(folder / "config_sentence_transformers.json",
               {"prompts": {"query": "query: ", "document": "passage: "}, "default_prompt_name": None})


def randomize(model, seed):
    torch.manual_seed(seed)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            isNorm = "norm" in name.lower() or "emb_ln" in name
            noise = torch.randn_like(weight) * (0.1 if isNorm or weight.dim() == 1 else 0.25)
            weight.copy_((noise + (1.0 if isNorm and name.endswith("weight") else 0.0)).half().float())


def make(name, seed, out):
    config_class, model_class, arguments, pooling = FAMILIES[name]
    model = model_class(config_class(**arguments)).eval()
    randomize(model, seed)
    width = arguments["hidden_size"]
    dense = []
    for columns in DENSE.get(name, []):
        dense.append(torch.nn.Linear(dense[-1].out_features if dense else width, columns, bias=False))
        randomize(dense[-1], seed + len(dense))
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    vectors = []
    texts = tokens_of(seed)
    for tokens in texts:
        with torch.no_grad():
            vector = pooled(model(input_ids=torch.tensor([tokens])).last_hidden_state[0], pooling)
            for layer in dense:
                vector = layer(vector)
        vectors.append(torch.nn.functional.normalize(vector, dim=0).tolist())
    model.half().save_pretrained(folder)
    modules(folder, pooling, width, dense)
    write_json(folder / "expected.json", {"tokens": texts, "vectors": vectors})
    print(name)


def word_pieces(template):
    """A tokenizer of letters, with a template of two texts."""
    letters = [chr(ord("a") + i) for i in range(26)]
    entries = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + letters + ["##" + letter for letter in letters]
    tokenizer = tk.Tokenizer(tk.models.WordPiece({entry: i for i, entry in enumerate(entries)}, unk_token="[UNK]"))
    tokenizer.normalizer = tk.normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = tk.pre_tokenizers.BertPreTokenizer()
    tokenizer.add_special_tokens(entries[:5])
    tokenizer.post_processor = tk.processors.TemplateProcessing(single="[CLS] $A [SEP]", pair=template,
                                                                special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tokenizer


def byte_pieces():
    """A tokenizer of bytes, with the tokens of Qwen's templates."""
    alphabet = sorted(tk.pre_tokenizers.ByteLevel.alphabet())
    entries = {entry: i for i, entry in enumerate(alphabet + ["ye", "yes", "no"])}
    tokenizer = tk.Tokenizer(tk.models.BPE(entries, [("y", "e"), ("ye", "s"), ("n", "o")]))
    tokenizer.pre_tokenizer = tk.pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = tk.decoders.ByteLevel()
    tokenizer.add_special_tokens(["<|endoftext|>", "<|im_start|>", "<|im_end|>"])
    return tokenizer


def score(model, tokenizer, query, passage):
    """What a cross-encoder gives to its curve."""
    if isinstance(model, tf.Qwen3ForCausalLM):
        before, pair, behind = QWEN_TEMPLATE
        # Only the template has control tokens; in texts they are text.
        plain = byte_pieces()
        plain_ids = tk.Tokenizer(plain.model)
        plain_ids.pre_tokenizer = plain.pre_tokenizer
        ids = tokenizer.encode(before).ids + plain_ids.encode(pair % (query, passage)).ids + tokenizer.encode(
            behind).ids
        logits = model(input_ids=torch.tensor([ids])).logits[0, -1]
        return logits[tokenizer.token_to_id("yes")] - logits[tokenizer.token_to_id("no")]
    encoded = tokenizer.encode(query, passage)
    types = {} if model.config.model_type == "modernbert" else {"token_type_ids": torch.tensor([encoded.type_ids])}
    return model(input_ids=torch.tensor([encoded.ids]), **types).logits[0, 0]


def make_reranker(name, seed, out):
    config_class, model_class, arguments = RERANKERS[name]
    config = config_class(**arguments)
    if name in PLAIN_SCORES:
        config.sentence_transformers = {"activation_fn": "torch.nn.modules.linear.Identity"}
    model = model_class(config).eval()
    randomize(model, seed)
    tokenizer = byte_pieces() if name.startswith("Qwen") else word_pieces(
        "[CLS] $A [SEP] [SEP] $B [SEP]" if "roberta" in name else
        "[CLS] $A [SEP] $B:1 [SEP]:1" if name.startswith("bert") else "[CLS] $A [SEP] $B [SEP]")
    scores = []
    with torch.no_grad():
        for query, passage in PAIRS:
            logit = score(model, tokenizer, query, passage)
            scores.append(float(logit if name in PLAIN_SCORES else torch.sigmoid(logit)))
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    model.half().save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
    write_json(folder / "tokenizer_config.json", {"eos_token": "<|im_end|>"} if name.startswith("Qwen") else {})
    write_json(folder / "expected.json", {"pairs": PAIRS, "scores": scores})
    print(name, scores)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tests/reference/embeddings"))
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for number, name in enumerate(FAMILIES):
        if not arguments.names or name in arguments.names:
            make(name, 2000 + number, arguments.out)
    for number, name in enumerate(RERANKERS):
        if not arguments.names or name in arguments.names:
            make_reranker(name, 2100 + number, arguments.out)


if __name__ == "__main__":
    main()
