#!/usr/bin/env python3
"""Times the encoding of a picture beside llama.cpp's mtmd, in turns on the same files, and beside OpenBLAS.

    pip install gguf==0.19.0 numpy
    tests/bench/picture_peers.py FOLDER [--peer PATH/llama-mtmd-cli] [--types q8_0,f16] [--rounds 3] [-t 2]

Writes into FOLDER, once, a random vision encoder of the size of Gemma 3's (SigLIP: 400 M parameters, 27 layers of width 1,152,
a picture of 896 x 896 in 4,096 patches, 256 rows) in each type, a small text model of its family, and a picture of noise. Both
programs say how long encoding takes; reading files is not counted. Then numpy multiplies float32 matrices of the size of the
encoder's, which shows how much of OpenBLAS's rate is reached. Prints a line of JSON for each type: medians in milliseconds, the
ratio of medians, the least and the largest ratio of a round, and rates in GFLOP a second.
"""
import argparse
import json
import os
import pathlib
import random
import re
import statistics
import struct
import subprocess
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAYERS, WIDTH, INNER, HEADS, PATCH, SIDE, ROWS = 27, 1152, 4304, 16, 14, 896, 256
PATCHES = (SIDE // PATCH) ** 2
# Products of the layers and of their attention.
FLOP = LAYERS * (2 * PATCHES * (4 * WIDTH * WIDTH + 2 * WIDTH * INNER) + 4 * PATCHES * PATCHES * WIDTH)


def write_picture(path):
    noise = random.Random(1)
    rows = b"".join(b"\0" + noise.randbytes(3 * SIDE) for _ in range(SIDE))

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 2, 0, 0, 0)) +
                     chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def write_text_model(path):
    """Returns the width of its rows."""
    from gguf import GGUFReader
    import reuse_models
    family = GGUFReader(ROOT / "tests/reference/families/gemma3.gguf")
    reuse_models.write(family, GGUFReader(ROOT / "tests/reference/tiny/llama-f32.gguf"), path)
    return int(family.fields["gemma3.embedding_length"].contents())


def write_encoder(path, kind, text_width):
    import numpy as np
    from gguf import GGMLQuantizationType as Type
    from gguf import GGUFWriter, LlamaFileType, quants
    chance = np.random.default_rng(1)
    writer = GGUFWriter(str(path), "clip")
    writer.add_type("mmproj")
    writer.add_file_type(LlamaFileType.MOSTLY_Q8_0 if kind == "q8_0" else LlamaFileType.MOSTLY_F16)
    writer.add_bool("clip.has_vision_encoder", True)
    writer.add_string("clip.projector_type", "gemma3")
    writer.add_bool("clip.use_gelu", True)
    for name, value in (("projection_dim", text_width), ("image_size", SIDE), ("patch_size", PATCH), ("embedding_length", WIDTH),
                        ("feed_forward_length", INNER), ("block_count", LAYERS), ("attention.head_count", HEADS)):
        writer.add_uint32(f"clip.vision.{name}", value)
    writer.add_float32("clip.vision.attention.layer_norm_epsilon", 1e-6)
    for name in ("image_mean", "image_std"):
        writer.add_array(f"clip.vision.{name}", [0.5, 0.5, 0.5])

    def add(name, shape, type):
        data = (0.02 * chance.standard_normal(shape, np.float32)) + (1 if name.endswith(("ln1.weight", "ln2.weight", "norm.weight", "ln.weight")) else 0)
        # As llama.cpp's converter does where rows are no whole blocks.
        if type == Type.Q8_0 and shape[-1] % 32 != 0:
            type = Type.F16
        writer.add_tensor(name, quants.quantize(data.astype(np.float32), type), raw_dtype=type)
    weights = Type.Q8_0 if kind == "q8_0" else Type.F16
    add("v.patch_embd.weight", (WIDTH, 3, PATCH, PATCH), Type.F16 if kind == "f16" else Type.F32)
    add("v.patch_embd.bias", (WIDTH,), Type.F32)
    add("v.position_embd.weight", (PATCHES, WIDTH), Type.F32)
    add("v.post_ln.weight", (WIDTH,), Type.F32)
    add("v.post_ln.bias", (WIDTH,), Type.F32)
    add("mm.soft_emb_norm.weight", (WIDTH,), Type.F32)
    add("mm.input_projection.weight", (WIDTH, text_width), Type.F16)
    for layer in range(LAYERS):
        for name, rows, columns in (("attn_q", WIDTH, WIDTH), ("attn_k", WIDTH, WIDTH), ("attn_v", WIDTH, WIDTH),
                                    ("attn_out", WIDTH, WIDTH), ("ffn_up", INNER, WIDTH), ("ffn_down", WIDTH, INNER)):
            add(f"v.blk.{layer}.{name}.weight", (rows, columns), weights)
            add(f"v.blk.{layer}.{name}.bias", (rows,), Type.F32)
        for name in ("ln1", "ln2"):
            add(f"v.blk.{layer}.{name}.weight", (WIDTH,), Type.F32)
            add(f"v.blk.{layer}.{name}.bias", (WIDTH,), Type.F32)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def hearth(options, text, encoder, picture):
    command = [options.hearth, "encode-image", "-m", text, "--mmproj", encoder, picture, "--out", options.folder / "rows", "--time",
               "-t", str(options.t), "--backend", "cpu"]
    told = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    if told["rows"] != ROWS:
        sys.exit(f"{told['rows']} rows, not {ROWS}")
    return told["encode_ms"]


