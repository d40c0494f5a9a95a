#!/usr/bin/env python3
"""Makes tests/reference/guesses: small models with a layer that guesses further tokens (multi-token prediction), and
what it guesses by the published formula, in plain torch.

The trunks are those of make_family_models.py. Their last layer with attention, two of its weights scaled, is the layer
that guesses:
h' = projection([norm(embedding of token p); norm(state p - 1)]), the layer, its norm, the head (DeepSeek-V3 2024,
section 2.2; MiMo has the state first). Row 0 has a state of zeros. State: behind the model's last norm, and for guesses
behind guesses behind the layer's own.

The GGUF files are made of the folders by llama.cpp's own converter, so that keys, names and layouts are those of real
files.

    make_guess_models.py --llama-cpp PATH_OF_ITS_SOURCE [--convert-only]
            # in the folder of the repository, with its gguf-py in PYTHONPATH; needs torch, transformers, safetensors
"""

import argparse
import copy
import json
import math
import pathlib

import gguf
import numpy as np
import safetensors.torch
import torch
import transformers

from make_family_models import convert

REFERENCE = pathlib.Path("tests/reference")
OUT = REFERENCE / "guesses"
TOKENS = 70
CHAINED = 3
DISTURBANCE = 0.3
# The folder of the trunk, and what its GGUF is called.
MODELS = {"glm4moe": "glm4moe", "deepseek3": "deepseek3", "mimo": "qwen2", "qwen35": "qwen35", "qwen35moe": "qwen35moe",
          "qwen3next": "qwen3next"}
SCALES = {"input_layernorm.weight": 2.0, "self_attn.o_proj.weight": 0.5}
# The converter of each. That of DeepSeek V3 leaves the layer out, that of GLM 4.7 Flash, which is the same model, does not.
CONVERTERS = {"glm4moe": None, "deepseek3": "Glm4MoeLiteForCausalLM", "qwen35": None, "qwen35moe": None,
              "qwen3next": None}
# What converters write of the layer alone, for programs that load it beside the model.
ALONE = "qwen35"
# Qwen3-Next and 3.5: norms multiply by 1 + weight, which files of GGUF have as it is.
QWEN_NAMES = {"projection": "fc", "embedding": "pre_fc_norm_embedding", "state": "pre_fc_norm_hidden", "last": "norm"}


def is_qwen(name):
    return name.startswith("qwen3")


def attention_layer(model):
    """The number of the last layer with attention."""
    types = getattr(model.config, "layer_types", None) or ["full_attention"] * len(model.model.layers)
    return max(i for i, kind in enumerate(types) if kind == "full_attention")


def random_weights(width, seed, mean):
    generator = torch.Generator().manual_seed(seed)

    def norm():
        # Converters add the 1 of Qwen's norms in float16, so the sum is what has to be one.
        whole = mean + 0.3 * torch.randn(width, generator=generator)
        return whole.half().float() if mean else (1 + whole).half().float() - 1

    projection = torch.randn(width, 2 * width, generator=generator) * 1.3 / math.sqrt(2 * width)
    return {"projection": projection.half().float(), "embedding": norm(), "state": norm(), "last": norm()}


def rms(values, weight, epsilon):
    return values * torch.rsqrt(values.pow(2).mean(-1, keepdim=True) + epsilon) * weight


class Head:
    def __init__(self, model, weights, state_first, offset):
        self.model, self.state_first = model, state_first
        self.weights = {role: value if role == "projection" else value + offset for role, value in weights.items()}
        self.layer = copy.deepcopy(model.model.layers[attention_layer(model)])
        self.epsilon = model.config.rms_norm_eps
        with torch.no_grad():
            for name, weight in self.layer.named_parameters():
                weight.mul_(SCALES.get(name, 1.0))

    def run(self, tokens, before):
        """Logits and states of all rows, shapes (rows, vocabulary) and (rows, width)."""
        e = rms(self.model.model.embed_tokens(torch.tensor(tokens)), self.weights["embedding"], self.epsilon)
        h = rms(before, self.weights["state"], self.epsilon)
        x = torch.cat([h, e] if self.state_first else [e, h], dim=-1) @ self.weights["projection"].T
        x = x[None]
        rows = x.shape[1]
        positions = torch.arange(rows)[None]
        mask = torch.full((rows, rows), -math.inf).triu(1)[None, None]
        x = self.layer(x, attention_mask=mask, position_ids=positions,
                       position_embeddings=self.model.model.rotary_emb(x, positions))
        x = x[0] if isinstance(x, tuple) else x
        states = rms(x.reshape(rows, -1), self.weights["last"], self.epsilon)
        return states @ self.model.lm_head.weight.T, states


