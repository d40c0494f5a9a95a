#!/usr/bin/env python3
"""Makes a tiny random model of each family with Hugging Face transformers, converts it to GGUF with llama.cpp's
own converter (so that keys, names, permutations and layouts are those of real files) and writes transformers'
float32 logits beside it: the fixtures of tests/engine/model/tst_families.cpp and tst_hugging_face_folder.cpp.

    python3 -m venv venv && venv/bin/pip install torch transformers gguf
    venv/bin/python tests/reference/make_family_models.py --llama-cpp PATH_OF_ITS_SOURCE \
        [--gguf-out tests/reference/families] [--hf-out tests/reference/hugging_face] [NAME ...]

Weights are rounded to float16 before anything is computed, so the files hold them exactly.
"""

import argparse
import json
import math
import pathlib
import shutil
import sys
import tempfile
from types import SimpleNamespace

import numpy as np
import safetensors.torch
import torch
import transformers as tf

VOCABULARY = 64
TOKENS = 40
EVERY = 4  # every fourth position's logits are kept, and the last

SMALL = dict(vocab_size=VOCABULARY, hidden_size=32, num_attention_heads=4, num_key_value_heads=2,
             intermediate_size=32, num_hidden_layers=2, max_position_embeddings=512, bos_token_id=1,
             eos_token_id=2, pad_token_id=0, tie_word_embeddings=False)


def small(**other):
    return {**SMALL, **other}


def rope(kind, theta=10000.0, **other):
    return {"rope_type": kind, "rope_theta": theta, **other}


LLAMA3 = rope("llama3", factor=8.0, low_freq_factor=1.0, high_freq_factor=4.0, original_max_position_embeddings=32)
YARN = rope("yarn", factor=4.0, original_max_position_embeddings=64)
WINDOWS = dict(num_hidden_layers=4, sliding_window=8, intermediate_size=24)
FULL, SLIDE = "full_attention", "sliding_attention"

LINEAR = "linear_attention"
DELTA_NET = dict(num_hidden_layers=3, layer_types=[LINEAR, FULL, LINEAR], head_dim=16, linear_conv_kernel_dim=4,
                 linear_num_key_heads=2, linear_num_value_heads=4, linear_key_head_dim=12, linear_value_head_dim=12,
                 rope_parameters=rope("default", 10000.0, partial_rotary_factor=0.25))
MAMBA = dict(num_hidden_layers=3, layer_types=[LINEAR, FULL, LINEAR], mamba_n_heads=4, mamba_d_head=16, mamba_expand=2,
             mamba_n_groups=1, mamba_d_state=24, mamba_d_conv=4, embedding_multiplier=3.0, attention_multiplier=0.25,
             residual_multiplier=0.6, logits_scaling=2.0, shared_intermediate_size=24, tie_word_embeddings=True)

NEMOTRON_H = dict(head_dim=8, ssm_state_size=24, mamba_num_heads=4, mamba_head_dim=16, n_groups=2, expand=2)
KIMI = dict(num_hidden_layers=3, num_key_value_heads=4, linear_head_dim=16, linear_num_heads=4, head_dim=16,
            linear_conv_kernel_dim=4, kv_lora_rank=16, qk_rope_head_dim=8, qk_nope_head_dim=8, v_head_dim=8, num_experts=4,
            num_experts_per_token=2, moe_intermediate_size=12, topk_group=1)
SCANS = dict(vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, conv_kernel=4, expand=2, bos_token_id=1,
             eos_token_id=2, pad_token_id=0)


class MuseGlimmerText(torch.nn.Module):
    """The text part of Muse Glimmer with its head, which transformers only has beside eyes."""

    def __init__(self, config):
        super().__init__()
        from transformers.models.muse_glimmer.modeling_muse_glimmer import MuseGlimmerTextModel
        self.config = config
        self.model = MuseGlimmerTextModel(config)
        self.lm_head = torch.nn.Linear(config.hidden_size, config.vocab_size, bias=False)

    def forward(self, tokens):
        logits = self.lm_head(self.model(input_ids=tokens).last_hidden_state) * self.config.output_multiplier
        cap = self.config.final_logit_softcapping
        return SimpleNamespace(logits=torch.tanh(logits / cap) * cap)

    def save_pretrained(self, folder):
        self.config.architectures = ["MuseGlimmerForConditionalGeneration"]
        self.config.save_pretrained(folder)
        safetensors.torch.save_file({key: weight.contiguous() for key, weight in self.state_dict().items()},
                                    folder / "model.safetensors", metadata={"format": "pt"})