def peer(options, text, encoder, picture):
    command = [options.peer, "-m", text, "--mmproj", encoder, "--image", picture, "-p", "x", "-n", "1", "-t", str(options.t), "-ngl", "0"]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    times = re.findall(r"(?:encoded|encoding done) in ([\d.]+) ms", done.stdout + done.stderr)
    if not times:
        sys.exit("The peer does not say how long it took:\n" + done.stderr[-2000:])
    return sum(map(float, times))


def blas_rate(threads):
    """GFLOP a second of a product of float32 matrices, by a process of its own: OpenBLAS counts its threads when it is loaded."""
    code = (f"import numpy, time\na = numpy.ones(({PATCHES}, {WIDTH}), 'f'); b = numpy.ones(({WIDTH}, {INNER}), 'f')\na @ b\n"
            f"best = 1e9\nfor _ in range(5):\n    start = time.perf_counter(); a @ b; best = min(best, time.perf_counter() - start)\n"
            f"print({2 * PATCHES * WIDTH * INNER} / best / 1e9)")
    environment = dict(os.environ, OPENBLAS_NUM_THREADS=str(threads))
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=environment).stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--hearth", default=ROOT / "build/release/bin/hearth-cli")
    parser.add_argument("--peer", help="llama-mtmd-cli; without it only Hearth is timed")
    parser.add_argument("--types", default="q8_0,f16")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("-t", type=int, default=2)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    picture, text = options.folder / "noise.png", options.folder / "text.gguf"
    if not picture.exists():
        write_picture(picture)
    width = write_text_model(text)
    for kind in options.types.split(","):
        encoder = options.folder / f"mmproj-{kind}.gguf"
        if not encoder.exists():
            unfinished = encoder.with_suffix(".part")
            write_encoder(unfinished, kind, width)
            unfinished.rename(encoder)
        ours, theirs, blas = [], [], []
        for _ in range(options.rounds):
            ours.append(hearth(options, text, encoder, picture))
            if options.peer:
                theirs.append(peer(options, text, encoder, picture))
            blas.append(blas_rate(options.t))
        result = {"type": kind, "threads": options.t, "hearth_ms": round(statistics.median(ours)),
                  "hearth_gflops": round(FLOP / statistics.median(ours) / 1e6),
                  "blas_gflops": round(statistics.median(blas))}
        if theirs:
            ratios = [b / a for a, b in zip(ours, theirs)]
            result |= {"peer_ms": round(statistics.median(theirs)), "ratio": round(statistics.median(theirs) / statistics.median(ours), 2),
                       "ratios": [round(min(ratios), 2), round(max(ratios), 2)]}
        print(json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
