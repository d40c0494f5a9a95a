#include "server/completion_writer.h"

#include <QtTest>

#include "engine/server/served_answer.h"
#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using namespace hearth::server;

class TestCompletionWriter : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer = test::SampleVocabulary::byteLevel().tokenizer();
    std::string m_heard;

    std::string answerOf(bool stream, const std::function<void(ReplyWriter&)>& write) {
        return test::servedAnswer([&](const http::Request&, auto response) {
            openai::CompletionRequest request;
            request.stream = stream;
            const auto writer = completionWriter(
                response, {"chatcmpl-1", "Tiny", 7}, request, *m_tokenizer,
                [&](const std::string& content, const GenerationResult&) { m_heard = content; });
            write(*writer);
        });
    }
    static void say(ReplyWriter& writer) {
        ReplyDelta delta;
        delta.text = delta.shown = "Hello";
        QVERIFY(writer.begin() && writer.add(0, delta));
        writer.finish(0, {});
    }

private slots:
    void oneBody() {
        const std::string answer = answerOf(false, say);
        QCOMPARE(test::statusOf(answer), 200);
        QVERIFY(answer.find("\"content\":\"Hello\"") != std::string::npos);
        QCOMPARE(m_heard, std::string("Hello"));
    }
    void events() {
        m_heard.clear();
        const std::string answer = test::unchunked(answerOf(true, say));
        QVERIFY(answer.starts_with("data: {"));
        QVERIFY(answer.ends_with("data: [DONE]\n\n"));
        QCOMPARE(m_heard, std::string("Hello"));
    }
    void failures() {
        const auto fail = [](ReplyWriter& writer) {
            writer.fail(Error(ErrorCode::ContextFull, "Too long."));
        };
        for (const bool stream : {false, true}) {
            const std::string answer = answerOf(stream, fail);
            QCOMPARE(test::statusOf(answer), 400);
            QVERIFY(answer.find("context_length_exceeded") != std::string::npos);
        }
        const std::string late = test::unchunked(answerOf(true, [&](ReplyWriter& writer) {
            QVERIFY(writer.begin());
            fail(writer);
        }));
        QVERIFY(late.find("\"error\"") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestCompletionWriter)
#include "tst_completion_writer.moc"