# name: (config class, model class, arguments)
FAMILIES = {
    "llama3": (tf.LlamaConfig, tf.LlamaForCausalLM, small(rope_parameters=LLAMA3)),
    "llama-bias": (tf.LlamaConfig, tf.LlamaForCausalLM,
                   small(attention_bias=True, mlp_bias=True, tie_word_embeddings=True)),
    "llama-linear": (tf.LlamaConfig, tf.LlamaForCausalLM,
                     small(rope_parameters=rope("linear", factor=4.0), num_key_value_heads=4)),
    "llama-yarn": (tf.LlamaConfig, tf.LlamaForCausalLM, small(rope_parameters=YARN, head_dim=16)),
    "mistral": (tf.MistralConfig, tf.MistralForCausalLM, small(sliding_window=None, head_dim=16)),
    "mixtral": (tf.MixtralConfig, tf.MixtralForCausalLM,
                small(num_local_experts=4, num_experts_per_tok=2, intermediate_size=16, sliding_window=None)),
    "ministral3": (tf.Ministral3Config, tf.Ministral3ForCausalLM,
                   small(head_dim=8, rope_parameters=rope("yarn", 1000000.0, factor=16.0, original_max_position_embeddings=16,
                                              beta_fast=32.0, beta_slow=1.0, mscale=1.0, mscale_all_dim=1.0,
                                              llama_4_scaling_beta=0.1))),
    "qwen2": (tf.Qwen2Config, tf.Qwen2ForCausalLM, small(tie_word_embeddings=True)),
    "qwen2moe": (tf.Qwen2MoeConfig, tf.Qwen2MoeForCausalLM,
                 small(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16,
                       shared_expert_intermediate_size=24, decoder_sparse_step=1, mlp_only_layers=[])),
    "qwen3": (tf.Qwen3Config, tf.Qwen3ForCausalLM, small(head_dim=16)),
    "qwen3moe": (tf.Qwen3MoeConfig, tf.Qwen3MoeForCausalLM,
                 small(num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16, head_dim=8,
                       norm_topk_prob=True, decoder_sparse_step=1, mlp_only_layers=[])),
    "gemma": (tf.GemmaConfig, tf.GemmaForCausalLM,
              small(head_dim=16, hidden_activation="gelu_pytorch_tanh", tie_word_embeddings=True)),
    "gemma2": (tf.Gemma2Config, tf.Gemma2ForCausalLM,
               small(head_dim=8, tie_word_embeddings=True, query_pre_attn_scalar=8, num_hidden_layers=3,
                     sliding_window=8, attn_logit_softcapping=5.0, final_logit_softcapping=3.0)),
    "gemma3": (tf.Gemma3TextConfig, tf.Gemma3ForCausalLM,
               small(head_dim=8, tie_word_embeddings=True, query_pre_attn_scalar=8, num_hidden_layers=6,
                     sliding_window=8, intermediate_size=8, layer_types=[SLIDE] * 5 + [FULL],
                     rope_parameters={FULL: rope("linear", 1000000.0, factor=8.0),
                                      SLIDE: rope("default", 10000.0)})),
    "gemma4": (tf.Gemma4TextConfig, tf.Gemma4ForCausalLM,
               small(head_dim=8, global_head_dim=16, tie_word_embeddings=True, num_hidden_layers=5, sliding_window=8,
                     num_attention_heads=2, num_key_value_heads=1,
                     layer_types=[SLIDE, FULL, SLIDE, SLIDE, FULL], num_kv_shared_layers=2, intermediate_size=16,
                     hidden_size_per_layer_input=4, vocab_size_per_layer_input=VOCABULARY, use_double_wide_mlp=True,
                     final_logit_softcapping=30.0)),
    "gemma4-moe": (tf.Gemma4TextConfig, tf.Gemma4ForCausalLM,
                   small(head_dim=8, global_head_dim=16, tie_word_embeddings=True, sliding_window=8,
                         layer_types=[SLIDE, FULL], num_kv_shared_layers=0, hidden_size_per_layer_input=0,
                         intermediate_size=16, attention_k_eq_v=True, num_global_key_value_heads=1,
                         enable_moe_block=True, num_experts=4, top_k_experts=2, moe_intermediate_size=16)),
    "phi3": (tf.Phi3Config, tf.Phi3ForCausalLM, small(original_max_position_embeddings=512, sliding_window=None)),
    "phi3-longrope": (tf.Phi3Config, tf.Phi3ForCausalLM,
                      small(original_max_position_embeddings=16, sliding_window=None, head_dim=8,
                            rope_parameters=rope("longrope", partial_rotary_factor=1.0,
                                                 long_factor=[1.2, 2.0, 3.5, 6.0], short_factor=[1.0, 1.05, 1.2, 1.5],
                                                 original_max_position_embeddings=16))),
    "phi4-partial": (tf.Phi3Config, tf.Phi3ForCausalLM,
                     small(original_max_position_embeddings=512, sliding_window=None, partial_rotary_factor=0.5,
                           rope_parameters=rope("default", partial_rotary_factor=0.5))),
    "gpt-oss": (tf.GptOssConfig, tf.GptOssForCausalLM,
                small(head_dim=8, num_local_experts=4, num_experts_per_tok=2, intermediate_size=16,
                      sliding_window=8, layer_types=[SLIDE, FULL],
                      rope_parameters=rope("yarn", 150000.0, factor=32.0, original_max_position_embeddings=4096,
                                           beta_fast=32.0, beta_slow=1.0, truncate=False))),
    "smollm3": (tf.SmolLM3Config, tf.SmolLM3ForCausalLM, small(num_hidden_layers=4, tie_word_embeddings=True)),
    "cohere2": (tf.Cohere2Config, tf.Cohere2ForCausalLM,
                small(**WINDOWS, logit_scale=0.25, tie_word_embeddings=True, layer_norm_eps=1e-5)),
    "exaone4": (tf.Exaone4Config, tf.Exaone4ForCausalLM, small(sliding_window=None, layer_types=[FULL, FULL])),
    "exaone4-windows": (tf.Exaone4Config, tf.Exaone4ForCausalLM,
                        small(**WINDOWS, layer_types=[SLIDE, SLIDE, SLIDE, FULL], rope_parameters=LLAMA3)),
    "granite": (tf.GraniteConfig, tf.GraniteForCausalLM,
                small(embedding_multiplier=3.0, attention_multiplier=0.25, residual_multiplier=0.6, logits_scaling=2.0,
                      tie_word_embeddings=True)),
    "granitemoe": (tf.GraniteMoeConfig, tf.GraniteMoeForCausalLM,
                   small(embedding_multiplier=3.0, attention_multiplier=0.25, residual_multiplier=0.6,
                         logits_scaling=2.0, num_local_experts=4, num_experts_per_tok=2, intermediate_size=16,
                         tie_word_embeddings=True)),
    "granitemoe-shared": (tf.GraniteMoeSharedConfig, tf.GraniteMoeSharedForCausalLM,
                          small(embedding_multiplier=3.0, attention_multiplier=0.25, residual_multiplier=0.6,
                                logits_scaling=2.0, num_local_experts=4, num_experts_per_tok=2, intermediate_size=16,
                                shared_intermediate_size=24, tie_word_embeddings=True)),
    "olmo2": (tf.Olmo2Config, tf.Olmo2ForCausalLM, small()),
    "olmo3": (tf.Olmo3Config, tf.Olmo3ForCausalLM,
              small(**WINDOWS, layer_types=[SLIDE, SLIDE, SLIDE, FULL],
                    rope_parameters=rope("yarn", 500000.0, factor=8.0, original_max_position_embeddings=64,
                                         beta_fast=32.0, beta_slow=1.0))),
    "seed_oss": (tf.SeedOssConfig, tf.SeedOssForCausalLM, small(head_dim=8, attention_bias=True)),
    "glm4": (tf.Glm4Config, tf.Glm4ForCausalLM,
             small(head_dim=8, attention_bias=True,
                   rope_parameters=rope("default", partial_rotary_factor=0.5))),
    "deepseek2-lite": (tf.DeepseekV2Config, tf.DeepseekV2ForCausalLM,
                       small(num_key_value_heads=4, q_lora_rank=None, kv_lora_rank=16, qk_nope_head_dim=8,
                             qk_rope_head_dim=8, v_head_dim=8, n_routed_experts=4, num_experts_per_tok=2,
                             n_shared_experts=1, moe_intermediate_size=16, first_k_dense_replace=1, n_group=1,
                             topk_group=1, topk_method="greedy", norm_topk_prob=False, routed_scaling_factor=1.0,
                             aux_loss_alpha=0.0, seq_aux=False)),
    "deepseek3": (tf.DeepseekV3Config, tf.DeepseekV3ForCausalLM,
                  small(num_key_value_heads=4, q_lora_rank=24, kv_lora_rank=16, qk_nope_head_dim=8, qk_rope_head_dim=8,
                        v_head_dim=8, n_routed_experts=8, num_experts_per_tok=3, n_shared_experts=1,
                        moe_intermediate_size=8, first_k_dense_replace=1, n_group=4, topk_group=2,
                        norm_topk_prob=True, routed_scaling_factor=2.5, rope_interleave=True,
                        rope_parameters=rope("yarn", factor=4.0, original_max_position_embeddings=64, mscale=1.0,
                                             mscale_all_dim=1.0, beta_fast=32.0, beta_slow=1.0))),
    "lfm2": (tf.Lfm2Config, tf.Lfm2ForCausalLM,
             small(num_hidden_layers=3, layer_types=["conv", FULL, "conv"], conv_L_cache=3, conv_bias=False,
                   block_auto_adjust_ff_dim=False, block_ff_dim=32, tie_word_embeddings=True)),
    "qwen3next": (tf.Qwen3NextConfig, tf.Qwen3NextForCausalLM,
                  small(**DELTA_NET, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16,
                        shared_expert_intermediate_size=24, norm_topk_prob=True)),
    "qwen35": (tf.Qwen3_5TextConfig, tf.Qwen3_5ForCausalLM, small(**DELTA_NET, tie_word_embeddings=True)),
    "qwen35moe": (tf.Qwen3_5MoeTextConfig, tf.Qwen3_5MoeForCausalLM,
                  small(**DELTA_NET, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16,
                        shared_expert_intermediate_size=24)),
    "granitehybrid": (tf.GraniteMoeHybridConfig, tf.GraniteMoeHybridForCausalLM,
                      small(**MAMBA, num_local_experts=0, num_experts_per_tok=0, intermediate_size=24)),
    "granitehybrid-moe": (tf.GraniteMoeHybridConfig, tf.GraniteMoeHybridForCausalLM,
                          small(**MAMBA, num_local_experts=4, num_experts_per_tok=2, intermediate_size=16)),
    "lfm2moe": (tf.Lfm2MoeConfig, tf.Lfm2MoeForCausalLM,
                small(num_hidden_layers=3, layer_types=["conv", FULL, "conv"], conv_L_cache=3, num_dense_layers=1,
                      num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16, tie_word_embeddings=True)),
    "gpt-oss-mxfp4": (tf.GptOssConfig, tf.GptOssForCausalLM,
                      small(head_dim=8, num_local_experts=4, num_experts_per_tok=2, sliding_window=8,
                            layer_types=[SLIDE, FULL],
                            rope_parameters=rope("yarn", 150000.0, factor=32.0, original_max_position_embeddings=4096,
                                                 beta_fast=32.0, beta_slow=1.0, truncate=False))),
    "granitehybrid-groups": (tf.GraniteMoeHybridConfig, tf.GraniteMoeHybridForCausalLM,
                             small(**{**MAMBA, "mamba_n_groups": 2}, num_local_experts=0, num_experts_per_tok=0,
                                   intermediate_size=24)),
    "ernie4_5": (tf.Ernie4_5Config, tf.Ernie4_5ForCausalLM, small(head_dim=8, use_bias=False, tie_word_embeddings=True)),
    "olmoe": (tf.OlmoeConfig, tf.OlmoeForCausalLM,
              small(num_experts=4, num_experts_per_tok=2, norm_topk_prob=False, intermediate_size=16)),
    "command-r": (tf.CohereConfig, tf.CohereForCausalLM, small(logit_scale=0.25, tie_word_embeddings=True)),
    "dots1": (tf.Dots1Config, tf.Dots1ForCausalLM,
              small(head_dim=8, n_routed_experts=8, num_experts_per_tok=3, n_shared_experts=1, moe_intermediate_size=8,
                    first_k_dense_replace=1, n_group=1, topk_group=1, norm_topk_prob=True, routed_scaling_factor=2.5)),
    "arcee": (tf.ArceeConfig, tf.ArceeForCausalLM, small(head_dim=8, rope_parameters=YARN)),
    "ernie4_5-moe": (tf.Ernie4_5_MoeConfig, tf.Ernie4_5_MoeForCausalLM,
                     small(num_hidden_layers=4, num_key_value_heads=2, intermediate_size=24, moe_num_experts=4, moe_k=2,
                           moe_intermediate_size=12, moe_num_shared_experts=1, moe_layer_start_index=1,
                           moe_layer_interval=2, moe_layer_end_index=3)),
    "exaone-moe": (tf.ExaoneMoeConfig, tf.ExaoneMoeForCausalLM,
                   small(**WINDOWS, layer_types=[SLIDE, SLIDE, SLIDE, FULL], num_experts=4, num_experts_per_tok=2,
                         moe_intermediate_size=16, num_shared_experts=1, first_k_dense_replace=1)),
    "glm4moe": (tf.Glm4MoeConfig, tf.Glm4MoeForCausalLM,
                small(head_dim=8, attention_bias=True, use_qk_norm=True, n_routed_experts=4, num_experts_per_tok=2,
                      n_shared_experts=1, moe_intermediate_size=16, first_k_dense_replace=1, norm_topk_prob=True,
                      routed_scaling_factor=1.5, num_nextn_predict_layers=0,
                      rope_parameters=rope("default", partial_rotary_factor=0.5))),
    "hunyuan-dense": (tf.HunYuanDenseV1Config, tf.HunYuanDenseV1ForCausalLM, small(head_dim=8)),
    "hunyuan-moe": (tf.HunYuanMoEV1Config, tf.HunYuanMoEV1ForCausalLM,
                    small(head_dim=8, num_experts=4, moe_topk=[2, 2], intermediate_size=16, moe_intermediate_size=[16, 16],
                          num_shared_expert=[1, 1])),
    "minimax-m2": (tf.MiniMaxM2Config, tf.MiniMaxM2ForCausalLM,
                   small(head_dim=16, num_local_experts=4, num_experts_per_tok=2, intermediate_size=16, rotary_dim=8,
                         rope_parameters=rope("default", partial_rotary_factor=0.5))),
    "muse-glimmer": (tf.MuseGlimmerTextConfig, MuseGlimmerText,
                     small(num_hidden_layers=4, sliding_window=8, head_dim=8, intermediate_size=24,
                           layer_types=[SLIDE, SLIDE, SLIDE, FULL], final_logit_softcapping=10.0,
                           rope_parameters=rope("default", 10000.0), qk_scale_factor=1.7, output_multiplier=0.7)),
    "nemotron": (tf.NemotronConfig, tf.NemotronForCausalLM,
                 small(head_dim=8, rope_parameters=rope("default", partial_rotary_factor=0.5))),
    "starcoder2": (tf.Starcoder2Config, tf.Starcoder2ForCausalLM, small(use_bias=True, tie_word_embeddings=True)),
    "granite_swa-moe": (tf.GraniteMoeSWAConfig, tf.GraniteMoeSWAForCausalLM,
                        small(num_local_experts=4, num_experts_per_tok=2, intermediate_size=32, sliding_window=8,
                              num_hidden_layers=4, shared_intermediate_size=24, layer_types=[FULL] + [SLIDE] * 3,
                              layer_rope_theta=[0, 10000.0, 10000.0, 10000.0], no_rope_layers=[0, 1, 1, 1],
                              embedding_multiplier=3.0,
                              attention_multiplier=0.25, residual_multiplier=0.6, logits_scaling=2.0,
                              tie_word_embeddings=True)),
    "afmoe": (tf.AfmoeConfig, tf.AfmoeForCausalLM,
              small(num_hidden_layers=4, head_dim=8, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16,
                    num_shared_experts=1, num_dense_layers=1, sliding_window=8, global_attn_every_n_layers=4,
                    mup_enabled=True, route_scale=1.5)),
    "cohere2moe": (tf.Cohere2MoeConfig, tf.Cohere2MoeForCausalLM,
                   small(num_hidden_layers=5, head_dim=8, num_experts=4, num_experts_per_tok=2, intermediate_size=16,
                         num_shared_experts=1, expert_selection_fn="sigmoid", sliding_window=8, logit_scale=0.5,
                         layer_types=[FULL, SLIDE, SLIDE, SLIDE, FULL], mlp_layer_types=["dense"] + ["sparse"] * 4,
                         prefix_dense_intermediate_size=24, tie_word_embeddings=True)),
    "laguna": (tf.LagunaConfig, tf.LagunaForCausalLM,
               small(num_hidden_layers=4, head_dim=8, num_experts=4, num_experts_per_tok=2, moe_intermediate_size=16,
                     shared_expert_intermediate_size=16, sliding_window=8, layer_types=[FULL] + [SLIDE] * 3,
                     num_attention_heads_per_layer=[4, 6, 6, 6], moe_routed_scaling_factor=1.5,
                     rope_parameters={FULL: {**YARN, "partial_rotary_factor": 0.5},
                                      SLIDE: rope("default", 20000.0, partial_rotary_factor=1.0)})),
    "llama4": (tf.Llama4TextConfig, tf.Llama4ForCausalLM,
               small(num_hidden_layers=4, head_dim=8, num_local_experts=4, num_experts_per_tok=1,
                     interleave_moe_layer_step=2, intermediate_size=16, intermediate_size_mlp=24)),
    "mimo2": (tf.MiMoV2FlashConfig, tf.MiMoV2FlashForCausalLM,
              small(num_hidden_layers=4, head_dim=12, v_head_dim=8, num_key_value_heads=1, n_routed_experts=4,
                    num_experts_per_tok=2, moe_intermediate_size=16, sliding_window=9, n_group=1, topk_group=1,
                    layer_types=[FULL, SLIDE, SLIDE, FULL], attention_value_scale=0.7, rms_norm_eps=1e-5,
                    rope_parameters={FULL: rope("default", 50000.0, partial_rotary_factor=0.5),
                                     SLIDE: rope("default", 10000.0, partial_rotary_factor=0.5)})),
    "jais2": (tf.Jais2Config, tf.Jais2ForCausalLM, small()),
    "olmo": (tf.OlmoConfig, tf.OlmoForCausalLM, small(clip_qkv=1.5)),
    "phi2": (tf.PhiConfig, tf.PhiForCausalLM,
             small(num_key_value_heads=4, intermediate_size=128,
                  rope_parameters=rope("default", 10000.0, partial_rotary_factor=0.5))),
    "stablelm": (tf.StableLmConfig, tf.StableLmForCausalLM,
                 small(use_qkv_bias=True, rope_parameters=rope("default", 10000.0, partial_rotary_factor=0.25))),
    "starcoder": (tf.GPTBigCodeConfig, tf.GPTBigCodeForCausalLM,
                  dict(vocab_size=VOCABULARY, n_embd=32, n_head=4, n_layer=2, n_inner=128, n_positions=512,
                       multi_query=True, bos_token_id=1, eos_token_id=2)),
}

