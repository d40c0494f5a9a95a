#!/usr/bin/env python3
"""Writes tests/engine/quant/block_vectors.json: random blocks of every type that the gguf package (PyPI) can read, with the
float32 values it reads from them, rows of float32 with the blocks it writes for the types it can write, and the sha256 of
every codebook (one signed byte an element).

usage: make_block_vectors.py OUT.json       (needs gguf 0.19 and numpy)
"""
import hashlib
import json
import sys

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, quants

READ = ("Q4_0 Q4_1 Q5_0 Q5_1 Q8_0 Q2_K Q3_K Q4_K Q5_K Q6_K IQ1_S IQ1_M IQ2_XXS IQ2_XS IQ2_S IQ3_XXS IQ3_S "
        "IQ4_NL IQ4_XS TQ1_0 TQ2_0 MXFP4 NVFP4 BF16").split()
WRITE = "BF16 Q4_0 Q4_1 Q5_0 Q5_1 Q8_0 TQ1_0 TQ2_0 MXFP4".split()
# Where the halves of a block stand that have to be ordinary numbers, in bytes.
HALVES = {"Q4_1": (0, 2), "Q5_1": (0, 2), "Q2_K": (80, 82), "Q3_K": (108,), "Q4_K": (0, 2), "Q5_K": (0, 2),
          "Q6_K": (208,), "TQ1_0": (52,), "TQ2_0": (64,), "IQ1_M": (), "MXFP4": (), "NVFP4": (), "BF16": ()}
rng = np.random.default_rng(20240601)


def random_blocks(name, count):
    elements, size = GGML_QUANT_SIZES[GGMLQuantizationType[name]]
    if name == "BF16":
        elements, size = 16, 32
    blocks = rng.integers(0, 256, (count, size), dtype=np.uint8)
    for at in HALVES.get(name, (0,)):
        scale = rng.uniform(-2, 2, count).astype(np.float16)
        blocks[:, at:at + 2] = scale.view(np.uint8).reshape(count, 2)
    if name == "IQ1_M":  # the top nibbles of four words make the half: keep it below 2
        blocks[:, 55] = (blocks[:, 55] & 0x0F) | 0x30
    if name == "MXFP4":
        blocks[:, 0] = rng.integers(100, 150, count)
    if name == "BF16":
        blocks[:, 1::2] = rng.integers(0x3C, 0x42, (count, size // 2))
    return elements, blocks


def rows(elements):
    normal = rng.normal(0, 1, (6, elements)).astype(np.float32)
    normal[1] *= 1e-3
    normal[2] = np.abs(normal[2])
    normal[3] = np.round(normal[3] * 2) / 2  # ties
    normal[4] = 0
    normal[5, :] = -0.75
    return normal


def main():
    result = {"read": {}, "write": {}, "grids": {}}
    for name in READ:
        kind = GGMLQuantizationType[name]
        elements, blocks = random_blocks(name, 2)
        values = quants.dequantize(blocks, kind).astype(np.float32)
        result["read"][name] = [{"block": b.tobytes().hex(), "values": v.tobytes().hex()}
                                for b, v in zip(blocks, values)]
    for name in WRITE:
        kind = GGMLQuantizationType[name]
        elements = max(GGML_QUANT_SIZES[kind][0], 32)
        result["write"][name] = [{"values": r.tobytes().hex(), "block": quants.quantize(r.reshape(1, -1), kind).tobytes().hex()}
                                 for r in rows(elements)]
    for name in ("IQ1_S", "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ3_XXS", "IQ3_S"):
        kind = getattr(quants, name)
        kind.init_grid()
        result["grids"][name] = hashlib.sha256(kind.grid.astype(np.int8).tobytes()).hexdigest()
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        json.dump(result, out, indent=0)
        out.write("\n")


if __name__ == "__main__":
    main()
