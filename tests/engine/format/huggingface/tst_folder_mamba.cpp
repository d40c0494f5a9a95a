#include <QtTest>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// Valid folders are compared by logits in tst_families.cpp.
class TestFolderMamba : public QObject {
    Q_OBJECT

    static std::optional<uint64_t> numberOf(const char* architecture, const nlohmann::json& config,
                                            const std::string& key) {
        GgufTables tables;
        MetadataTable table(tables, architecture);
        addMambaConfig(config, table);
        const auto found = tables.keyIndex.find(std::string(architecture) + "." + key);
        if (found == tables.keyIndex.end()) return std::nullopt;
        return std::get<uint64_t>(tables.metadata[found->second].second.storage());
    }

private slots:
    void ranksMayBeLeftToTheWidth() {
        const char* key = "ssm.time_step_rank";
        QCOMPARE(numberOf("mamba", {{"hidden_size", 40}, {"time_step_rank", "auto"}}, key), 3U);
        QCOMPARE(numberOf("mamba", {{"hidden_size", 40}}, key), 3U);
        QCOMPARE(numberOf("mamba", {{"hidden_size", 40}, {"time_step_rank", 7}}, key), 7U);
        QCOMPARE(numberOf("jamba", {{"hidden_size", 64}, {"mamba_dt_rank", "auto"}}, key), 4U);
    }

    void widthsFollowFromOthers() {
        const char* key = "ssm.inner_size";
        QCOMPARE(numberOf("mamba", {{"hidden_size", 40}}, key), 80U);
        QCOMPARE(numberOf("mamba", {{"hidden_size", 40}, {"intermediate_size", 100}}, key), 100U);
        QCOMPARE(numberOf("mamba2", {{"hidden_size", 40}, {"num_heads", 3}, {"head_dim", 8}}, key), 24U);
        QCOMPARE(numberOf("jamba", {{"hidden_size", 40}, {"mamba_expand", 3}}, key), 120U);
    }

    void numbersThatCannotBeAreRefused() {
        for (const nlohmann::json& config :
             {nlohmann::json{{"attn_layer_period", 0}}, nlohmann::json{{"mamba_dt_rank", "wide"}},
              nlohmann::json{{"mamba_d_state", -1}}})
            QVERIFY_THROWS_EXCEPTION(Error, numberOf("jamba", config, ""));
    }

    void headsAreNoneOfTheirs() {
        const nlohmann::json usual = usualMambaConfig({{"hidden_size", 40}});
        QCOMPARE(usual.at("num_attention_heads"), 1);
        QCOMPARE(usual.at("max_position_embeddings"), 1 << 20);
        QCOMPARE(usualMambaConfig({{"max_position_embeddings", 7}}).at("max_position_embeddings"), 7);
    }
};

QTEST_GUILESS_MAIN(TestFolderMamba)
#include "tst_folder_mamba.moc"
