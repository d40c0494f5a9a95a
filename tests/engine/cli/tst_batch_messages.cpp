#include "cli/batch_messages.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "cli/batch_line.h"

using namespace hearth;
using namespace hearth::cli;
using Json = nlohmann::ordered_json;

class BatchMessagesTest : public QObject {
    Q_OBJECT

private slots:
    void readsEveryRole() {
        const auto messages = readBatchMessages(Json::parse(R"([
            {"role":"developer","content":"Be brief."},
            {"role":"user","content":[{"type":"text","text":"How "},{"type":"text","text":"warm?"}]},
            {"role":"assistant","content":"Very.","reasoning_content":"It is July."},
            {"role":"tool","content":"31","tool_call_id":"call_1"},
            {"role":"system","content":""}])"));
        QCOMPARE(messages.size(), size_t(5));
        QCOMPARE(messages[0].role, std::string("system"));
        QCOMPARE(messages[1].content, std::string("How warm?"));
        QCOMPARE(messages[2].reasoning, std::string("It is July."));
        QCOMPARE(messages[3].role, std::string("tool"));
        QCOMPARE(messages[4].content, std::string());
    }

    void namesWhatCannotBeUsed_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QByteArray>("field");
        const auto row = [](const char* json, const char* field) {
            QTest::newRow(json) << QByteArray(json) << QByteArray(field);
        };
        row(R"("hello")", "messages");
        row("[]", "messages");
        row(R"(["hello"])", "messages[0]");
        row(R"([{"content":"x"}])", "messages[0].role");
        row(R"([{"role":"user"}])", "messages[0].content");
        row(R"([{"role":"king","content":"x"}])", "messages[0].role");
        row(R"([{"role":1,"content":"x"}])", "messages[0].role");
        row(R"([{"role":"user","content":null}])", "messages[0].content");
        row(R"([{"role":"user","content":"x"},{"role":"user","content":7}])", "messages[1].content");
        row(R"([{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}])",
            "messages[0].content[0]");
        row(R"([{"role":"user","content":["x"]}])", "messages[0].content[0]");
        row(R"([{"role":"user","content":"x","name":"Ann"}])", "messages[0].name");
        row(R"([{"role":"user","content":"x","reasoning_content":"y"}])", "messages[0].reasoning_content");
        row(R"([{"role":"assistant","content":"x","tool_calls":[]}])", "messages[0].tool_calls");
    }
    void namesWhatCannotBeUsed() {
        QFETCH(QByteArray, json);
        QFETCH(QByteArray, field);
        try {
            (void)readBatchMessages(Json::parse(json.toStdString()));
            QFAIL("nothing thrown");
        } catch (const BatchRefusal& refusal) {
            QCOMPARE(QByteArray::fromStdString(refusal.field), field);
            QVERIFY(QByteArray::fromStdString(refusal.message).contains("\"" + field + "\""));
        }
    }
};

QTEST_GUILESS_MAIN(BatchMessagesTest)
#include "tst_batch_messages.moc"
