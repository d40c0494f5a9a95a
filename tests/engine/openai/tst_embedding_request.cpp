#include "openai/embedding_request.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "openai/refusal.h"

using namespace hearth;
using openai::Json;

class TestEmbeddingRequest : public QObject {
    Q_OBJECT

    static openai::EmbeddingRequest read(const char* body) {
        openai::RequestNotes strict(openai::UnknownFields::Refuse);
        return openai::readEmbeddingRequest(Json::parse(body), strict);
    }

private slots:
    void readsEveryFormOfInput() {
        QCOMPARE(read(R"({"input":"a"})").texts, std::vector<std::string>{"a"});
        QCOMPARE(read(R"({"input":["a","","b"]})").texts, (std::vector<std::string>{"a", "", "b"}));
        QCOMPARE(read(R"({"input":[3,4]})").tokens, (std::vector<std::vector<TokenId>>{{3, 4}}));
        QCOMPARE(read(R"({"input":[[3],[4,5]]})").tokens, (std::vector<std::vector<TokenId>>{{3}, {4, 5}}));
        QCOMPARE(read(R"({"input":[[3],[4,5]]})").count(), size_t{2});
    }
    void readsTheOthers() {
        const auto plain = read(R"({"input":"a","user":"me","dimensions":null})");
        QVERIFY(!plain.base64 && !plain.truncate && !plain.dimensions && plain.model.empty());
        QVERIFY(plain.kind == EmbeddingKind::Plain);
        const auto all = read(R"({"input":"a","model":"m","encoding_format":"base64","dimensions":8,
                                  "truncate":true,"input_type":"search_query"})");
        QVERIFY(all.base64 && all.truncate && all.kind == EmbeddingKind::Query);
        QCOMPARE(all.model, std::string("m"));
        QCOMPARE(all.dimensions, std::optional<int>(8));
        QVERIFY(read(R"({"input":"a","input_type":"document"})").kind == EmbeddingKind::Passage);
    }
    void refuses_data() {
        QTest::addColumn<QByteArray>("body");
        QTest::addColumn<QByteArray>("field");
        for (const auto& [body, field] :
             {std::pair("{}", "input"), std::pair(R"({"input":[]})", "input"),
              std::pair(R"({"input":null})", "input"), std::pair(R"({"input":5})", "input"),
              std::pair(R"({"input":["a",3]})", "input[1]"), std::pair(R"({"input":[[3],"a"]})", "input[1]"),
              std::pair(R"({"input":[[3],[]]})", "input[1]"), std::pair(R"({"input":[3,-1]})", "input"),
              std::pair(R"({"input":[3.5]})", "input"), std::pair(R"({"input":[{}]})", "input[0]"),
              std::pair(R"({"input":"a","model":3})", "model"),
              std::pair(R"({"input":"a","encoding_format":"int8"})", "encoding_format"),
              std::pair(R"({"input":"a","dimensions":0})", "dimensions"),
              std::pair(R"({"input":"a","input_type":"clustering"})", "input_type"),
              std::pair(R"({"input":[3],"input_type":"query"})", "input_type"),
              std::pair(R"({"input":"a","pooling":"cls"})", "pooling"), std::pair("[]", "")})
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
            QVERIFY(!refusal.message.empty());
        }
    }
    void tooManyTextsAreRefused() {
        Json body{{"input", Json::array()}};
        for (size_t i = 0; i < openai::mostTextsOfRequest; ++i) body["input"].push_back("a");
        openai::RequestNotes notes;
        QCOMPARE(openai::readEmbeddingRequest(body, notes).count(), openai::mostTextsOfRequest);
        body["input"].push_back("a");
        QVERIFY_THROWS_EXCEPTION(openai::Refusal, (void)openai::readEmbeddingRequest(body, notes));
    }
};

QTEST_APPLESS_MAIN(TestEmbeddingRequest)
#include "tst_embedding_request.moc"