# Recurrent ones, whose weights have numbers of their own.
RECURRENT = {
    "nemotron_h-latent": (tf.NemotronHConfig, tf.NemotronHForCausalLM,
                          small(layers_block_type=["mamba", "moe", "attention", "moe"], **NEMOTRON_H, n_routed_experts=4,
                                num_experts_per_tok=2, moe_intermediate_size=16, moe_latent_size=20,
                                moe_shared_expert_intermediate_size=24, routed_scaling_factor=2.5)),
    "mamba2": (tf.Mamba2Config, tf.Mamba2ForCausalLM,
               dict(**SCANS, num_heads=4, head_dim=16, state_size=24, n_groups=2, tie_word_embeddings=False)),
    "mamba": (tf.MambaConfig, tf.MambaForCausalLM, dict(**SCANS, state_size=8, time_step_rank=4)),
    "falcon-mamba": (tf.FalconMambaConfig, tf.FalconMambaForCausalLM, dict(**SCANS, state_size=8, time_step_rank=4)),
    "jamba": (tf.JambaConfig, tf.JambaForCausalLM,
              small(num_hidden_layers=4, attn_layer_period=4, attn_layer_offset=2, expert_layer_period=2,
                    expert_layer_offset=1, num_experts=4, num_experts_per_tok=2, mamba_d_state=8, mamba_d_conv=4,
                    mamba_expand=2, mamba_dt_rank=4, use_mamba_kernels=False)),
    "falcon-h1": (tf.FalconH1Config, tf.FalconH1ForCausalLM,
                  small(head_dim=8, mamba_d_ssm=48, mamba_n_heads=6, mamba_d_head=8, mamba_n_groups=2, mamba_d_state=12,
                        mamba_rms_norm=True, mamba_norm_before_gate=False, embedding_multiplier=4.0,
                        # Powers of two: the converter folds them into float16.
                        lm_head_multiplier=0.5, key_multiplier=0.5, attention_in_multiplier=2.0,
                        attention_out_multiplier=0.5, ssm_in_multiplier=0.5, ssm_out_multiplier=2.0,
                        ssm_multipliers=[0.5, 2.0, 0.5, 2.0, 0.25], mlp_multipliers=[0.5, 2.0])),
}

