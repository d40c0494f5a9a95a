#!/usr/bin/env python3
"""Writes small random models with a vocabulary: window.gguf has sliding windows, recurrent.gguf recurrent layers.

    pip install gguf==0.19.0 numpy
    tests/bench/reuse_models.py FOLDER

They are the tiny Gemma 3 and LFM2 of the tests, whose files have none, with the vocabulary and the template of the tiny Llama,
random rows for its tokens, windows of 256 and a context of 8,192. They say capitals and digits, which are tokens of their own:
what is sent back as text has the tokens that it was made of.
"""
import pathlib
import sys

import numpy as np
from gguf import GGMLQuantizationType as Type
from gguf import GGUFReader, GGUFValueType, GGUFWriter

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONTEXT, WINDOW = 8192, 256
SAID = "ABCDEFGHJKLMNOPQRSUVXYZ0123456789"


def value_of(field):
    return field.contents()


def add(writer, name, field):
    kind = field.types[0]
    inner = field.types[-1] if kind == GGUFValueType.ARRAY else None
    writer.add_key_value(name, value_of(field), kind, sub_type=inner)


def write(source, vocabulary, path):
    chance = np.random.default_rng(1)
    architecture = value_of(source.fields["general.architecture"])
    writer = GGUFWriter(str(path), architecture)
    tokens = value_of(vocabulary.fields["tokenizer.ggml.tokens"])
    count = len(tokens)
    said = np.array([1.0 if token in SAID else 0.05 for token in tokens])
    for name, field in source.fields.items():
        if name.startswith(("GGUF.", "tokenizer.")) or name == "general.architecture":
            continue
        if name == f"{architecture}.context_length":
            writer.add_uint32(name, CONTEXT)
        elif name == f"{architecture}.vocab_size":
            writer.add_uint32(name, count)
        elif name == f"{architecture}.attention.sliding_window":
            writer.add_uint32(name, WINDOW)
        else:
            add(writer, name, field)
    for name, field in vocabulary.fields.items():
        if name.startswith("tokenizer."):
            add(writer, name, field)
    for tensor in source.tensors:
        data = np.array(tensor.data)
        if tensor.name in ("token_embd.weight", "output.weight"):
            data = (0.5 * said[:, None] * chance.standard_normal((count, int(tensor.shape[0])))).astype(np.float16)
            writer.add_tensor(tensor.name, data, raw_dtype=Type.F16)
        else:
            writer.add_tensor(tensor.name, data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    vocabulary = GGUFReader(ROOT / "tests/reference/tiny/llama-f32.gguf")
    for name, family in (("window", "gemma3"), ("recurrent", "lfm2")):
        write(GGUFReader(ROOT / f"tests/reference/families/{family}.gguf"), vocabulary, folder / f"{name}.gguf")


if __name__ == "__main__":
    main()
