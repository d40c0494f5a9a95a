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
        QCOMPARE(encoderTensorName("embeddings.word_embeddings.weight"), std::string("token_embd.weight"));
        QCOMPARE(encoderTensorName("roberta.embeddings.LayerNorm.bias"), std::string("token_embd_norm.bias"));
        QCOMPARE(encoderTensorName("encoder.layer.11.attention.self.query.weight"),
                 std::string("blk.11.attn_q.weight"));
        QCOMPARE(encoderTensorName("bert.encoder.layer.0.output.LayerNorm.bias"),
                 std::string("blk.0.layer_output_norm.bias"));
        for (const char* unused : {"pooler.dense.weight", "encoder.layer..output.dense.weight",
                                   "encoder.layer.x.output.dense.weight", "encoder.layer.0",
                                   "embeddings.position_ids", "model.layers.0.mlp.Wi.weight", ""})
            QVERIFY2(encoderTensorName(unused).empty(), unused);
    }

    void numbersThatWouldChangeUnseenAreRefused() {
        const auto refused = [](const nlohmann::json& config) {
            GgufTables tables;
            MetadataTable table(tables, "bert");
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
    }

    void modelsWithAHeadForScoresAreRefused() {
        const auto idOfRefusal = [](const nlohmann::json& architectures) {
            GgufTables tables;
            MetadataTable table(tables, "bert");
            try {
                addEncoderConfig({{"architectures", architectures}}, table);
            } catch (const Error& error) {
                return QString::fromStdString(error.message().id());
            }
            return QString();
        };
        for (const char* head : {"BertForSequenceClassification", "XLMRobertaForSequenceClassification"})
            QCOMPARE(idOfRefusal(nlohmann::json::array({head})), QString("folder.of-reranker"));
        for (const nlohmann::json& other : {nlohmann::json::array({"BertModel"}), nlohmann::json::array(),
                                            nlohmann::json::array({1}), nlohmann::json("BertModel")})
            QCOMPARE(idOfRefusal(other), QString());
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
