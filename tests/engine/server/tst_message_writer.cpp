#include "server/message_writer.h"

#include <QtTest>

#include "engine/server/served_answer.h"
#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using namespace hearth::server;

class TestMessageWriter : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer = test::SampleVocabulary::byteLevel().tokenizer();
    std::string m_heard;

    std::string answerOf(bool stream, const std::function<void(ReplyWriter&)>& write) {
        m_heard.clear();
        return test::servedAnswer([&](const http::Request&, auto response) {
            const auto writer = messageWriter(
                response, {.id = "msg_1", .model = "Tiny"}, stream, *m_tokenizer,
                [&](const std::string& content, const GenerationResult&) { m_heard = content; });
            write(*writer);
        });
    }
    static void say(ReplyWriter& writer) {
        ReplyDelta delta;
        delta.text = "Hello";
        QVERIFY(writer.promptProgress(0, 7, 10, 7) && writer.promptProgress(0, 10, 10, 7));
        QVERIFY(writer.begin() && writer.add(0, delta) && !writer.hasEnough(0));
        writer.finish(0, {});
    }

private slots:
    void oneBody() {
        const std::string answer = answerOf(false, say);
        QCOMPARE(test::statusOf(answer), 200);
        QVERIFY(answer.find(R"([{"type":"text","text":"Hello"}])") != std::string::npos);
        QCOMPARE(m_heard, std::string("Hello"));
    }
    void events() {
        const std::string answer = test::unchunked(answerOf(true, say));
        QVERIFY(answer.starts_with("event: message_start\ndata: {"));
        QVERIFY(answer.find(R"("cache_read_input_tokens":7)") != std::string::npos);
        // It began once.
        QCOMPARE(answer.find("event: message_start", 1), std::string::npos);
        QVERIFY(answer.ends_with("data: {\"type\":\"message_stop\"}\n\n"));
        QCOMPARE(m_heard, std::string("Hello"));
    }
    void failures() {
        const auto fail = [](ReplyWriter& writer) {
            writer.fail(Error(ErrorCode::ContextFull, "Too long."));
        };
        for (const bool stream : {false, true}) {
            const std::string answer = answerOf(stream, fail);
            QCOMPARE(test::statusOf(answer), 400);
            QVERIFY(answer.find("invalid_request_error") != std::string::npos);
        }
        const std::string late = test::unchunked(answerOf(true, [&](ReplyWriter& writer) {
            QVERIFY(writer.promptProgress(0, 0, 10, 0));
            fail(writer);
        }));
        QVERIFY(late.find("event: error\ndata: {\"type\":\"error\"") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestMessageWriter)
#include "tst_message_writer.moc"