# Families whose folders no converter reads: only the folder is kept, with its logits (tests/reference/folders).
FOLDERS = {
    "bailing_hybrid": (tf.BailingHybridConfig, tf.BailingHybridForCausalLM,
                       small(**KIMI, num_expert_group=2, layer_group_size=2, first_k_dense_replace=1,
                             num_nextn_predict_layers=0, short_conv_kernel_size=4)),
    "kimi_linear": (tf.KimiLinearConfig, tf.KimiLinearForCausalLM,
                    small(**KIMI, num_expert_group=1, layer_types=[LINEAR, FULL, LINEAR],
                          mlp_layer_types=["dense", "sparse", "sparse"])),
    "olmo_hybrid": (tf.OlmoHybridConfig, tf.OlmoHybridForCausalLM,
                    small(num_hidden_layers=4, linear_num_key_heads=2, linear_num_value_heads=4, linear_key_head_dim=8,
                          linear_value_head_dim=16)),
}


# Hearth reads no folders of these.
WITHOUT_FOLDERS = {"starcoder"}
# llama.cpp's converter reads no folders of these that transformers writes: fixtures in tests/reference/folders.
WITHOUT_GGUF = {"mimo2"}


def randomize(model, seed):
    """Weights of a size at which every part of the computation shows in the logits."""
    generator = torch.Generator().manual_seed(seed)
    all_offset = model.config.model_type.startswith(("gemma", "qwen3_next", "qwen3_5", "muse", "nemotron"))

    def normal(shape):
        return torch.randn(shape, generator=generator)

    with torch.no_grad():
        for name, weight in model.named_parameters():
            unit_offset = all_offset and not name.endswith("linear_attn.norm.weight")
            if weight.dim() == 1:
                ones = "norm" in name and not name.endswith("bias")
                weight.copy_(normal(weight.shape) * 0.3 + (1.0 if ones and not unit_offset else 0.0))
                if ones and unit_offset:  # the converter adds one in float16: make that exact
                    weight.copy_((weight + 1).half().float() - 1)
            elif "embed" in name:
                weight.copy_(normal(weight.shape))
            else:
                weight.copy_(normal(weight.shape) * 1.3 / math.sqrt(weight.shape[-1]))
            weight.copy_(weight.half().float())
        for name, buffer in model.named_buffers():
            if name.endswith(("e_score_correction_bias", "expert_bias")):
                buffer.copy_((normal(buffer.shape) * 0.1).half().float())


