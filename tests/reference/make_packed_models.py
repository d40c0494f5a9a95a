#!/usr/bin/env python3
"""Makes tiny random models in the formats of quantised checkpoints (GPTQ, AWQ, FP8, compressed-tensors) and writes
transformers' float32 logits of the weights that they stand for: the fixtures of
tests/engine/format/packed/tst_packed_checkpoint.cpp. Where llama.cpp's converter reads a format, its weights are compared
with ours before anything is written.

    python3 -m venv venv && venv/bin/pip install torch transformers gguf compressed-tensors
    venv/bin/python tests/reference/make_packed_models.py [--llama-cpp PATH_OF_ITS_SOURCE] [NAME ...]

Layouts: GPTQ, https://github.com/AutoGPTQ/AutoGPTQ (qlinear_cuda.py); AWQ, https://github.com/casper-hansen/AutoAWQ
(packing_utils.py); FP8, Micikevicius et al. 2022; compressed-tensors, https://github.com/vllm-project/compressed-tensors.
"""

import argparse
import json
import pathlib
import tempfile

import numpy as np
import torch
import transformers as tf
from safetensors.torch import save_file

from make_family_models import TOKENS, VOCABULARY, convert, kept, randomize, small

GROUP = 32
SIZES = dict(hidden_size=64, intermediate_size=96, num_hidden_layers=1, max_position_embeddings=128)
AWQ_ORDER = [0, 2, 4, 6, 1, 3, 5, 7]  # nibble i of a word holds this column


