#include <QtTest>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// Valid folders are compared by logits in tst_families.cpp.
class TestFolderKimi : public QObject {
    Q_OBJECT

    static nlohmann::json usual() {
        return {{"num_attention_heads", 2},
                {"num_hidden_layers", 3},
                {"layer_group_size", 2},
                {"linear_head_dim", 8},
                {"short_conv_kernel_size", 4}};
    }
    static GgufTables tablesOf(const nlohmann::json& config) {
        GgufTables tables;
        MetadataTable table(tables, "kimi-linear");
        addKimiConfig(config, table);
        return tables;
    }
    static std::optional<ErrorCode> refusal(const nlohmann::json& changes) {
        nlohmann::json config = usual();
        if (!changes.is_null()) config.update(changes);
        try {
            (void)tablesOf(config);
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    }
    static GgufValue::Integers attention(const nlohmann::json& changes) {
        nlohmann::json config = usual();
        if (!changes.is_null()) config.update(changes);
        const GgufTables tables = tablesOf(config);
        const size_t at = tables.keyIndex.find("kimi-linear.attention.head_count_kv")->second;
        return std::get<GgufValue::Integers>(tables.metadata[at].second.storage());
    }

private slots:
    void layersAreSpelledInThreeWays() {
        QCOMPARE(attention({}), (GgufValue::Integers{0, 1, 0}));
        QCOMPARE(attention({{"layer_types", {"full_attention", "linear_attention", "linear_attention"}}}),
                 (GgufValue::Integers{1, 0, 0}));
        // Released files count from one.
        QCOMPARE(attention({{"linear_attn_config",
                             {{"full_attn_layers", {3}},
                              {"num_heads", 2},
                              {"head_dim", 8},
                              {"short_conv_kernel_size", 4}}}}),
                 (GgufValue::Integers{0, 0, 1}));
    }

    void whatCannotBeIsRefused() {
        QCOMPARE(refusal({}), std::nullopt);
        QCOMPARE(refusal({{"layer_group_size", nullptr}}), ErrorCode::BadFile);
        QCOMPARE(refusal({{"layer_types", {"full_attention"}}}), ErrorCode::BadFile);
        QCOMPARE(refusal({{"kv_lora_rank", 0}}), ErrorCode::BadFile);
        QCOMPARE(refusal({{"linear_num_heads", 5}}), ErrorCode::Unsupported);
        QCOMPARE(refusal({{"num_experts", 4}, {"expert_swiglu_limit_list", {nullptr, 0, 7.5}}}),
                 ErrorCode::Unsupported);
        QCOMPARE(refusal({{"num_experts", 4}, {"expert_swiglu_limit_list", {nullptr, 0}}}), std::nullopt);
    }

    void namesAreThoseOfOtherFamilies() {
        const auto is = [](const char* stored, const char* usualName) {
            QCOMPARE(usualKimiName(stored), std::string(usualName));
        };
        is("model.word_embeddings.weight", "model.embed_tokens.weight");
        is("model.layers.0.attention.dense.weight", "model.layers.0.self_attn.o_proj.weight");
        is("model.layers.0.self_attn.forget_gate.A_log", "model.layers.0.self_attn.A_log");
        is("model.layers.1.block_sparse_moe.gate.weight", "model.layers.1.mlp.gate.weight");
        is("model.layers.1.mlp.gate.expert_bias", "model.layers.1.mlp.gate.e_score_correction_bias");
        is("lm_head.weight", "lm_head.weight");
    }
};

QTEST_GUILESS_MAIN(TestFolderKimi)
#include "tst_folder_kimi.moc"