def folder_tensors(name, model, folder, weights):
    """What released checkpoints call them."""
    layer = len(model.model.layers)
    stored = safetensors.torch.load_file(folder / "model.safetensors")
    prefix, own = f"model.layers.{attention_layer(model)}.", {}
    target = "model.mtp_layers.0." if name == "mimo" else f"model.layers.{layer}."
    if is_qwen(name):
        target = "mtp.layers.0."
    for key, value in stored.items():
        if key.startswith(prefix):
            rest = key.removeprefix(prefix)
            own[target + rest] = value * SCALES.get(rest, 1.0)
    names = {"projection": "eh_proj", "embedding": "enorm", "state": "hnorm", "last": "shared_head.norm"}
    if name == "mimo":
        names = {"projection": "input_proj", "embedding": "token_layernorm", "state": "hidden_layernorm",
                 "last": "final_layernorm"}
    if is_qwen(name):
        target, names = "mtp.", QWEN_NAMES
    for role, value in weights.items():
        own[f"{target}{names[role]}.weight"] = value.half()
    if name == "glm4moe":  # as published ones do, it repeats these
        own[f"{target}embed_tokens.weight"] = stored["model.embed_tokens.weight"].clone()
        own[f"{target}shared_head.head.weight"] = stored["lm_head.weight"].clone()
    return stored | own


def convert_all(llama_cpp):
    for name, like in CONVERTERS.items():
        convert(OUT / name, OUT / f"{name}.gguf", llama_cpp, like, no_mtp=False, skip_mtp=False)
    convert(OUT / ALONE, OUT / f"{ALONE}-layer-alone.gguf", llama_cpp, no_mtp=False, mtp_only=True)


def make(name, seed):
    source = REFERENCE / "hugging_face" / MODELS[name]
    model = transformers.AutoModelForCausalLM.from_pretrained(source, dtype=torch.float32, attn_implementation="eager")
    model.eval()
    offset = 1 if is_qwen(name) else 0
    weights = random_weights(model.config.hidden_size, seed, 1 - offset)
    head = Head(model, weights, name == "mimo", offset)
    tokens = np.random.default_rng(seed).integers(3, model.config.vocab_size, TOKENS).tolist()
    with torch.inference_mode():
        states = model.model(torch.tensor([tokens])).last_hidden_state[0]
        before = torch.cat([torch.zeros(1, states.shape[1]), states[:-1]])
        logits, own = head.run(tokens, before)
        chain, longer = [], list(tokens)
        for _ in range(CHAINED):
            chain.append(logits[-1] if not chain else more[-1])
            longer.append(int(chain[-1].argmax()))
            before = torch.cat([before, own[-1:]])
            more, own = head.run(longer, before)
    assert torch.isfinite(logits).all()
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    safetensors.torch.save_file(folder_tensors(name, model, source, weights), folder / "model.safetensors",
                                metadata={"format": "pt"})
    config = json.loads((source / "config.json").read_text())
    config["mtp_num_hidden_layers" if name.startswith("qwen35") else "num_nextn_predict_layers"] = 1
    if name == "mimo":
        config["architectures"], config["model_type"] = ["MiMoForCausalLM"], "mimo"
    (folder / "config.json").write_text(json.dumps(config, indent=1, sort_keys=True) + "\n")
    np.save(OUT / f"{name}.npy", logits.numpy().astype("<f4"))
    np.save(OUT / f"{name}.chain.npy", torch.stack(chain).numpy().astype("<f4"))
    facts = {"tokens": tokens, "guesses": longer[TOKENS:], "transformers": transformers.__version__}
    (OUT / f"{name}.json").write_text(json.dumps(facts) + "\n")
    print(name, "std", float(logits.std()))