def codes_of(weight, bits, groups, symmetric):
    """Rounds (out, in) to codes by group of columns: codes (out, in), scales and zeros (groups, out)."""
    most = 2 ** bits - 1
    out, columns = weight.shape
    count = int(groups.max()) + 1
    scales, zeros = torch.zeros(count, out), torch.zeros(count, out, dtype=torch.int32)
    codes = torch.zeros(out, columns, dtype=torch.int32)
    for g in range(count):
        part = weight[:, groups == g]
        if symmetric:
            scale = part.abs().amax(1) / (most // 2)
            zero = torch.full((out,), 2 ** (bits - 1))
        else:
            low, high = part.amin(1).clamp(max=0), part.amax(1).clamp(min=0)
            scale = (high - low) / most
            zero = torch.round(-low / scale).clamp(1, most)
        scales[g] = scale.half().float()
        zeros[g] = zero.int()
        codes[:, groups == g] = torch.round(part / scales[g][:, None] + zero[:, None]).clamp(0, most).int()
    return codes, scales, zeros


def values_of(codes, scales, zeros, groups):
    return (codes - zeros[groups].T).float() * scales[groups].T


def pack(values, bits, dim):
    """Values of so many bits side by side along a dimension, the first in the lowest bits."""
    if bits == 3:  # 32 of them in three words
        runs = (values.movedim(dim, -1).long()[..., None] >> torch.arange(3) & 1).flatten(-2).unflatten(-1, (-1, 32))
        words = (runs << torch.arange(32)).sum(-1).movedim(-1, dim)
        return torch.where(words >= 2 ** 31, words - 2 ** 32, words).int().contiguous()
    per = 32 // bits
    parts = values.unflatten(dim, (-1, per)).movedim(dim + 1 if dim >= 0 else dim, -1).long()
    words = (parts << (torch.arange(per) * bits)).sum(-1)
    return torch.where(words >= 2 ** 31, words - 2 ** 32, words).int().contiguous()


def gptq(bits=4, symmetric=True, reorder=False, version=1):
    def layer(weight, generator):
        columns = weight.shape[1]
        groups = torch.arange(columns) // GROUP
        if reorder:
            groups = groups[torch.randperm(columns, generator=generator)]
        codes, scales, zeros = codes_of(weight, bits, groups, symmetric)
        parts = {"qweight": pack(codes.T, bits, 0), "qzeros": pack(zeros - int(version == 1), bits, 1),
                 "scales": scales.half(), "g_idx": groups.int()}
        return parts, values_of(codes, scales, zeros, groups)
    return layer, {"quant_method": "gptq", "bits": bits, "group_size": GROUP, "desc_act": reorder, "sym": symmetric,
                   "checkpoint_format": "gptq" if version == 1 else "gptq_v2"}


def awq():
    def layer(weight, generator):
        groups = torch.arange(weight.shape[1]) // GROUP
        codes, scales, zeros = codes_of(weight, 4, groups, False)

        def shuffled(values):
            return pack(values.unflatten(1, (-1, 8))[..., AWQ_ORDER].flatten(1), 4, 1)
        parts = {"qweight": shuffled(codes.T), "qzeros": shuffled(zeros), "scales": scales.half()}
        return parts, values_of(codes, scales, zeros, groups)
    return layer, {"quant_method": "awq", "bits": 4, "group_size": GROUP, "zero_point": True, "version": "gemm"}


def fp8(block):
    def layer(weight, generator):
        rows, columns = weight.shape
        height, width = block
        scales = torch.zeros(-(-rows // height), -(-columns // width))
        for r in range(scales.shape[0]):
            for c in range(scales.shape[1]):
                scales[r, c] = weight[r * height:(r + 1) * height, c * width:(c + 1) * width].abs().amax() / 448
        spread = scales.repeat_interleave(height, 0)[:rows].repeat_interleave(width, 1)[:, :columns]
        stored = (weight / spread).to(torch.float8_e4m3fn)
        return {"weight": stored, "weight_scale_inv": scales}, stored.float() * spread
    return layer, {"quant_method": "fp8", "activation_scheme": "dynamic", "weight_block_size": list(block)}


def compressed_fp8(wide=False, whole=False):
    """E4M3 or E5M2, with a scale for each row or for the whole matrix."""
    kind, largest = (torch.float8_e5m2, 57344) if wide else (torch.float8_e4m3fn, 448)

    def layer(weight, generator):
        peaks = weight.abs().amax().reshape(1) if whole else weight.abs().amax(1, keepdim=True)
        scales = (peaks / largest).bfloat16()
        stored = (weight / scales.float()).clamp(-largest, largest).to(kind)
        return {"weight": stored, "weight_scale": scales}, stored.float() * scales.float()
    weights = {"num_bits": 8, "type": "float", "strategy": "tensor" if whole else "channel", "symmetric": True,
               "dynamic": False}
    return layer, {"quant_method": "compressed-tensors", "format": "float-quantized",
                   "config_groups": {"group_0": {"targets": ["Linear"], "weights": weights}}}


def compressed(bits=4, symmetric=True, strategy="group", order=False, packed=True):
    """compressed-tensors' own code packs the integers and takes them apart again."""
    from compressed_tensors.compressors import NaiveQuantizationCompressor, PackedQuantizationCompressor
    from compressed_tensors.compressors.pack_quantized.helpers import pack_to_int32
    from compressed_tensors.quantization import QuantizationArgs, QuantizationScheme
    compressor = PackedQuantizationCompressor if packed else NaiveQuantizationCompressor
    weights = dict(num_bits=bits, type="int", strategy=strategy, symmetric=symmetric,
                   group_size=GROUP if strategy == "group" else None)
    scheme = QuantizationScheme(targets=["Linear"], weights=QuantizationArgs(**weights))

    def layer(weight, generator):
        columns = weight.shape[1]
        groups = torch.arange(columns) // (GROUP if strategy == "group" else columns)
        if order:
            groups = groups[torch.randperm(columns, generator=generator)]
        codes, scales, zeros = codes_of(weight, bits, groups, symmetric)
        values = values_of(codes, scales, zeros, groups)
        parts = {"weight": weight, "weight_scale": scales.T.contiguous()}
        if not symmetric:
            parts["weight_zero_point"] = (zeros - 2 ** (bits - 1)).to(torch.int8).T.contiguous()
        stored = compressor.compress(parts, scheme)
        if order:  # its newest code knows no order any more; checkpoints of earlier ones have one
            stored["weight_packed"] = pack_to_int32((codes - 2 ** (bits - 1)).to(torch.int8), bits)
            stored["weight_g_idx"] = groups.int()
        else:
            assert (values - compressor.decompress(stored, scheme)["weight"]).abs().max() < 1e-6
        stored["weight_scale"] = stored["weight_scale"].half()
        return stored, values

    return layer, {"quant_method": "compressed-tensors",
                   "format": "pack-quantized" if packed else "int-quantized",
                   "config_groups": {"group_0": {"targets": ["Linear"], "weights": weights}}}


def compressed_fp4(nvidia):
    """NVFP4 and MXFP4 as compressed-tensors' own code packs them."""
    from compressed_tensors.compressors.nvfp4.helpers import pack_fp4_to_uint8, unpack_fp4_from_uint8
    width = 16 if nvidia else 32

    def layer(weight, generator):
        rows, columns = weight.shape
        runs = weight.reshape(rows, columns // width, width)
        peaks = runs.abs().amax(-1) / 6
        if nvidia:
            whole = 448 / peaks.max()
            scales = (peaks * whole).to(torch.float8_e4m3fn)
            factors = scales.float() / whole
            parts = {"weight_scale": scales, "weight_global_scale": whole.reshape(1)}
        else:
            scales = torch.ceil(torch.log2(peaks)).clamp(-20, 20).int() + 127
            factors = torch.exp2(scales.float() - 127)
            parts = {"weight_scale": scales.to(torch.uint8)}
        steps = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6])
        ratio = runs / factors[..., None]
        stored = steps[(ratio.abs()[..., None] - steps).abs().argmin(-1)] * torch.sign(ratio)
        packed = pack_fp4_to_uint8(stored.reshape(rows, columns))
        assert (unpack_fp4_from_uint8(packed, rows, columns, dtype=torch.float32) - stored.reshape(rows, columns)).abs().max() == 0
        values = (stored * factors[..., None]).reshape(rows, columns)
        return {"weight_packed": packed, **parts}, values
    weights = {"num_bits": 4, "type": "float", "strategy": "tensor_group" if nvidia else "group", "group_size": width,
               "symmetric": True, "dynamic": False}
    return layer, {"quant_method": "compressed-tensors",
                   "format": "nvfp4-pack-quantized" if nvidia else "mxfp4-pack-quantized",
                   "config_groups": {"group_0": {"targets": ["Linear"], "weights": weights}}}


FORMATS = {
    "gptq": gptq(), "gptq-zeros": gptq(symmetric=False), "gptq-v2": gptq(symmetric=False, version=2),
    "gptq-reordered": gptq(reorder=True), "gptq-8bit": gptq(bits=8), "awq": awq(), "fp8": fp8((32, 48)),
    "compressed-fp8": compressed_fp8(), "compressed-int4": compressed(),
    "compressed-zeros": compressed(symmetric=False), "compressed-rows": compressed(symmetric=False, strategy="channel"),
    "compressed-3bit": compressed(bits=3, symmetric=False), "compressed-8bit": compressed(bits=8),
    "compressed-8bit-zeros": compressed(bits=8, symmetric=False),
    "compressed-reordered": compressed(symmetric=False, order=True),
    "compressed-bytes": compressed(bits=8, strategy="channel", packed=False),
    "compressed-nvfp4": compressed_fp4(True), "compressed-mxfp4": compressed_fp4(False),
    "gptq-2bit": gptq(bits=2, symmetric=False), "gptq-3bit": gptq(bits=3), "gptq-3bit-zeros": gptq(bits=3, symmetric=False),
    "fp8-blocks": fp8((128, 128)), "compressed-fp8-rows": compressed_fp8(), "compressed-e5m2": compressed_fp8(wide=True, whole=True),
}
# What whole blocks of 128 columns need.
WIDE = {"fp8-blocks": dict(hidden_size=128, intermediate_size=256), "compressed-fp8-rows": dict(hidden_size=128, intermediate_size=128),
        "compressed-e5m2": dict(hidden_size=128, intermediate_size=128)}


# Mixtures whose experts are one stack for each projection, as transformers' FP8Experts has them.
STACKED = dict(hidden_size=128, num_hidden_layers=1, max_position_embeddings=128, num_experts_per_tok=2)
STACKS = {
    "fp8-stacks": lambda: tf.Qwen3MoeForCausalLM(tf.Qwen3MoeConfig(
        **small(**STACKED, intermediate_size=128, moe_intermediate_size=128, num_experts=4, norm_topk_prob=True, head_dim=32),
        experts_implementation="eager", attn_implementation="eager")),
    "fp8-stacks-latent": lambda: tf.DeepseekV3ForCausalLM(tf.DeepseekV3Config(
        **small(**STACKED | dict(num_hidden_layers=2, num_key_value_heads=4), intermediate_size=128, moe_intermediate_size=128,
                n_routed_experts=4, n_shared_experts=1, first_k_dense_replace=1, n_group=2, topk_group=1, norm_topk_prob=True,
                routed_scaling_factor=1.5, q_lora_rank=128, kv_lora_rank=128, qk_nope_head_dim=16, qk_rope_head_dim=16,
                v_head_dim=32),
        experts_implementation="eager", attn_implementation="eager")),
}


def make_stacks(name, seed, arguments):
    """Codes of E4M3 with a scale for 128 x 128 numbers, of stacked experts as of all other matrices."""
    quantize, settings = fp8((128, 128))
    torch.manual_seed(seed)
    model = STACKS[name]().float().eval()
    randomize(model, seed)
    tensors = {key: value.half() for key, value in model.state_dict().items()}
    for key in [key for key in tensors if "_proj" in key and tensors[key].ndim >= 2]:
        weights = tensors.pop(key).float()
        parts = [quantize(matrix, None) for matrix in (weights if weights.ndim == 3 else weights[None])]
        codes, scales, values = (torch.stack(kind) for kind in zip(
            *((part["weight"], part["weight_scale_inv"], value) for part, value in parts)))
        if weights.ndim == 2:
            codes, scales, values = codes[0], scales[0], values[0]
        tensors |= {key: codes, f"{key}_scale_inv": scales}
        model.state_dict()[key].copy_(values)
    assert any(key.endswith("experts.gate_up_proj_scale_inv") for key in tensors)
    write(name, seed, model, tensors, settings, arguments)
    print(f"{name}: {sum(f.stat().st_size for f in (arguments.out / name).iterdir())} bytes")


def write(name, seed, model, tensors, settings, arguments):
    """The folder, and the logits of the model that it stands for."""
    tokens = np.random.default_rng(seed).integers(3, VOCABULARY, TOKENS).tolist()
    with torch.inference_mode():
        logits = model(torch.tensor([tokens])).logits[0].float().numpy()
    target = arguments.out / name
    target.mkdir(parents=True, exist_ok=True)
    save_file(tensors, target / "model.safetensors", {"format": "pt"})
    config = model.config.to_dict() | {"architectures": [type(model).__name__], "dtype": "float16",
                                       "quantization_config": settings}
    (target / "config.json").write_text(json.dumps(config, indent=1, sort_keys=True) + "\n")
    facts = {"tokens": tokens, "positions": {"": kept(TOKENS)}, "transformers": tf.__version__}
    (target / "expected.json").write_text(json.dumps(facts) + "\n")
    np.save(target / "expected.npy", logits[kept(TOKENS)].astype("<f4"))
    return target, logits


def make(name, seed, arguments):
    quantize, settings = FORMATS[name]
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = tf.LlamaForCausalLM(tf.LlamaConfig(**small(**SIZES | WIDE.get(name, {})), attn_implementation="eager")).float().eval()
    randomize(model, seed)
    tensors = {key: value.half() for key, value in model.state_dict().items()}
    for key in [key for key in tensors if key.endswith("_proj.weight")]:
        parts, values = quantize(tensors.pop(key).float(), generator)
        tensors |= {key.removesuffix("weight") + kind: part for kind, part in parts.items()}
        model.state_dict()[key].copy_(values)
    target, logits = write(name, seed, model, tensors, settings, arguments)
    checked = "not read by llama.cpp" if arguments.llama_cpp else "not compared"
    theirs_reads = settings["quant_method"] != "awq" and not name.startswith(("compressed-", "gptq-3bit"))
    if arguments.llama_cpp and (theirs_reads or name in ("compressed-fp8", "compressed-int4")):
        with tempfile.TemporaryDirectory() as scratch:
            convert(target, pathlib.Path(scratch) / "x.gguf", arguments.llama_cpp)
            import gguf
            theirs = {t.name: t.data for t in gguf.GGUFReader(pathlib.Path(scratch) / "x.gguf").tensors}
            ours = model.state_dict()["model.layers.0.mlp.down_proj.weight"].numpy()
            difference = np.abs(theirs["blk.0.ffn_down.weight"].astype("f4") - ours).max()
            assert difference < 1e-3, difference
            checked = f"{difference:.1e} from llama.cpp's"
    print(f"{name}: {sum(f.stat().st_size for f in target.iterdir())} bytes, weights {checked}, std {logits.std():.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llama-cpp", type=pathlib.Path)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("tests/reference/packed"))
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for number, name in enumerate(FORMATS):
        if not arguments.names or name in arguments.names:
            make(name, 3000 + number, arguments)
    for number, name in enumerate(STACKS):
        if not arguments.names or name in arguments.names:
            make_stacks(name, 3100 + number, arguments)


if __name__ == "__main__":
    main()
