#include <QtTest>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// Valid folders are compared by logits in tst_families.cpp and tst_forward_pass.cpp.
class TestFolderNemotronH : public QObject {
    Q_OBJECT

    static GgufTables tablesOf(const nlohmann::json& config) {
        GgufTables tables;
        MetadataTable table(tables, "nemotron_h");
        addNemotronHConfig(config, table);
        return tables;
    }
    static std::optional<ErrorCode> refusal(const nlohmann::json& config) {
        try {
            (void)tablesOf(config);
        } catch (const Error& error) {
            return error.code();
        }
        return std::nullopt;
    }
    static const GgufValue* find(const GgufTables& tables, const std::string& key) {
        const auto found = tables.keyIndex.find("nemotron_h." + key);
        return found != tables.keyIndex.end() ? &tables.metadata[found->second].second : nullptr;
    }

private slots:
    /// A letter for each layer, or a list of names.
    void layersAreSpelledInTwoWays() {
        for (const nlohmann::json& kinds :
             {nlohmann::json{{"hybrid_override_pattern", "M*E"}},
              nlohmann::json{{"layers_block_type", {"mamba", "attention", "moe"}}},
              nlohmann::json{{"layer_types", {"linear_attention", "full_attention", "moe"}}}}) {
            nlohmann::json config{{"num_key_value_heads", 2}, {"moe_intermediate_size", 16},
                                  {"n_routed_experts", 4},    {"mamba_num_heads", 3},
                                  {"mamba_head_dim", 8},      {"moe_latent_size", 5}};
            config.update(kinds);
            const GgufTables tables = tablesOf(config);
            const auto list = [&](const char* key) {
                return std::get<GgufValue::Integers>(find(tables, key)->storage());
            };
            QCOMPARE(list("attention.head_count_kv"), (GgufValue::Integers{0, 2, 0}));
            QCOMPARE(list("feed_forward_length"), (GgufValue::Integers{0, 0, 16}));
            for (const char* key : {"expert_count", "moe_latent_size", "ssm.inner_size", "block_count"})
                QVERIFY2(find(tables, key) != nullptr, key);
        }
        // Numbers of experts do not matter where there are none.
        QVERIFY(find(tablesOf({{"hybrid_override_pattern", "M-"}, {"n_routed_experts", 4}}),
                     "expert_count") == nullptr);
    }

    void layersThatCannotBeAreRefused() {
        QCOMPARE(refusal(nlohmann::json::object()), ErrorCode::BadFile);
        QCOMPARE(refusal({{"hybrid_override_pattern", ""}}), ErrorCode::BadFile);
        QCOMPARE(refusal({{"hybrid_override_pattern", std::string(mostLayers + 1, 'M')}}),
                 ErrorCode::BadFile);
        QCOMPARE(refusal({{"hybrid_override_pattern", "M?"}}), ErrorCode::Unsupported);
        QCOMPARE(refusal({{"layers_block_type", {"mamba", 3}}}), ErrorCode::Unsupported);
        QCOMPARE(refusal({{"hybrid_override_pattern", "-E"}}), ErrorCode::Unsupported);
        QCOMPARE(refusal({{"hybrid_override_pattern", "M"}, {"mamba_num_heads", -1}}), ErrorCode::BadFile);
    }

    void namesAreThoseOfOtherFamilies() {
        const auto is = [](const char* stored, const char* usual) {
            QCOMPARE(usualNemotronHName(stored), std::string(usual));
        };
        is("backbone.embeddings.weight", "model.embed_tokens.weight");
        is("backbone.norm_f.weight", "model.norm.weight");
        is("backbone.layers.3.norm.weight", "model.layers.3.input_layernorm.weight");
        is("model.layers.3.mixer.norm.weight", "model.layers.3.mamba.norm.weight");
        is("backbone.layers.10.mixer.q_proj.weight", "model.layers.10.self_attn.q_proj.weight");
        is("backbone.layers.1.mixer.D", "model.layers.1.mamba.D");
        is("backbone.layers.1.mixer.down_proj.weight", "model.layers.1.mlp.down_proj.weight");
        is("backbone.layers.1.mixer.experts.2.up_proj.weight", "model.layers.1.mlp.experts.2.up_proj.weight");
        for (const char* other : {"lm_head.weight", "backbone.layers.x.norm.weight", "backbone.other",
                                  "backbone.layers.1.other", "mtp.layers.0.norm.weight"})
            is(other, other);
    }
};

QTEST_GUILESS_MAIN(TestFolderNemotronH)
#include "tst_folder_nemotron_h.moc"