def make_sure(recurrent):
    """A model whose next token is a function of the last one, and a layer that knows the function: its guesses are
    right as far as rounding goes. The recurrent one has a gated delta net in front, which disturbs that a little: most
    guesses are right, and what the net remembers matters."""
    reader = gguf.GGUFReader(REFERENCE / "tiny/llama-f32.gguf")
    vocabulary = len(reader.fields["tokenizer.ggml.tokens"].data)
    width, hidden, heads, dim = 32, 64, 4, 8
    random = np.random.default_rng(77)
    writer = gguf.GGUFWriter(OUT / ("sure-recurrent.gguf" if recurrent else "sure.gguf"),
                             "qwen35" if recurrent else "glm4moe")
    for key, field in reader.fields.items():
        if not key.startswith("tokenizer."):
            continue
        kind = field.types[0]
        writer.add_key_value(key, field.contents(), kind, field.types[-1] if kind == gguf.GGUFValueType.ARRAY else None)
    writer.add_name("Sure of the next token")
    first = 1 if recurrent else 0
    writer.add_block_count(first + 2)
    writer.add_nextn_predict_layers(1)
    writer.add_context_length(512)
    writer.add_embedding_length(width)
    writer.add_feed_forward_length(hidden)
    writer.add_head_count(heads)
    writer.add_head_count_kv(2)
    writer.add_key_length(dim)
    writer.add_value_length(dim)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_rope_dimension_count(4)

    def matrix(rows, columns):
        return (random.standard_normal((rows, columns)) / math.sqrt(columns)).astype("<f4")

    ones = np.ones(width, "<f4")
    embeddings = random.standard_normal((vocabulary, width))
    embeddings /= np.sqrt((embeddings**2).mean(-1, keepdims=True))  # the norm in front of the layer changes nothing
    layer = {"attn_norm": ones, "post_attention_norm": ones, "attn_q": matrix(heads * dim, width),
             "attn_k": matrix(2 * dim, width), "attn_v": matrix(2 * dim, width),
             "attn_output": np.zeros((width, heads * dim), "<f4"), "ffn_gate": matrix(hidden, width),
             "ffn_up": 4 * matrix(hidden, width), "ffn_down": 4 * matrix(width, hidden)}
    if recurrent:
        layer |= {"attn_q": matrix(2 * heads * dim, width), "attn_q_norm": ones[:dim], "attn_k_norm": ones[:dim]}
        writer.add_ssm_conv_kernel(4)
        writer.add_ssm_state_size(dim)
        writer.add_ssm_group_count(2)
        writer.add_ssm_time_step_rank(heads)
        writer.add_ssm_inner_size(heads * dim)
        writer.add_array("qwen35.attention.recurrent_layers", [True, False, False])
        convolved = 2 * 2 * dim + heads * dim
        net = {"attn_norm": ones, "post_attention_norm": ones, "attn_qkv": matrix(convolved, width),
               "attn_gate": matrix(heads * dim, width), "ssm_conv1d": matrix(convolved, 4),
               "ssm_alpha": matrix(heads, width), "ssm_beta": matrix(heads, width), "ssm_norm": ones[:dim],
               "ssm_out": DISTURBANCE * matrix(width, heads * dim), "ffn_gate": layer["ffn_gate"],
               "ffn_up": layer["ffn_up"], "ffn_down": np.zeros((width, hidden), "<f4")}
        for stem, data in net.items():
            writer.add_tensor(f"blk.0.{stem}.weight", data)
        writer.add_tensor("blk.0.ssm_a", np.array([-0.05, -0.1, -0.2, -0.4], "<f4"))
        writer.add_tensor("blk.0.ssm_dt.bias", np.zeros(heads, "<f4"))
    for i in range(first, first + 2):
        for stem, data in layer.items():
            writer.add_tensor(f"blk.{i}.{stem}.weight", data)
    writer.add_tensor("token_embd.weight", embeddings.astype("<f4"))
    writer.add_tensor("output_norm.weight", ones)
    writer.add_tensor("output.weight", matrix(vocabulary, width))
    guesses = f"blk.{first + 1}.nextn"
    writer.add_tensor(f"{guesses}.eh_proj.weight", np.hstack([np.eye(width), np.zeros((width, width))]).astype("<f4"))
    writer.add_tensor(f"{guesses}.enorm.weight", ones)
    writer.add_tensor(f"{guesses}.hnorm.weight", ones)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llama-cpp", type=pathlib.Path, required=True)
    parser.add_argument("--convert-only", action="store_true", help="the folders stay as they are")
    arguments = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    if not arguments.convert_only:
        for number, name in enumerate(MODELS):
            make(name, 2000 + number)
    convert_all(arguments.llama_cpp)
    if arguments.convert_only:
        return
    for recurrent in (False, True):
        make_sure(recurrent)


if __name__ == "__main__":
    main()
