#!/usr/bin/env python3
"""Plays the outsider: makes random models of every family with configurations that the fixtures do not have, lets
hearth-cli read the saved folder and the GGUF file that llama.cpp's converter makes of it, and compares the logits of
every position with transformers'. Prints one line a model, and exits with 1 when some differ.

    python3 -m venv venv && venv/bin/pip install torch transformers gguf
    venv/bin/python tests/reference/try_models.py --cli build/release/bin/hearth-cli \
        [--llama-cpp PATH_OF_ITS_SOURCE] [--rounds 3] [--seed 1] [--keep FOLDER] [FAMILY ...]

With --fixtures it compares nothing and writes models with their logits instead: tests/reference/folders has those that
were once wrong.
"""

import argparse
import json
import logging
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

import numpy as np
import torch
import transformers as tf

from make_family_models import FULL, LINEAR, SLIDE, TOKENS, MuseGlimmerText, convert, kept, randomize, rope, save

ALLOWED = 2e-3


class Choice:
    """Random numbers of a configuration."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lengths = []
        self.context = None

    def of(self, *values):
        return self.random.choice(values)

    def maybe(self):
        return self.random.random() < 0.5

    def layers(self, *kinds, count=None):
        return [self.of(*kinds) for _ in range(count)]

    def base(self, head_dim=True, **other):
        kv = self.of(1, 2, 3)
        heads = kv * self.of(1, 2, 3)
        width = self.of(4, 8, 12, 20) * 2
        hidden = self.of(24, 36, 50, 64) if head_dim else heads * width
        options = dict(vocab_size=self.of(61, 80, 130), hidden_size=hidden, num_attention_heads=heads,
                       num_key_value_heads=kv, intermediate_size=self.of(20, 33, 64),
                       num_hidden_layers=self.of(1, 2, 3, 5), max_position_embeddings=self.of(64, 700, 2048),
                       tie_word_embeddings=self.maybe(), bos_token_id=1, eos_token_id=2, pad_token_id=0,
                       rms_norm_eps=self.of(1e-6, 1e-5, 1e-3))
        if head_dim:
            options["head_dim"] = width
        return {**options, **other}

    def rope(self, options, *kinds, partial=False, width=None):
        """Settings of the rotation that suit the sizes of a model."""
        trained = options["max_position_embeddings"]
        width = width or options.get("head_dim") or options["hidden_size"] // options["num_attention_heads"]
        kind = self.of(*(kinds or ("default", "linear", "dynamic", "yarn", "llama3", "longrope")))
        theta = self.of(100.0, 10000.0, 1000000.0)
        settings = rope(kind, theta)
        if partial and width % 8 == 0:
            settings["partial_rotary_factor"] = self.of(0.25, 0.5, 0.75, 1.0)
            width = int(width * settings["partial_rotary_factor"])
        if kind in ("linear", "dynamic", "yarn", "llama3"):
            settings["factor"] = self.of(2.0, 4.0, 7.5)
        if kind in ("yarn", "llama3", "longrope"):
            settings["original_max_position_embeddings"] = self.of(trained // 2, trained // 4)
        if kind == "llama3":
            settings |= dict(low_freq_factor=self.of(1.0, 2.0), high_freq_factor=self.of(4.0, 8.0))
        if kind == "yarn":
            settings |= self.of({}, {"attention_factor": 0.8}, {"beta_fast": 16.0, "beta_slow": 2.0},
                                {"mscale": 1.0, "mscale_all_dim": 0.7}, {"truncate": False})
        if kind == "longrope":
            settings |= {key: [self.random.uniform(1, 4) for _ in range(width // 2)]
                         for key in ("short_factor", "long_factor")}
            settings |= self.of({}, {"factor": 8.0}, {"attention_factor": 1.1})
        if kind == "dynamic":
            # Frequencies depend on the length of the text there and on the context here: one length for both.
            length = self.of(trained // 2, trained + 30)
            self.lengths, self.context = [length], length
        if kind == "longrope":
            original = settings["original_max_position_embeddings"]
            length = self.of(original, original + 40)
            self.lengths, self.context = [length], length
        return settings

    def experts(self, **other):
        count = self.of(2, 4, 7)
        return dict(num_experts_per_tok=self.of(1, 2, count), **{other.pop("name", "num_experts"): count}, **other)


def llama(c):
    o = c.base(attention_bias=c.maybe(), mlp_bias=c.maybe())
    return tf.LlamaConfig, tf.LlamaForCausalLM, o | {"rope_parameters": c.rope(o)}


def mistral(c):
    o = c.base(sliding_window=c.of(None, 7, 40))
    return tf.MistralConfig, tf.MistralForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn", "linear")}


def mixtral(c):
    o = c.base(sliding_window=c.of(None, 9), **c.experts(name="num_local_experts"))
    return tf.MixtralConfig, tf.MixtralForCausalLM, o | {"rope_parameters": c.rope(o, "default", "linear", "yarn")}


def ministral3(c):
    o = c.base(sliding_window=None)
    settings = rope("yarn", 1000000.0, factor=c.of(4.0, 16.0), original_max_position_embeddings=c.of(16, 64),
                    beta_fast=32.0, beta_slow=1.0, mscale=1.0, mscale_all_dim=c.of(1.0, 0.5),
                    llama_4_scaling_beta=c.of(0.1, 0.3))
    return tf.Ministral3Config, tf.Ministral3ForCausalLM, o | {"rope_parameters": settings}


def qwen2(c):
    o = c.base(head_dim=False, use_sliding_window=c.maybe(), sliding_window=c.of(7, 40), max_window_layers=c.of(0, 1, 2))
    return tf.Qwen2Config, tf.Qwen2ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn", "dynamic")}


def qwen2moe(c):
    o = c.base(head_dim=False, moe_intermediate_size=c.of(12, 20), shared_expert_intermediate_size=c.of(8, 28),
               decoder_sparse_step=1, mlp_only_layers=[], norm_topk_prob=c.maybe(), qkv_bias=True, **c.experts())
    return tf.Qwen2MoeConfig, tf.Qwen2MoeForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def qwen3(c):
    o = c.base(attention_bias=c.maybe(), use_sliding_window=c.maybe(), sliding_window=11, max_window_layers=c.of(0, 2))
    return tf.Qwen3Config, tf.Qwen3ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn", "linear")}


def qwen3moe(c):
    o = c.base(moe_intermediate_size=c.of(12, 20), decoder_sparse_step=1, mlp_only_layers=[], norm_topk_prob=c.maybe(),
               **c.experts())
    return tf.Qwen3MoeConfig, tf.Qwen3MoeForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def gemma(c):
    o = c.base(hidden_activation="gelu_pytorch_tanh") | {"tie_word_embeddings": True}
    return tf.GemmaConfig, tf.GemmaForCausalLM, o | {"rope_parameters": c.rope(o, "default", "linear")}


def gemma2(c):
    o = c.base(query_pre_attn_scalar=c.of(4, 16, 50), sliding_window=c.of(5, 30), attn_logit_softcapping=c.of(5.0, None, 50.0),
               final_logit_softcapping=c.of(3.0, None, 30.0), hidden_activation="gelu_pytorch_tanh")
    return tf.Gemma2Config, tf.Gemma2ForCausalLM, o | {"tie_word_embeddings": True,
                                                        "rope_parameters": c.rope(o, "default", "linear")}


def gemma3(c):
    o = c.base(query_pre_attn_scalar=c.of(4, 16, 50), sliding_window=c.of(5, 30), num_hidden_layers=c.of(3, 7))
    o["layer_types"] = c.of(([SLIDE] * 5 + [FULL, SLIDE])[:o["num_hidden_layers"]],
                            c.layers(SLIDE, FULL, count=o["num_hidden_layers"]))
    o["rope_parameters"] = {FULL: c.rope(o, "default", "linear"), SLIDE: rope("default", c.of(10000.0, 500.0))}
    return tf.Gemma3TextConfig, tf.Gemma3ForCausalLM, o | {"tie_word_embeddings": True}


def gemma4(c):
    o = c.base(global_head_dim=c.of(8, 24, 32), sliding_window=c.of(5, 30), num_hidden_layers=6,
               layer_types=[SLIDE, FULL, SLIDE, FULL, SLIDE, FULL], num_kv_shared_layers=c.of(0, 2, 3),
               hidden_size_per_layer_input=c.of(0, 6), use_double_wide_mlp=c.maybe(),
               final_logit_softcapping=c.of(None, 30.0), attention_k_eq_v=c.maybe())
    o["vocab_size_per_layer_input"] = o["vocab_size"]
    if o["attention_k_eq_v"]:
        o["num_global_key_value_heads"] = 1
    if c.maybe():
        o |= dict(enable_moe_block=True, num_experts=c.of(3, 4), top_k_experts=2, moe_intermediate_size=12)
    o["rope_parameters"] = {FULL: rope("proportional", 1000000.0, partial_rotary_factor=c.of(0.25, 0.5, 1.0)),
                            SLIDE: rope("default", 10000.0)}
    return tf.Gemma4TextConfig, tf.Gemma4ForCausalLM, o | {"tie_word_embeddings": True}


def phi3(c):
    o = c.base(head_dim=False, sliding_window=c.of(None, 9, 2047), original_max_position_embeddings=64)
    o["original_max_position_embeddings"] = o["max_position_embeddings"] // 2
    settings = c.rope(o, "default", "longrope", partial=True)
    if settings["rope_type"] == "longrope":
        o["original_max_position_embeddings"] = settings["original_max_position_embeddings"]
    o["partial_rotary_factor"] = settings.setdefault("partial_rotary_factor", 1.0)
    return tf.Phi3Config, tf.Phi3ForCausalLM, o | {"rope_parameters": settings}


def gpt_oss(c):
    o = c.base(sliding_window=c.of(5, 30), num_hidden_layers=4, attention_bias=True,
               **c.experts(name="num_local_experts")) | {"intermediate_size": 32, "hidden_size": 32}
    o["layer_types"] = [SLIDE, FULL] * 2
    settings = rope("yarn", 150000.0, factor=c.of(4.0, 32.0), original_max_position_embeddings=c.of(64, 4096),
                    beta_fast=32.0, beta_slow=1.0, truncate=c.maybe())
    return tf.GptOssConfig, tf.GptOssForCausalLM, o | {"rope_parameters": settings}


def smollm3(c):
    o = c.base(head_dim=False, num_hidden_layers=c.of(4, 6), use_sliding_window=False, sliding_window=None)
    if c.maybe():
        o["no_rope_layers"] = c.layers(0, 1, count=o["num_hidden_layers"])
    else:
        o["no_rope_layer_interval"] = c.of(2, 3, 4)
    return tf.SmolLM3Config, tf.SmolLM3ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def cohere2(c):
    o = c.base(sliding_window=c.of(5, 30), num_hidden_layers=c.of(3, 4, 6), logit_scale=c.of(0.25, 1.0),
               layer_norm_eps=1e-5, attention_bias=c.maybe())
    o["layer_types"] = [SLIDE if (i + 1) % 4 else FULL for i in range(o["num_hidden_layers"])]
    return tf.Cohere2Config, tf.Cohere2ForCausalLM, o | {"rope_parameters": rope("default", c.of(10000.0, 50000.0)),
                                                          "tie_word_embeddings": True}


def exaone4(c):
    o = c.base(num_hidden_layers=4)
    if c.maybe():
        o |= dict(sliding_window=9, layer_types=[SLIDE, SLIDE, SLIDE, FULL])
    else:
        o |= dict(sliding_window=None, layer_types=[FULL] * 4)
    return tf.Exaone4Config, tf.Exaone4ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "llama3")}


def scales(c):
    return dict(embedding_multiplier=c.of(1.0, 12.0), attention_multiplier=c.of(0.02, 0.3), residual_multiplier=c.of(0.2, 1.0),
                logits_scaling=c.of(1.0, 8.0))


def granite(c):
    o = c.base(head_dim=False, attention_bias=c.maybe(), mlp_bias=c.maybe(), **scales(c))
    return tf.GraniteConfig, tf.GraniteForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def granitemoe(c):
    shared = c.maybe()
    o = c.base(head_dim=False, **scales(c), **c.experts(name="num_local_experts"))
    if shared:
        o["shared_intermediate_size"] = c.of(12, 28)
    o["rope_parameters"] = rope("default", 10000.0)
    return ((tf.GraniteMoeSharedConfig, tf.GraniteMoeSharedForCausalLM, o) if shared else
            (tf.GraniteMoeConfig, tf.GraniteMoeForCausalLM, o))


def granitehybrid(c):
    heads, width, groups = c.of((4, 12, 1), (6, 8, 2), (2, 24, 1), (6, 16, 3))
    o = c.base(head_dim=False, num_hidden_layers=c.of(2, 4), **scales(c))
    o |= dict(hidden_size=heads * width // 2, num_attention_heads=2, num_key_value_heads=c.of(1, 2), mamba_n_heads=heads,
              mamba_d_head=width, mamba_expand=2, mamba_n_groups=groups, mamba_d_state=c.of(8, 20), mamba_d_conv=c.of(2, 4),
              mamba_conv_bias=c.maybe(), shared_intermediate_size=c.of(20, 32),
              layer_types=[LINEAR] + c.layers(LINEAR, FULL, count=o["num_hidden_layers"] - 2) + [FULL])
    o |= c.experts(name="num_local_experts") if c.maybe() else dict(num_local_experts=0, num_experts_per_tok=0)
    return tf.GraniteMoeHybridConfig, tf.GraniteMoeHybridForCausalLM, o


def olmo2(c):
    o = c.base(head_dim=False, attention_bias=False)
    return tf.Olmo2Config, tf.Olmo2ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "linear", "yarn")}


def olmo3(c):
    o = c.base(head_dim=False, sliding_window=c.of(5, 30), num_hidden_layers=4, layer_types=[SLIDE, SLIDE, SLIDE, FULL])
    return tf.Olmo3Config, tf.Olmo3ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def seed_oss(c):
    o = c.base(attention_bias=c.maybe(), attention_out_bias=c.maybe(), mlp_bias=c.maybe())
    return tf.SeedOssConfig, tf.SeedOssForCausalLM, o | {"rope_parameters": c.rope(o, "default")}


def glm4(c):
    o = c.base(attention_bias=c.maybe())
    o["head_dim"] = c.of(8, 16, 24)
    return tf.Glm4Config, tf.Glm4ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn", partial=True)}


def latent(c):
    heads = c.of(1, 3, 4)
    o = c.base(head_dim=False) | dict(num_attention_heads=heads, num_key_value_heads=heads, hidden_size=c.of(24, 50))
    return o | dict(num_hidden_layers=c.of(2, 3), q_lora_rank=c.of(None, 12, 20), kv_lora_rank=c.of(12, 16, 40),
                    qk_nope_head_dim=c.of(8, 12), qk_rope_head_dim=c.of(4, 8), v_head_dim=c.of(8, 12, 20),
                    moe_intermediate_size=c.of(8, 12), n_shared_experts=c.of(1, 2), first_k_dense_replace=c.of(0, 1, 2),
                    routed_scaling_factor=c.of(1.0, 2.5), n_routed_experts=8, num_experts_per_tok=c.of(1, 3))


def deepseek2(c):
    o = latent(c) | c.of(dict(topk_method="greedy", n_group=1, topk_group=1),
                         dict(topk_method="group_limited_greedy", n_group=c.of(2, 4), topk_group=2))
    o["rope_parameters"] = c.rope(o, "default", "yarn", width=o["qk_rope_head_dim"])
    return tf.DeepseekV2Config, tf.DeepseekV2ForCausalLM, o


def deepseek3(c):
    o = latent(c) | dict(n_group=c.of(1, 2, 4), topk_group=1, norm_topk_prob=c.maybe(), rope_interleave=c.maybe(),
                         attention_bias=c.maybe())
    o["num_experts_per_tok"] = c.of(1, 2)
    o["rope_parameters"] = c.rope(o, "default", "yarn", width=o["qk_rope_head_dim"])
    return tf.DeepseekV3Config, tf.DeepseekV3ForCausalLM, o


def delta_net(c):
    keys = c.of(1, 2, 3)
    layers = c.of(2, 4)
    return dict(num_hidden_layers=layers, layer_types=[LINEAR] + c.layers(LINEAR, FULL, count=layers - 2) + [FULL],
                head_dim=c.of(8, 16), linear_conv_kernel_dim=c.of(2, 4), linear_num_key_heads=keys,
                linear_num_value_heads=keys * c.of(1, 2, 3), linear_key_head_dim=c.of(8, 12),
                linear_value_head_dim=c.of(8, 20), rope_parameters=rope("default", 10000.0, partial_rotary_factor=c.of(0.25, 0.5)))


def delta_experts(c):
    return c.experts(moe_intermediate_size=c.of(12, 16), shared_expert_intermediate_size=c.of(8, 24))


def qwen3next(c):
    return tf.Qwen3NextConfig, tf.Qwen3NextForCausalLM, c.base() | delta_net(c) | delta_experts(c) | {
        "norm_topk_prob": c.maybe(), "decoder_sparse_step": 1, "mlp_only_layers": []}


def qwen35(c):
    return tf.Qwen3_5TextConfig, tf.Qwen3_5ForCausalLM, c.base() | delta_net(c)


def qwen35moe(c):
    return tf.Qwen3_5MoeTextConfig, tf.Qwen3_5MoeForCausalLM, c.base() | delta_net(c) | delta_experts(c)


def lfm2(c):
    o = c.base(head_dim=False, num_hidden_layers=4, conv_L_cache=c.of(2, 3, 4), conv_bias=False,
               block_auto_adjust_ff_dim=c.maybe(), block_ff_dim=c.of(32, 60), block_multiple_of=c.of(8, 32),
               block_ffn_dim_multiplier=c.of(1.0, 1.3))
    o["layer_types"] = ["conv"] + c.layers("conv", FULL, count=2) + [FULL]
    o["norm_eps"] = o.pop("rms_norm_eps")
    return tf.Lfm2Config, tf.Lfm2ForCausalLM, o


def lfm2moe(c):
    o = c.base(head_dim=False, num_hidden_layers=4, conv_L_cache=c.of(2, 3), num_dense_layers=c.of(0, 1, 2),
               moe_intermediate_size=c.of(12, 16), norm_topk_prob=c.maybe(), use_expert_bias=c.maybe(),
               routed_scaling_factor=c.of(1.0, 2.0), **c.experts())
    o["layer_types"] = ["conv"] + c.layers("conv", FULL, count=2) + [FULL]
    o["norm_eps"] = o.pop("rms_norm_eps")
    return tf.Lfm2MoeConfig, tf.Lfm2MoeForCausalLM, o


def arcee(c):
    o = c.base(attention_bias=c.maybe(), mlp_bias=c.maybe())
    return tf.ArceeConfig, tf.ArceeForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def sigmoid_experts(c, shared="n_shared_experts", count="n_routed_experts"):
    o = dict(moe_intermediate_size=c.of(12, 16), first_k_dense_replace=c.of(0, 1), norm_topk_prob=c.maybe(),
             routed_scaling_factor=c.of(1.0, 2.5), n_group=1, topk_group=1, num_experts_per_tok=c.of(1, 2))
    return o | {shared: c.of(1, 2), count: c.of(4, 7)}


def glm4moe(c):
    o = c.base(attention_bias=c.maybe(), use_qk_norm=c.maybe(), num_nextn_predict_layers=0, **sigmoid_experts(c))
    o["head_dim"] = c.of(8, 16, 24)
    return tf.Glm4MoeConfig, tf.Glm4MoeForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn", partial=True)}


def dots1(c):
    o = c.base(attention_bias=c.maybe(), sliding_window=None, **sigmoid_experts(c))
    return tf.Dots1Config, tf.Dots1ForCausalLM, o | {"rope_parameters": c.rope(o, "default", "yarn")}


def exaone_moe(c):
    o = c.base(num_hidden_layers=4, sliding_window=c.of(5, 30), layer_types=[SLIDE, SLIDE, SLIDE, FULL],
               **sigmoid_experts(c, "num_shared_experts", "num_experts"))
    return tf.ExaoneMoeConfig, tf.ExaoneMoeForCausalLM, o | {"rope_parameters": rope("default", c.of(10000.0, 1000000.0))}


def ernie_moe(c):
    layers = c.of(2, 4, 5)
    o = c.base(num_hidden_layers=layers, use_bias=c.maybe(), moe_num_experts=c.of(3, 6), moe_k=c.of(1, 3),
               moe_intermediate_size=c.of(8, 12), moe_num_shared_experts=c.of(1, 2), moe_layer_start_index=c.of(0, 1),
               moe_layer_interval=c.of(1, 2), moe_layer_end_index=layers - 1)
    return tf.Ernie4_5_MoeConfig, tf.Ernie4_5_MoeForCausalLM, o | {"rope_parameters": rope("default", c.of(10000.0, 500000.0))}


def minimax_m2(c):
    o = c.base(**c.experts(name="num_local_experts"))
    o["head_dim"] = c.of(8, 16)
    part = c.of(0.5, 1.0)
    return tf.MiniMaxM2Config, tf.MiniMaxM2ForCausalLM, o | {
        "rotary_dim": int(o["head_dim"] * part), "rope_parameters": rope("default", 5000000.0, partial_rotary_factor=part)}


def muse_glimmer(c):
    o = c.base(head_dim=False, num_hidden_layers=c.of(4, 5, 8), sliding_window=c.of(5, 30), final_logit_softcapping=c.of(5.0, 20.0),
               qk_scale_factor=c.of(1.0, 3.87), output_multiplier=c.of(0.2, 1.0), tie_word_embeddings=False,
               attention_bias=c.maybe())
    o["tie_word_embeddings"] = False
    o["head_dim"] = c.of(8, 16)
    return tf.MuseGlimmerTextConfig, MuseGlimmerText, o | {"rope_parameters": rope("default", c.of(10000.0, 500000.0))}


def nemotron(c):
    o = c.base(head_dim=False, attention_bias=c.maybe(), mlp_bias=c.maybe())
    o["norm_eps"] = o.pop("rms_norm_eps")
    return tf.NemotronConfig, tf.NemotronForCausalLM, o | {"rope_parameters": c.rope(o, "default", partial=True)}


def starcoder2(c):
    o = c.base(head_dim=False, use_bias=c.maybe(), sliding_window=c.of(None, 9))
    o["norm_epsilon"] = o.pop("rms_norm_eps")
    return tf.Starcoder2Config, tf.Starcoder2ForCausalLM, o | {"rope_parameters": c.rope(o, "default")}


def hunyuan(c):
    o = c.base(attention_bias=c.maybe())
    settings = c.of(rope("default", 10000.0), rope("dynamic", 10000.0, alpha=c.of(50.0, 1000.0), factor=1.0))
    return tf.HunYuanDenseV1Config, tf.HunYuanDenseV1ForCausalLM, o | {"rope_parameters": settings}


def hunyuan_moe(c):
    o = c.base(num_experts=c.of(3, 5), attention_bias=c.maybe())
    layers = o["num_hidden_layers"]
    return tf.HunYuanMoEV1Config, tf.HunYuanMoEV1ForCausalLM, o | {
        "moe_topk": [c.of(1, 2)] * layers, "num_shared_expert": [1] * layers, "rope_parameters": rope("default", 10000.0),
        "moe_intermediate_size": [o["intermediate_size"]] * layers}


def ernie(c):
    o = c.base(use_bias=c.maybe())
    return tf.Ernie4_5Config, tf.Ernie4_5ForCausalLM, o | {"rope_parameters": rope("default", c.of(10000.0, 500000.0))}


def glm4_moe_lite(c):
    o = latent(c) | dict(n_group=1, topk_group=1, norm_topk_prob=True, q_lora_rank=12, first_k_dense_replace=1)
    o["num_experts_per_tok"] = c.of(1, 2)
    return tf.Glm4MoeLiteConfig, tf.Glm4MoeLiteForCausalLM, o | {"rope_parameters": rope("default", 10000.0)}


FAMILIES = {make.__name__: make for make in (
    llama, mistral, mixtral, ministral3, qwen2, qwen2moe, qwen3, qwen3moe, gemma, gemma2, gemma3, gemma4, phi3, gpt_oss,
    smollm3, cohere2, exaone4, granite, granitemoe, granitehybrid, olmo2, olmo3, seed_oss, glm4, deepseek2, deepseek3,
    qwen3next, qwen35, qwen35moe, lfm2, lfm2moe, arcee, glm4moe, dots1, exaone_moe, ernie_moe, minimax_m2, muse_glimmer,
    nemotron, starcoder2, hunyuan, hunyuan_moe, ernie, glm4_moe_lite)}


def unspoken(name, options):
    """What files of GGUF do not say, so that only the folder can be compared: settings that converters drop."""
    kind = options.get("rope_parameters", {}).get("rope_type", "default")
    settings = options.get("rope_parameters", {})
    width = options["hidden_size"] // options["num_attention_heads"]
    return (name in ("smollm3", "lfm2moe", "cohere2") or kind in ("dynamic", "longrope") and name != "phi3"
            or {"mscale", "truncate"} & set(settings) and name not in ("ministral3", "deepseek2")
            or name in ("mistral", "mixtral") and options.get("sliding_window") or options.get("use_sliding_window")
            or "norm_topk_prob" in options or name.startswith("gemma") and kind != "default"
            or "query_pre_attn_scalar" in options or options.get("rope_interleave") is False
            or name == "deepseek2" and options["topk_method"] != "greedy"
            or name in ("olmo3",) and kind == "yarn" and width != options.get("head_dim", width)
            or name == "starcoder2" and options["sliding_window"]
            or options.get("attention_k_eq_v") and not options.get("num_global_key_value_heads"))


def logits_of(cli, model, tokens, context, out, backend):
    command = [cli, "logits", "-m", model, "--tokens", ",".join(map(str, tokens)), "--all", "--out", out, "--kv", "f32",
               "--backend", backend, "-t", "1", "-c", str(context)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}")
    return np.fromfile(out, "<f4").reshape(len(tokens), -1)


def write_fixture(target, folder, tokens, logits):
    target.mkdir(parents=True, exist_ok=True)
    for file in ("config.json", "model.safetensors"):
        shutil.copy(folder / file, target / file)
    positions = kept(len(tokens))
    np.save(target / "expected.npy", logits[positions].astype("<f4"))
    (target / "expected.json").write_text(json.dumps(
        {"tokens": tokens, "positions": positions, "transformers": tf.__version__}) + "\n")
    print(f"{target.name}: {sum(file.stat().st_size for file in target.iterdir())} bytes")
    return True


def attempt(name, seed, arguments, folder):
    choice = Choice(f"{name} {seed}")
    config_class, model_class, options = FAMILIES[name](choice)
    torch.manual_seed(seed)
    model = model_class(config_class(**options, attn_implementation="eager", experts_implementation="eager")).float().eval()
    randomize(model, seed)
    lengths = choice.lengths or ([TOKENS] if arguments.fixtures else None) or [choice.of(1, 5, 33), choice.of(70, 513, 600)]
    generator = np.random.default_rng(seed)
    texts = [generator.integers(3, options["vocab_size"], n).tolist() for n in lengths]
    with torch.inference_mode():
        expected = [model(torch.tensor([tokens])).logits[0].float().numpy() for tokens in texts]
    save(model, folder)
    if arguments.fixtures:
        return write_fixture(arguments.fixtures / f"{name}-{seed}", folder, texts[0], expected[0])
    files = {"folder": folder}
    results = []
    if arguments.llama_cpp and not unspoken(name, options):
        try:
            convert(folder, folder / "model.gguf", arguments.llama_cpp)
            files["gguf"] = folder / "model.gguf"
        except Exception as error:
            results.append(f"gguf not converted ({type(error).__name__}: {error})")
    (folder / "tokenizer.json").unlink()  # it was only there for the converter
    good = True
    for kind, file in files.items():
        worst = 0.0
        try:
            for tokens, wanted in zip(texts, expected):
                context = choice.context or max(1024, len(tokens))
                ours = logits_of(arguments.cli, file, tokens, context, folder / "logits.bin", arguments.backend)
                worst = max(worst, float(np.abs(ours - wanted).max()) if np.isfinite(ours).all() else float("inf"))
        except RuntimeError as error:
            results.append(f"{kind} FAILED: {error}")
            good = False
            continue
        fine = worst <= ALLOWED
        good &= fine
        results.append(f"{kind} {worst:.1e}{'' if fine else ' DIFFERS'}")
    print(f"{name} {seed}: {', '.join(results)} at {lengths}", flush=True)
    if not good:
        print("   ", json.dumps(options, default=str), flush=True)
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", type=pathlib.Path)
    parser.add_argument("--llama-cpp", type=pathlib.Path)
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the models that differ")
    parser.add_argument("--fixtures", type=pathlib.Path)
    parser.add_argument("families", nargs="*")
    arguments = parser.parse_args()
    logging.disable(logging.WARNING)
    torch.set_num_threads(1)
    tf.utils.logging.disable_progress_bar()
    bad = 0
    for number in range(arguments.rounds):
        for name in arguments.families or FAMILIES:
            seed = arguments.seed + number
            with tempfile.TemporaryDirectory() as scratch:
                folder = pathlib.Path(scratch)
                try:
                    good = attempt(name, seed, arguments, folder)
                except Exception as error:  # transformers does not know such a model
                    print(f"{name} {seed}: not made ({type(error).__name__}: {str(error).splitlines()[0]})", flush=True)
                    continue
                bad += not good
                if not good and arguments.keep:
                    shutil.copytree(folder, arguments.keep / f"{name}-{seed}", dirs_exist_ok=True)
    print(f"{bad} differ")
    sys.exit(bad != 0)


if __name__ == "__main__":
    main()
