#!/usr/bin/env python3
"""Makes a tiny random embedding model of each family with Hugging Face transformers, as a folder of
sentence-transformers, and writes the float32 embeddings of some lists of token ids beside it: the fixtures of
tests/engine/embedding/tst_loaded_embedder.cpp.

    python3 -m venv venv && venv/bin/pip install torch transformers
    venv/bin/python tests/reference/make_embedding_models.py [--out tests/reference/embeddings] [NAME ...]

Weights are rounded to float16 before anything is computed, so the files hold them exactly.
"""

import argparse
import json
import pathlib
import shutil

import torch
import transformers as tf

VOCABULARY = 64
LENGTHS = [1, 5, 17, 33, 70]
BERT = dict(vocab_size=VOCABULARY, hidden_size=32, num_attention_heads=4, num_hidden_layers=2, intermediate_size=64,
            max_position_embeddings=96, type_vocab_size=2)

# name: (config class, model class, arguments, pooling)
FAMILIES = {
    "bert-mean": (tf.BertConfig, tf.BertModel, BERT, "mean"),
    "bert-cls": (tf.BertConfig, tf.BertModel, {**BERT, "num_attention_heads": 2}, "cls"),
    "xlm-roberta": (tf.XLMRobertaConfig, tf.XLMRobertaModel,
                    {**BERT, "type_vocab_size": 1, "max_position_embeddings": 98, "pad_token_id": 1}, "cls"),
}


def tokens_of(seed):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randint(2, VOCABULARY, (length,), generator=generator).tolist() for length in LENGTHS]


def pooled(hidden, pooling):
    return {"mean": hidden.mean(0), "cls": hidden[0], "lasttoken": hidden[-1]}[pooling]


def write_json(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value) + "\n")


def modules(folder, pooling, width):
    names = ["Transformer", "Pooling", "Normalize"]
    paths = ["", "1_Pooling", "2_Normalize"]
    write_json(folder / "modules.json",
               [{"idx": i, "name": str(i), "path": path, "type": "sentence_transformers.models." + name}
                for i, (name, path) in enumerate(zip(names, paths))])
    write_json(folder / "1_Pooling" / "config.json",
               {"word_embedding_dimension": width, "pooling_mode_cls_token": pooling == "cls",
                "pooling_mode_mean_tokens": pooling == "mean", "pooling_mode_max_tokens": False,
                "pooling_mode_lasttoken": pooling == "lasttoken"})
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
    folder = out / name
    shutil.rmtree(folder, ignore_errors=True)
    vectors = []
    texts = tokens_of(seed)
    for tokens in texts:
        with torch.no_grad():
            hidden = model(input_ids=torch.tensor([tokens])).last_hidden_state[0]
        vectors.append(torch.nn.functional.normalize(pooled(hidden, pooling), dim=0).tolist())
    model.half().save_pretrained(folder)
    modules(folder, pooling, vectors and len(vectors[0]))
    write_json(folder / "expected.json", {"tokens": texts, "vectors": vectors})
    print(name)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tests/reference/embeddings"))
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for number, name in enumerate(FAMILIES):
        if not arguments.names or name in arguments.names:
            make(name, 2000 + number, arguments.out)


if __name__ == "__main__":
    main()
