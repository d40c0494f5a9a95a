#include "server/response_writer.h"

#include <QtTest>
#include <nlohmann/json.hpp>

#include "engine/server/served_answer.h"
#include "engine/text/sample_vocabulary.h"

using namespace hearth;
using namespace hearth::server;

class TestResponseWriter : public QObject {
    Q_OBJECT

    std::unique_ptr<Tokenizer> m_tokenizer = test::SampleVocabulary::byteLevel().tokenizer();
    std::string m_heard;
    openai::Json m_ended;

    std::string answerOf(bool stream, const std::function<void(ReplyWriter&)>& write) {
        m_heard.clear();
        m_ended = nullptr;
        return test::servedAnswer([&](const http::Request&, auto response) {
            openai::RequestNotes notes;
            const auto request = openai::readResponseRequest({{"input", "Hi."}}, notes);
            const auto writer = responseWriter(
                response, openai::responseHead("resp_1", "Tiny", 7, request), stream, *m_tokenizer,
                [&](const std::string& content, const GenerationResult&) { m_heard = content; },
                [&](const openai::Json& json) { m_ended = json; });
            write(*writer);
        });
    }
    static void say(ReplyWriter& writer) {
        ReplyDelta delta;
        delta.text = "Hello";
        QVERIFY(writer.promptProgress(0, 7, 10, 7) && writer.begin() && writer.add(0, delta));
        writer.finish(0, {});
    }

private slots:
    void oneBody() {
        const std::string answer = answerOf(false, say);
        QCOMPARE(test::statusOf(answer), 200);
        QVERIFY(answer.ends_with(m_ended.dump()));
        QCOMPARE(m_ended.at("status"), openai::Json("completed"));
        QCOMPARE(m_heard, std::string("Hello"));
    }
    void events() {
        const std::string answer = test::unchunked(answerOf(true, say));
        QVERIFY(answer.starts_with("event: response.created\ndata: {"));
        QVERIFY(answer.ends_with(R"("response":)" + m_ended.dump() + "}\n\n"));
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
        QVERIFY(late.find("event: response.failed") != std::string::npos);
        QVERIFY(m_ended.is_null());
    }
};

QTEST_GUILESS_MAIN(TestResponseWriter)
#include "tst_response_writer.moc"
