#include <QtTest>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// Valid folders are compared with converted files in tst_folder_model.cpp and by their logits in
/// tst_families.cpp. Those are saved by layer, while published ones are written as here.
class TestFolderGemma4 : public QObject {
    Q_OBJECT

    static nlohmann::json published() {
        return {{"num_attention_heads", 8},
                {"num_key_value_heads", 4},
                {"num_global_key_value_heads", 2},
                {"head_dim", 256},
                {"global_head_dim", 512},
                {"intermediate_size", 64},
                {"num_kv_shared_layers", 1},
                {"use_double_wide_mlp", true},
                {"layer_types", {"sliding_attention", "full_attention", "full_attention"}}};
    }
    static GgufValue::Integers integers(const GgufTables& tables, const std::string& key) {
        return std::get<GgufValue::Integers>(tables.metadata.at(tables.keyIndex.at(key)).second.storage());
    }

private slots:
    void numbersDifferByLayer() {
        nlohmann::json config = published();
        for (const bool shares : {false, true}) {
            config["attention_k_eq_v"] = shares;
            GgufTables tables;
            MetadataTable table(tables, "gemma4");
            const HeadColumns columns = addGemma4Config(config, table);
            QCOMPARE(columns.full, uint64_t{512});
            QCOMPARE(columns.windowed, uint64_t{256});
            // Other heads for layers that see everything are only where keys are values too.
            QCOMPARE(integers(tables, "gemma4.attention.head_count_kv"),
                     shares ? (GgufValue::Integers{4, 2, 2}) : (GgufValue::Integers{4, 4, 4}));
            QCOMPARE(integers(tables, "gemma4.feed_forward_length"), (GgufValue::Integers{64, 64, 128}));
        }
    }

    /// Saved by transformers: what all layers have alike stands nowhere else.
    void layersAlikeHaveTheCommonNumbers() {
        nlohmann::json config = published();
        for (const char* key : {"global_head_dim", "num_global_key_value_heads"}) config.erase(key);
        config["per_layer_config"] = nlohmann::json::object();
        GgufTables tables;
        MetadataTable table(tables, "gemma4");
        QCOMPARE(addGemma4Config(config, table).full, uint64_t{256});
        QCOMPARE(integers(tables, "gemma4.attention.head_count_kv"), (GgufValue::Integers{4, 4, 4}));
    }

    void needsTheKindsOfItsLayers() {
        nlohmann::json config = published();
        config.erase("layer_types");
        GgufTables tables;
        MetadataTable table(tables, "gemma4");
        QVERIFY_THROWS_EXCEPTION(Error, addGemma4Config(config, table));
    }
};

QTEST_APPLESS_MAIN(TestFolderGemma4)
#include "tst_folder_gemma4.moc"
