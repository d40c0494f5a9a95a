#include "openai/embedding_answer.h"

#include <QByteArray>
#include <QtTest>
#include <cstring>
#include <nlohmann/json.hpp>

using namespace hearth;
using Json = nlohmann::json;

class TestEmbeddingAnswer : public QObject {
    Q_OBJECT

    const std::vector<Embedding> m_two{{.values = {0.6F, 0.8F}, .tokens = 3},
                                       {.values = {-1.0F, 0.0F}, .tokens = 4}};

private slots:
    void hasTheFormOfOpenAi() {
        const Json answer = Json::parse(openai::embeddingAnswer("a \"model\"", m_two, false));
        QCOMPARE(answer, (Json{{"object", "list"},
                               {"data", answer.at("data")},
                               {"model", "a \"model\""},
                               {"usage", {{"prompt_tokens", 7}, {"total_tokens", 7}}}}));
        for (size_t i = 0; i < m_two.size(); ++i) {
            QCOMPARE(answer.at("data").at(i).at("object"), Json("embedding"));
            QCOMPARE(answer.at("data").at(i).at("index"), Json(i));
            QCOMPARE(answer.at("data").at(i).at("embedding").get<std::vector<float>>(), m_two[i].values);
        }
    }
    void bytesOfFloatsInBase64() {
        const Json answer = Json::parse(openai::embeddingAnswer("m", m_two, true));
        const auto text = answer.at("data").at(1).at("embedding").get<std::string>();
        const QByteArray bytes = QByteArray::fromBase64(QByteArray::fromStdString(text));
        std::vector<float> values(2);
        QCOMPARE(bytes.size(), qsizetype{8});
        std::memcpy(values.data(), bytes.constData(), 8);
        QCOMPARE(values, m_two[1].values);
    }
};

QTEST_APPLESS_MAIN(TestEmbeddingAnswer)
#include "tst_embedding_answer.moc"