FP4 = torch.tensor([0, 0.5, 1, 1.5, 2, 3, 4, 6, -0.0, -0.5, -1, -1.5, -2, -3, -4, -6])


def pack_experts(model, seed):
    """Gives gpt-oss experts that MXFP4 holds exactly, and returns them as its checkpoints do."""
    generator = torch.Generator().manual_seed(seed)
    packed = {}
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if not name.endswith(("experts.gate_up_proj", "experts.down_proj")):
                continue
            experts, columns, rows = weight.shape  # stored the other way round
            blocks = torch.randint(0, 256, (experts, rows, columns // 32, 16), dtype=torch.uint8, generator=generator)
            scales = torch.randint(121, 124, (experts, rows, columns // 32), dtype=torch.uint8, generator=generator)
            values = torch.stack([FP4[(blocks & 15).long()], FP4[(blocks >> 4).long()]], dim=-1).flatten(-2)
            values = values * torch.exp2(scales.float() - 127)[..., None]
            weight.copy_(values.reshape(experts, rows, columns).transpose(1, 2))
            packed[name] = {f"{name}_blocks": blocks, f"{name}_scales": scales}
    return packed


def convert(folder, out, llama_cpp, like=None, **choices):
    """`like`: the architecture whose converter is taken; `choices`: attributes of it, as its options set them."""
    sys.path[:0] = [str(llama_cpp / "gguf-py"), str(llama_cpp)]
    import gguf
    from conversion import ModelBase, ModelType, get_model_architecture, get_model_class

    hparams = ModelBase.load_hparams(folder, False)
    base = get_model_class(like or get_model_architecture(hparams, ModelType.TEXT), mmproj=False)
    base = getattr(base, "Ministral3Model", base)  # its converter only passes everything on to this one

    class WithoutVocabulary(base):
        model_arch = base.model_arch
        no_mtp = True  # there are no heads for further tokens

        def set_vocab(self):
            self.gguf_writer.add_tokenizer_model("none")
            self.gguf_writer.add_vocab_size(self.hparams["vocab_size"])

    for choice, value in choices.items():
        setattr(WithoutVocabulary, choice, value)
    with torch.inference_mode():
        WithoutVocabulary(folder, gguf.LlamaFileType.MOSTLY_F16, out).write()


def kept(count):
    return sorted(set(range(0, count, EVERY)) | {count - 1})


def save(model, folder, packed=None):
    """As released models are: in float16, with the names that converters ask for."""
    # Decays are stored by their logarithm, which the converter takes back in the type that they have.
    decays = {key: weight.detach().clone() for key, weight in model.named_parameters() if key.endswith("A_log")}
    model.half()
    for key, weight in model.named_parameters():
        if key in decays:
            weight.data = decays[key]
    model.save_pretrained(folder)
    config = json.loads((folder / "config.json").read_text())
    if packed:
        tensors = safetensors.torch.load_file(folder / "model.safetensors")
        for key, parts in packed.items():
            del tensors[key]
            tensors.update(parts)
        safetensors.torch.save_file(tensors, folder / "model.safetensors", metadata={"format": "pt"})
        config["quantization_config"] = {"quant_method": "mxfp4"}
    if "type" not in config.get("rope_parameters", {}) and "rope_type" in config.get("rope_parameters", {}):
        config["rope_parameters"]["type"] = config["rope_parameters"]["rope_type"]  # the old name
    if config["model_type"] == "deepseek_v3":
        config["scoring_func"] = "sigmoid"  # released models say so; transformers takes it for granted
    if config["model_type"] == "granitemoehybrid":  # the names of released models
        config["layer_types"] = ["attention" if kind == FULL else "mamba" for kind in config["layer_types"]]
        config["position_embedding_type"] = "nope"
    if config["model_type"] == "cohere2":
        config["rotary_pct"] = 1.0  # llama.cpp's converter asks for it
    config["torch_dtype"] = config["dtype"] = "float16"
    (folder / "config.json").write_text(json.dumps(config, indent=1, sort_keys=True) + "\n")
    # Gemma's converter counts the vocabulary.
    (folder / "tokenizer.json").write_text(json.dumps(
        {"model": {"vocab": {str(i): i for i in range(config["vocab_size"])}}, "added_tokens": []}))


def make(name, seed, arguments, gguf_out, hf_out):
    config_class, model_class, options = {**FAMILIES, **RECURRENT}[name]
    torch.manual_seed(seed)
    model = model_class(config_class(**options, attn_implementation="eager")).float().eval()
    randomize(model, seed)
    packed = pack_experts(model, seed) if name.endswith("mxfp4") else {}
    tokens = np.random.default_rng(seed).integers(3, VOCABULARY, TOKENS).tolist()
    lengths = {"": TOKENS}
    if "longrope" in name:
        lengths["short"] = 16
    with torch.inference_mode():
        logits = {kind: model(torch.tensor([tokens[:n]])).logits[0].float().numpy() for kind, n in lengths.items()}
    assert all(np.isfinite(l).all() for l in logits.values())
    if name in WITHOUT_GGUF:
        folder = hf_out.parent / "folders" / name
        folder.mkdir(parents=True, exist_ok=True)
        save(model, folder)
        for file in ("tokenizer.json", "generation_config.json"):
            (folder / file).unlink(missing_ok=True)
        np.save(folder / "expected.npy", logits[""][kept(TOKENS)].astype("<f4"))
        (folder / "expected.json").write_text(json.dumps({"tokens": tokens, "positions": kept(TOKENS)}) + "\n")
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        save(model, folder, packed)
        convert(folder, gguf_out / f"{name}.gguf", arguments.llama_cpp)
        target = hf_out / name
        if name not in WITHOUT_FOLDERS:
            target.mkdir(parents=True, exist_ok=True)
        for file in ("config.json", "model.safetensors") if name not in WITHOUT_FOLDERS else ():
            shutil.copy(folder / file, target / file)
    for kind, values in logits.items():
        label = f"{name}.{kind}" if kind else name
        np.save(gguf_out / f"{label}.npy", values[kept(len(values))].astype("<f4"))
    facts = {"tokens": tokens, "positions": {kind: kept(n) for kind, n in lengths.items()},
             "transformers": tf.__version__}
    (gguf_out / f"{name}.json").write_text(json.dumps(facts) + "\n")
    print(f"{name}: {(gguf_out / f'{name}.gguf').stat().st_size} bytes, std {logits[''].std():.2f}")


def make_folder(name, seed, out):
    config_class, model_class, options = FOLDERS[name]
    torch.manual_seed(seed)
    model = model_class(config_class(**options, attn_implementation="eager")).float().eval()
    randomize(model, seed)
    tokens = np.random.default_rng(seed).integers(3, VOCABULARY, TOKENS).tolist()
    with torch.inference_mode():
        logits = model(torch.tensor([tokens])).logits[0].float().numpy()
    target = out / name
    with tempfile.TemporaryDirectory() as scratch:
        model.half().save_pretrained(scratch)
        target.mkdir(parents=True, exist_ok=True)
        for file in ("config.json", "model.safetensors"):
            shutil.copy(pathlib.Path(scratch) / file, target / file)
    np.save(target / "expected.npy", logits[kept(TOKENS)].astype("<f4"))
    (target / "expected.json").write_text(json.dumps(
        {"tokens": tokens, "positions": kept(TOKENS), "transformers": tf.__version__}) + "\n")
    print(f"{name}: {(target / 'model.safetensors').stat().st_size} bytes, std {logits.std():.2f}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--llama-cpp", type=pathlib.Path, required=True)
    parser.add_argument("--gguf-out", type=pathlib.Path, default=pathlib.Path("tests/reference/families"))
    parser.add_argument("--hf-out", type=pathlib.Path, default=pathlib.Path("tests/reference/hugging_face"))
    parser.add_argument("--folders-out", type=pathlib.Path, default=pathlib.Path("tests/reference/folders"))
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    arguments.gguf_out.mkdir(parents=True, exist_ok=True)
    first = list(FAMILIES).index("granite_swa-moe")
    for number, name in [*enumerate(FAMILIES), *enumerate(RECURRENT, first)]:
        if arguments.names and name not in arguments.names:
            continue
        try:
            make(name, 1000 + number, arguments, arguments.gguf_out, arguments.hf_out)
        except Exception as error:
            print(f"{name}: FAILED {type(error).__name__}: {error}", file=sys.stderr)
    for number, name in enumerate(FOLDERS):
        if not arguments.names or name in arguments.names:
            make_folder(name, 2000 + number, arguments.folders_out)


if __name__ == "__main__":
    main()
