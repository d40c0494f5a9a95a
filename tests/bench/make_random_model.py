#!/usr/bin/env python3
"""Writes a GGUF model of the llama architecture with random weights, for timing.

    make_random_model.py OUT.gguf --type Q4_0 [--shape 1b] [--layers 16]

The shape "1b" is that of Llama-3.2-1B (16 layers, 2048 wide, 32 heads, 8 key-value heads of 64, 8192 feed-forward,
128256 tokens, tied embeddings). Values are random bits with small scales: what a program computes is noise, how long it takes
is not. Every matrix has the type asked for; embeddings are Q6_K for the K types and Q8_0 for the others, as is usual.
The standard library is all it needs.
"""
import argparse
import os
import random
import struct

TYPES = {  # id, elements of a block, bytes of a block, where a block's half-precision scales are
    "F32": (0, 1, 4, []),
    "Q4_0": (2, 32, 18, [0]),
    "Q4_1": (3, 32, 20, [0, 2]),
    "Q8_0": (8, 32, 34, [0]),
    "Q4_K": (12, 256, 144, [0, 2]),
    "Q5_K": (13, 256, 176, [0, 2]),
    "Q6_K": (14, 256, 210, [208]),
}
SHAPES = {
    "1b": dict(layers=16, width=2048, heads=32, kv_heads=8, feed_forward=8192, vocabulary=128256),
    "tiny": dict(layers=2, width=256, heads=4, kv_heads=2, feed_forward=512, vocabulary=512),
}
ALIGNMENT = 32


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def entry(key, value):
    if isinstance(value, str):
        return text(key) + struct.pack("<I", 8) + text(value)
    if isinstance(value, float):
        return text(key) + struct.pack("<If", 6, value)
    return text(key) + struct.pack("<II", 4, value)


def array(key, kind, values):
    body = b"".join(text(v) if kind == 8 else struct.pack("<i", v) for v in values)
    return text(key) + struct.pack("<IIQ", 9, kind, len(values)) + body


def blocks(type_name, count, source):
    """So many blocks of random bits; scales are near 0.001 so that nothing overflows."""
    _, _, size, scales = TYPES[type_name]
    data = bytearray(source.randbytes(count * size))
    for at in scales:
        for byte, value in zip((0, 1), struct.pack("<e", 0.001)):
            data[at + byte::size] = bytes([value]) * count
    return bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--type", default="Q4_0", choices=[t for t in TYPES if t != "F32"])
    parser.add_argument("--shape", default="1b", choices=SHAPES)
    parser.add_argument("--layers", type=int, help="another number of layers")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    shape = dict(SHAPES[arguments.shape])
    if arguments.layers:
        shape["layers"] = arguments.layers
    width, heads, kv_heads = shape["width"], shape["heads"], shape["kv_heads"]
    head = width // heads
    main_type = arguments.type
    embedding_type = "Q6_K" if main_type.endswith("_K") else "Q8_0"

    tensors = [("token_embd.weight", embedding_type, width, shape["vocabulary"])]
    for i in range(shape["layers"]):
        prefix = f"blk.{i}."
        tensors += [
            (prefix + "attn_norm.weight", "F32", width, 1),
            (prefix + "attn_q.weight", main_type, width, width),
            (prefix + "attn_k.weight", main_type, width, kv_heads * head),
            (prefix + "attn_v.weight", main_type, width, kv_heads * head),
            (prefix + "attn_output.weight", main_type, width, width),
            (prefix + "ffn_norm.weight", "F32", width, 1),
            (prefix + "ffn_gate.weight", main_type, width, shape["feed_forward"]),
            (prefix + "ffn_up.weight", main_type, width, shape["feed_forward"]),
            (prefix + "ffn_down.weight", main_type, shape["feed_forward"], width),
        ]
    tensors.append(("output_norm.weight", "F32", width, 1))

    # A byte-level vocabulary: the 256 bytes as GPT-2 spells them, then names nobody types.
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    spelled = printable + [256 + i for i in range(256 - len(printable))]
    tokens = [chr(c) for c in spelled] + [f"<|random_{i}|>" for i in range(256, shape["vocabulary"])]
    metadata = [
        entry("general.architecture", "llama"),
        entry("general.name", f"Random {arguments.shape} {main_type}"),
        entry("llama.block_count", shape["layers"]),
        entry("llama.context_length", 131072),
        entry("llama.embedding_length", width),
        entry("llama.feed_forward_length", shape["feed_forward"]),
        entry("llama.attention.head_count", heads),
        entry("llama.attention.head_count_kv", kv_heads),
        entry("llama.attention.layer_norm_rms_epsilon", 1e-5),
        entry("llama.rope.freq_base", 500000.0),
        entry("llama.rope.dimension_count", head),
        entry("llama.vocab_size", shape["vocabulary"]),
        entry("tokenizer.ggml.model", "gpt2"),
        entry("tokenizer.ggml.pre", "llama-bpe"),
        array("tokenizer.ggml.tokens", 8, tokens),
        array("tokenizer.ggml.token_type", 5, [1] * 256 + [3] * (len(tokens) - 256)),
        array("tokenizer.ggml.merges", 8, ["a b"]),
        entry("tokenizer.ggml.bos_token_id", 256),
        entry("tokenizer.ggml.eos_token_id", 257),
    ]
    table, offset = [], 0
    for name, kind, columns, rows in tensors:
        type_id, elements, size, _ = TYPES[kind]
        dimensions = [columns] if rows == 1 else [columns, rows]
        table.append(text(name) + struct.pack("<I", len(dimensions)) + struct.pack(f"<{len(dimensions)}Q", *dimensions)
                     + struct.pack("<IQ", type_id, offset))
        offset += -(-(columns * rows // elements * size) // ALIGNMENT) * ALIGNMENT
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(metadata)) + b"".join(metadata) + b"".join(table)

    source = random.Random(arguments.seed)
    # Random bytes are slow to make and need not differ between tensors: all are cut from one piece.
    pieces = {}
    with open(arguments.out + ".part", "wb") as file:
        file.write(header + bytes(-len(header) % ALIGNMENT))
        for _, kind, columns, rows in tensors:
            _, elements, size, _ = TYPES[kind]
            if kind == "F32":
                data = struct.pack("<f", 1.0) * (columns * rows)
                file.write(data + bytes(-len(data) % ALIGNMENT))
                continue
            count = columns * rows // elements
            piece = pieces.setdefault(kind, blocks(kind, 1 << 16, source))
            for done in range(0, count, 1 << 16):
                file.write(piece[: min(1 << 16, count - done) * size])
            file.write(bytes(-(count * size) % ALIGNMENT))
    os.replace(arguments.out + ".part", arguments.out)


if __name__ == "__main__":
    main()
