#include "openai/rerank_request.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using openai::Json;

class TestRerankRequest : public QObject {
    Q_OBJECT

    static openai::RerankRequest read(const char* body) {
        openai::RequestNotes strict(openai::UnknownFields::Refuse);
        return openai::readRerankRequest(Json::parse(body), strict);
    }

private slots:
    void readsJinasAndCoheresForm() {
        const auto request = read(R"({"model":"m","query":"q","documents":["a",{"text":"b"}],"top_n":1,
                                      "return_documents":true,"truncate":false})");
        QCOMPARE(request.model, std::string("m"));
        QCOMPARE(request.query, std::string("q"));
        QCOMPARE(request.documents, (std::vector<std::string>{"a", "b"}));
        QCOMPARE(request.most, size_t{1});
        QVERIFY(request.returnsDocuments && !request.truncate);
        const auto plain = read(R"({"query":"","documents":["a"]})");
        QVERIFY(plain.most == 0 && !plain.returnsDocuments && plain.truncate);
    }
    void refuses_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("field");
        for (const auto& [body, field] :
             {std::pair(R"({"query":"q"})", "documents"), std::pair(R"({"documents":["a"]})", "query"),
              std::pair(R"({"query":"q","documents":[]})", "documents"),
              std::pair(R"({"query":"q","documents":"a"})", "documents"),
              std::pair(R"({"query":"q","documents":["a",3]})", "documents[1]"),
              std::pair(R"({"query":"q","documents":[{"title":"a"}]})", "documents[0]"),
              std::pair(R"({"query":"q","documents":["a"],"top_n":0})", "top_n"),
              std::pair(R"({"query":"q","documents":["a"],"rank_fields":["text"]})", "rank_fields")})
            QTest::addRow("%s", body) << QByteArray(body) << QByteArray(field);
    }
    void refuses() {
        QFETCH(QByteArray, body);
        QFETCH(QByteArray, field);
        try {
            (void)read(body);
            QFAIL("taken");
        } catch (const openai::Refusal& refusal) {
            QCOMPARE(refusal.field, field.toStdString());
        }
    }
    void theBestComesFirst() {
        const std::vector<RerankScore> scores{{.score = 0.25F, .tokens = 2},
                                              {.score = 0.75F, .tokens = 3},
                                              {.score = 0.5F, .tokens = 4},
                                              {.score = 0.75F, .tokens = 1}};
        auto request = read(R"({"query":"q","documents":["a","b","c","d"]})");
        const auto places = [&] {
            std::vector<int> order;
            const Json answer = Json::parse(openai::rerankAnswer("id", "m", request, scores));
            for (const Json& one : answer.at("results")) order.push_back(one.at("index"));
            return order;
        };
        QCOMPARE(places(), (std::vector<int>{1, 3, 2, 0}));
        request.most = 2;
        QCOMPARE(places(), (std::vector<int>{1, 3}));
        request.returnsDocuments = true;
        const Json answer = Json::parse(openai::rerankAnswer("id", "m", request, scores));
        QCOMPARE(answer.at("results").at(0).at("document"), (Json{{"text", "b"}}));
        QCOMPARE(answer.at("results").at(0).at("relevance_score"), Json(0.75));
        QCOMPARE(answer.at("usage").at("total_tokens"), Json(10));
        QCOMPARE(answer.at("model"), Json("m"));
    }
};

QTEST_APPLESS_MAIN(TestRerankRequest)
#include "tst_rerank_request.moc"
