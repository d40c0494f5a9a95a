#include "format/huggingface/folder_guesses.h"

#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;
using Json = nlohmann::json;

class TestFolderGuesses : public QObject {
    Q_OBJECT

    static std::string usual(const Json& config, const char* name) { return usualGuessName(config, name); }

private slots:
    void countsByFamily() {
        const Json three{{"num_nextn_predict_layers", 3}, {"mtp_num_hidden_layers", 2}};
        const auto of = [&](const char* type, Json config) {
            config["model_type"] = type;
            return mtpLayersOf(config);
        };
        for (const char* type : {"deepseek_v3", "kimi_k2", "glm4_moe", "glm4_moe_lite", "mimo", "qwen3_next"})
            QCOMPARE(of(type, three), uint64_t{3});
        for (const char* type : {"qwen3_5_text", "qwen3_5_moe_text"}) QCOMPARE(of(type, three), uint64_t{2});
        for (const char* type : {"llama", "qwen2", "qwen3"}) QCOMPARE(of(type, three), uint64_t{0});
        // Published folders of Qwen3-Next do not say that they have one.
        QCOMPARE(of("qwen3_next", Json::object()), uint64_t{1});
        QCOMPARE(of("deepseek_v3", Json::object()), uint64_t{0});
        QCOMPARE(mtpLayersOf(Json{{"model_type", 7}}), uint64_t{0});
        QVERIFY_EXCEPTION_THROWN((void)of("mimo", Json{{"num_nextn_predict_layers", "many"}}), Error);
    }

    void numbersOfTheLayers() {
        GgufTables tables;
        MetadataTable table(tables, "qwen2");
        addMtpConfig({{"model_type", "mimo"}, {"num_hidden_layers", 36}, {"num_nextn_predict_layers", 1}},
                     table);
        QCOMPARE(tables.metadata.size(), size_t{3});
        GgufTables none;
        MetadataTable plain(none, "qwen2");
        addMtpConfig({{"model_type", "qwen2"}, {"num_hidden_layers", 36}}, plain);
        QVERIFY(none.metadata.empty());
    }

    void namesAreThoseOfDeepSeek() {
        const Json config{{"num_hidden_layers", 36}};
        QCOMPARE(usual(config, "mtp.fc.weight"), std::string("model.layers.36.eh_proj.weight"));
        QCOMPARE(usual(config, "mtp.norm.weight"), std::string("model.layers.36.shared_head.norm.weight"));
        QCOMPARE(usual(config, "mtp.pre_fc_norm_hidden.weight"), std::string("model.layers.36.hnorm.weight"));
        QCOMPARE(usual(config, "mtp.layers.0.mlp.gate.weight"),
                 std::string("model.layers.36.mlp.gate.weight"));
        QCOMPARE(usual(config, "model.mtp_layers.0.token_layernorm.weight"),
                 std::string("model.layers.36.enorm.weight"));
        QCOMPARE(usual(config, "model.mtp_layers.0.self_attn.q_proj.bias"),
                 std::string("model.layers.36.self_attn.q_proj.bias"));
        for (const char* same : {"model.layers.36.eh_proj.weight", "model.layers.3.mlp.gate.weight",
                                 "model.mtp_layers.1.input_proj.weight", "mtp.layers.1.mlp.gate.weight"})
            QCOMPARE(usual(config, same), std::string(same));
    }
};

QTEST_GUILESS_MAIN(TestFolderGuesses)
#include "tst_folder_guesses.moc"
