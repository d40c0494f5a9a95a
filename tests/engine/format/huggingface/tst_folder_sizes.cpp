#include <QtTest>
#include <nlohmann/json.hpp>

#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"
#include "support/allocation_meter.h"

using namespace hearth;
using namespace hearth::format;
using Json = nlohmann::json;

/// Folders of some hundred bytes whose config.json claims more than there is.
class TestFolderSizes : public QObject {
    Q_OBJECT

    static Json base(const char* modelType) {
        return {{"model_type", modelType},
                {"hidden_size", 64},
                {"num_attention_heads", 4},
                {"num_hidden_layers", 2}};
    }
    /// Message about a config; empty if it is accepted.
    static std::string problemOf(const Json& config, const char* architecture) {
        GgufTables tables;
        MetadataTable table(tables, architecture);
        std::vector<ExtraTensor> extras;
        try {
            addConfig(config, table, extras);
        } catch (const Error& error) {
            return error.code() == ErrorCode::BadFile ? error.what() : "of another kind";
        }
        return {};
    }

private slots:
    void ordinaryCountsAreTaken() {
        QCOMPARE(problemOf(base("llama"), "llama"), std::string());
        Json large = base("llama");
        large["hidden_size"] = 16384, large["head_dim"] = 256, large["num_hidden_layers"] = 126;
        large["max_position_embeddings"] = 10485760, large["num_key_value_heads"] = nullptr;
        QCOMPARE(problemOf(large, "llama"), std::string());
    }

    void countsThatNoModelHasAreRefused_data() {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<QString>("key");
        for (const char* architecture : {"llama", "muse-glimmer", "qwen3next", "granitehybrid", "lfm2"}) {
            for (const char* key : {"head_dim", "num_hidden_layers", "num_attention_heads", "hidden_size",
                                    "num_key_value_heads", "max_position_embeddings", "sliding_window",
                                    "intermediate_size", "vocab_size"})
                QTest::addRow("%s %s", architecture, key) << architecture << key;
        }
    }
    void countsThatNoModelHasAreRefused() {
        QFETCH(QString, architecture);
        QFETCH(QString, key);
        for (const Json& value :
             {Json(uint64_t{1} << 39U), Json(uint64_t{1} << 31U), Json(1e300), Json(UINT64_MAX)}) {
            Json config = base("llama");
            config["rope_scaling"] = {{"rope_type", "llama3"}, {"factor", 8.0}};
            config[key.toStdString()] = value;
            test::resetPeak();
            const size_t before = test::allocatedBytes();
            const std::string problem = problemOf(config, architecture.toUtf8().constData());
            QVERIFY2(problem.find("\"" + key.toStdString() + "\"") != std::string::npos, problem.c_str());
            QVERIFY(test::peakAllocatedBytes() - before < 100'000);
        }
    }

    /// Muse Glimmer's norms are made of config.json's numbers: they take no memory for each column.
    void whatIsMadeOfCountsTakesNoMemoryForThem() {
        Json config = base("llama");
        config["head_dim"] = 65536, config["num_hidden_layers"] = 512;
        test::resetPeak();
        const size_t before = test::allocatedBytes();
        QCOMPARE(problemOf(config, "muse-glimmer"), std::string());
        QVERIFY(test::peakAllocatedBytes() - before < 2'000'000);
    }

    void theWidthOfAFeedForwardPartIsBounded() {
        Json config = base("lfm2");
        config["conv_L_cache"] = 3, config["layer_types"] = {"conv", "full_attention"};
        config["block_ff_dim"] = 1024, config["block_auto_adjust_ff_dim"] = true;
        QCOMPARE(problemOf(config, "lfm2"), std::string());
        for (const double factor : {1e300, -1.0, 1e9}) {
            config["block_ffn_dim_multiplier"] = factor;
            QVERIFY(problemOf(config, "lfm2").find("block_ffn_dim_multiplier") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestFolderSizes)
#include "tst_folder_sizes.moc"
