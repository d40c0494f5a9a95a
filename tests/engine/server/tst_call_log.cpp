#include "server/call_log.h"

#include <QtTest>

#include "engine/server/served_answer.h"

using namespace hearth;
using namespace hearth::server;

class TestCallLog : public QObject {
    Q_OBJECT

private slots:
    void tellsEachSentenceOnce() {
        std::vector<std::string> told;
        CallLog log([&](const std::string& sentence) { told.push_back(sentence); });
        for (int i = 0; i < 3; ++i) {
            openai::RequestNotes notes;
            notes.ignore("messages[" + std::to_string(i) + "].x");
            notes.ignore("y");
            log.tell(notes);
        }
        QCOMPARE(told, (std::vector<std::string>{"The field \"messages[].x\" of a request is ignored.",
                                                 "The field \"y\" of a request is ignored."}));
        // Clients that think of new names do not fill the log.
        for (int i = 0; i < 5000; ++i) {
            openai::RequestNotes notes;
            notes.ignore("x" + std::string(static_cast<size_t>(i), 'x'));
            log.tell(notes);
        }
        QVERIFY(told.size() <= 500);
    }
    void tellsOnceWhatASchemaLacks() {
        std::vector<std::string> told;
        CallLog log([&](const std::string& sentence) { told.push_back(sentence); });
        const ReplyGrammar calls = toolCallGrammar(
            R"([{"name":"f","parameters":{"properties":{"a":{"type":"string","format":"x"}}}}])", false,
            true);
        for (int i = 0; i < 3; ++i) log.tellLeftOut(calls);
        log.tellLeftOut({ReplyGrammar::Kind::LooseJsonSchema, R"({"type":"integer"})"});
        log.tellLeftOut({ReplyGrammar::Kind::Regex, "("});
        QCOMPARE(told.size(), size_t{1});
        for (const char* named : {"\"f\"", "\"a\"", "\"format\""})
            QVERIFY2(told[0].find(named) != std::string::npos, told[0].c_str());
    }
    void callsThatEndAreFigures() {
        CallLog log;
        const std::string answer = test::servedAnswer(
            [&](http::Request request, std::shared_ptr<http::Response> response) {
                ApiCall call;
                call.request = std::move(request);
                call.response = std::move(response);
                call.route = "/x";
                ReplyOutcome outcome;
                outcome.metrics.promptTokens = 5;
                outcome.generatedTokens = 3;
                log.record(call, "tiny", outcome);
                log.refuse(call, {429, "Later.", "", ""});
            },
            "User-Agent: Probe/1.0\r\n");
        QCOMPARE(test::statusOf(answer), 429);
        const auto records = log.figures().log();
        QCOMPARE(records.size(), size_t(2));
        QCOMPARE(records[0].client, std::string("Probe/1.0"));
        QCOMPARE(records[0].model, std::string("tiny"));
        QCOMPARE(records[0].promptTokens, 5);
        QCOMPARE(records[0].generatedTokens, 3);
        QCOMPARE(records[1].status, 429);
        QCOMPARE(records[1].route, std::string("/x"));
    }
};

QTEST_GUILESS_MAIN(TestCallLog)
#include "tst_call_log.moc"
