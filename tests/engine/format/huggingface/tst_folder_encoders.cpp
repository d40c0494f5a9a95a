#include "format/huggingface/folder_encoders.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

class TestFolderEncoders : public QObject {
    Q_OBJECT

private slots:
    void tensorsHaveTheNamesOfGguf() {
        const nlohmann::json plain{{"architectures", {"BertModel"}}};
        QCOMPARE(encoderTensorName(plain, "embeddings.word_embeddings.weight"),
                 std::string("token_embd.weight"));
        QCOMPARE(encoderTensorName(plain, "roberta.embeddings.LayerNorm.bias"),
                 std::string("token_embd_norm.bias"));
        QCOMPARE(encoderTensorName(plain, "encoder.layer.11.attention.self.query.weight"),
                 std::string("blk.11.attn_q.weight"));
        QCOMPARE(encoderTensorName(plain, "bert.encoder.layer.0.output.LayerNorm.bias"),
                 std::string("blk.0.layer_output_norm.bias"));
        for (const char* unused : {"pooler.dense.weight", "encoder.layer..output.dense.weight",
                                   "encoder.layer.x.output.dense.weight", "encoder.layer.0",
                                   "embeddings.position_ids", "head.dense.weight", "classifier.weight", ""})
            QVERIFY2(encoderTensorName(plain, unused).empty(), unused);
        // Nomic's, as published, and ModernBERT's.
        QCOMPARE(encoderTensorName(plain, "encoder.layers.3.attn.Wqkv.weight"),
                 std::string("blk.3.attn_qkv.weight"));
        QCOMPARE(encoderTensorName(plain, "encoder.layers.3.mlp.fc12.weight"),
                 std::string("blk.3.ffn_gate.weight"));
        QCOMPARE(encoderTensorName(plain, "model.layers.0.mlp.Wi.weight"),
                 std::string("blk.0.ffn_up.weight"));
        QCOMPARE(encoderTensorName(plain, "final_norm.weight"), std::string("output_norm.weight"));
    }

    void whatMakesScoresIsReadOfRerankers() {
        const nlohmann::json reranker{{"architectures", {"XLMRobertaForSequenceClassification"}}};
        QVERIFY(hasClassifier(reranker) && !hasClassifier(nlohmann::json::object()));
        for (const nlohmann::json& other : {nlohmann::json::array({"BertModel"}), nlohmann::json::array(),
                                            nlohmann::json::array({1}), nlohmann::json("BertModel")})
            QVERIFY(!hasClassifier({{"architectures", other}}));
        QCOMPARE(encoderTensorName(reranker, "classifier.out_proj.bias"), std::string("cls.output.bias"));
        QCOMPARE(encoderTensorName(reranker, "classifier.weight"), std::string("cls.output.weight"));
        QCOMPARE(encoderTensorName(reranker, "bert.pooler.dense.weight"), std::string("cls.weight"));
        QCOMPARE(encoderTensorName(reranker, "head.norm.weight"), std::string("cls.norm.weight"));
        const auto kindOf = [](const nlohmann::json& config) {
            GgufTables tables;
            MetadataTable table(tables, "bert");
            try {
                addClassifier(config, table);
            } catch (const Error& error) {
                return QString(error.code() == ErrorCode::Unsupported ? "refused" : "?");
            }
            return QString(tables.keyIndex.contains("sentence_transformers.score") ? "plain" : "sigmoid");
        };
        const auto curve = [](const char* name) {
            return nlohmann::json{{"sentence_transformers", {{"activation_fn", name}}}};
        };
        QCOMPARE(kindOf(nlohmann::json::object()), QString("sigmoid"));
        QCOMPARE(kindOf(curve("torch.nn.modules.activation.Sigmoid")), QString("sigmoid"));
        QCOMPARE(kindOf(curve("torch.nn.modules.linear.Identity")), QString("plain"));
        QCOMPARE(kindOf({{"sbert_ce_default_activation_function", "torch.nn.modules.linear.Identity"}}),
                 QString("plain"));
        QCOMPARE(kindOf(curve("torch.nn.modules.activation.Softmax")), QString("refused"));
    }

    void numbersThatWouldChangeUnseenAreRefused() {
        const auto refused = [](const nlohmann::json& config, const char* architecture = "bert") {
            GgufTables tables;
            MetadataTable table(tables, architecture);
            try {
                addEncoderConfig(config, table);
            } catch (const Error& error) {
                return error.code() == ErrorCode::Unsupported;
            }
            return false;
        };
        QVERIFY(!refused({{"hidden_act", "gelu"}}));
        QVERIFY(refused({{"hidden_act", "relu"}}));
        QVERIFY(!refused({{"position_embedding_type", "absolute"}}));
        QVERIFY(refused({{"position_embedding_type", "relative_key"}}));
        QVERIFY(refused({{"position_embedding_type", "rope"}}));
        const auto nomic = [](const char* key, const nlohmann::json& value) {
            return nlohmann::json{{"model_type", "nomic_bert"}, {key, value}};
        };
        QVERIFY(!refused(nomic("activation_function", "swiglu"), "nomic-bert"));
        QVERIFY(refused(nomic("activation_function", "geglu"), "nomic-bert"));
        QVERIFY(refused(nomic("prenorm", true), "nomic-bert"));
        QVERIFY(refused(nomic("num_experts", 8), "nomic-bert"));
        QVERIFY(refused({{"hidden_activation", "relu"}}, "modern-bert"));
    }

    void positionsBehindThePaddingCount() {
        GgufTables tables;
        MetadataTable table(tables, "bert");
        addEncoderConfig(
            {{"model_type", "xlm-roberta"}, {"max_position_embeddings", 514}, {"pad_token_id", 1}}, table);
        QCOMPARE(std::get<uint64_t>(
                     tables.metadata.at(tables.keyIndex.at("bert.context_length")).second.storage()),
                 uint64_t{512});
    }
};

QTEST_GUILESS_MAIN(TestFolderEncoders)
#include "tst_folder_encoders.moc"
