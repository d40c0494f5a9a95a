// A chat with the model of a server, below the window. The answers are those that vLLM 0.32 gave.
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "chat/recipe_keys.h"
#include "chat/told_tokens.h"
#include "chat_fixture.h"
#include "endpoints/remote_engine.h"
#include "inspector/reply_inspector.h"
#include "inspector/reply_replay.h"
#include "support/fake_chat_server.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// An answer of vLLM with a parser of thoughts; it says nothing of its cache by itself.
FakeChatServer::Answer thoughtful(const QList<QByteArray>& thought, const QList<QByteArray>& words,
                                  const QByteArray& details = "null") {
    FakeChatServer::Answer answer;
    for (const QByteArray& piece : thought)
        answer.pieces += FakeChatServer::event("{\"reasoning\":\"" + piece + "\"}");
    for (const QByteArray& piece : words)
        answer.pieces += FakeChatServer::event("{\"content\":\"" + piece + "\"}");
    answer.pieces += FakeChatServer::event("{}", "\"stop\"");
    answer.pieces +=
        "data: "
        "{\"choices\":[],\"usage\":{\"prompt_tokens\":520,\"completion_tokens\":9,\"prompt_tokens_"
        "details\":" +
        details + "}}\n\ndata: [DONE]\n\n";
    return answer;
}

/// A token of an answer, with its logprobs.
QByteArray token(const QByteArray& field, const QByteArray& text, double chance,
                 const QList<std::pair<QByteArray, double>>& others) {
    const auto told = [](const QByteArray& piece, double likely) {
        return QJsonObject{{"token", QString::fromUtf8(piece)}, {"logprob", std::log(likely)}};
    };
    QJsonArray best{told(text, chance)};
    for (const auto& [piece, likely] : others) best.append(told(piece, likely));
    QJsonObject made = told(text, chance);
    made["top_logprobs"] = best;
    const QJsonObject choice{
        {"index", 0},
        {"delta", field.isEmpty() ? QJsonObject() : QJsonObject{{QString(field), QString::fromUtf8(text)}}},
        {"logprobs", QJsonObject{{"content", QJsonArray{made}}}},
        {"finish_reason", field.isEmpty() ? QJsonValue("stop") : QJsonValue()}};
    return "data: " +
           QJsonDocument(QJsonObject{{"choices", QJsonArray{choice}}}).toJson(QJsonDocument::Compact) +
           "\n\n";
}

/// As vLLM gives it: the thought apart, and the token that ended the reply with its last event.
FakeChatServer::Answer withAlternatives() {
    FakeChatServer::Answer answer;
    answer.pieces = {token("reasoning", "the", 1, {}),
                     token("reasoning", " sea", 0.5, {{" wind", 0.5}}),
                     token("content", "amber", 0.75, {{"cedar", 0.25}}),
                     token("content", " birch", 0.5, {{" willow", 0.25}}),
                     token("content", ".", 1, {}),
                     token({}, "<|im_end|>", 1, {}),
                     "data: [DONE]\n\n"};
    return answer;
}

}  // namespace

class TestServerChat : public QObject {
    Q_OBJECT

    FakeChatServer::Answer m_answer;
    std::unique_ptr<FakeChatServer> m_server;
    std::unique_ptr<test::ChatFixture> m_fixture;

    test::ChatFixture& f() { return *m_fixture; }
    /// The requests for replies that people asked for; the others are for titles.
    QList<QJsonObject> asked() const {
        QList<QJsonObject> bodies;
        for (const FakeChatServer::Request& request : m_server->seen()) {
            const QJsonObject body = QJsonDocument::fromJson(request.body).object();
            if (!lastText(body).startsWith("Write a title")) bodies += body;
        }
        return bodies;
    }
    static QString lastText(const QJsonObject& body) {
        return body["messages"].toArray().last().toObject()["content"].toString();
    }
    static QString verdictOf(ReplyReplay& replay) {
        replay.run();
        while (replay.isRunning()) QTest::qWait(1);
        return replay.verdict();
    }
    QJsonObject recipe(int place) { return f().store->generations().find(f().idAt(place))->recipe; }

private slots:
    void init() {
        m_answer = thoughtful({"the sea ", "matters"}, {"amber ", "birch ", "cedar."});
        m_server =
            std::make_unique<FakeChatServer>([this](const FakeChatServer::Request&) { return m_answer; });
        m_fixture = std::make_unique<test::ChatFixture>(
            store::Store::inMemory(), [this](const EngineOptions&, const auto&, std::stop_token) {
                Endpoint endpoint{"a", "rack", QUrl(m_server->address()), "vLLM", {}};
                endpoint.models.push_back({"tiny", 2048});
                return std::unique_ptr<Engine>(
                    std::make_unique<RemoteEngine>(endpoint, QByteArray(), "tiny"));
            });
        f().load();
    }
    void cleanup() {
        m_fixture.reset();
        m_server.reset();
    }

    void generatedAgainTheTextsAreCompared() {
        f().talk("Name three.");
        ReplyReplay replay(*f().store, f().inference, f().engine);
        replay.setMessage(f().idAt(1));
        QCOMPARE(verdictOf(replay), QString("Same text: all 52 characters match."));
        QVERIFY(replay.isSameText());
        // With the seed that was drawn then.
        const QList<QJsonObject> bodies = asked();
        QCOMPARE(bodies.size(), 2);
        QVERIFY(bodies[0]["seed"].toDouble() > 0);
        QCOMPARE(bodies[1]["seed"], bodies[0]["seed"]);
        QCOMPARE(recipe(1)[recipe::seed].toString(), QString::number(bodies[0]["seed"].toInteger()));

        m_answer = thoughtful({"the sea ", "matters"}, {"amber ", "birch ", "willow."});
        QCOMPARE(verdictOf(replay), QString("The text differs from character 47 on."));
        QVERIFY(!replay.isSameText());
        m_answer = thoughtful({"the sea ", "matters"}, {"amber ", "birch ", "cedar. And more."});
        QCOMPARE(verdictOf(replay), QString("The text differs from character 53 on."));
        m_answer = thoughtful({"the sea ", "matters"}, {"amber"});
        QVERIFY(!verdictOf(replay).startsWith("Same"));
    }

    void aReplyThatWasStoppedIsComparedAsFarAsItWent() {
        m_answer = thoughtful({}, QList<QByteArray>(400, "word "));
        m_answer.pauseMs = 5;
        QVERIFY(f().chat.send("A story."));
        QTRY_VERIFY(f().chat.state() == ChatController::Generating);
        QTest::qWait(50);
        f().chat.stop();
        f().waitForReply();
        QVERIFY(f().shown()[1].size() < 2000);
        ReplyReplay replay(*f().store, f().inference, f().engine);
        replay.setMessage(f().idAt(1));
        QVERIFY2(verdictOf(replay).startsWith("Same text: all "), qPrintable(replay.verdict()));
        m_answer = thoughtful({}, {"word other ", "words"});
        QCOMPARE(verdictOf(replay), QString("The text differs from character 6 on."));
    }

    void callsAreComparedToo() {
        const auto calling = [](const QByteArray& arguments) {
            FakeChatServer::Answer answer;
            answer.pieces = {
                FakeChatServer::event("{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\","
                                      "\"function\":{\"name\":\"calculate\",\"arguments\":" +
                                      arguments + "}}]}"),
                FakeChatServer::event("{}", "\"tool_calls\"")};
            return answer;
        };
        store::Conversation conversation;
        store::Message question, reply;
        question.role = store::Role::User, question.text = "2+2?";
        reply.role = store::Role::Assistant, reply.model = f().engine.modelName();
        f().store->addTurn(conversation, question, reply);
        reply.calls = {{"c1", "calculate", "{\"expression\":\"2+2\"}", {}}};
        reply.state = store::MessageState::Complete;
        store::Generation generation;
        generation.recipe = {{recipe::tools,
                              "{\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"calculate\","
                              "\"parameters\":{\"type\":\"object\"}}}]}"}};
        generation.finishReason = FinishReason::EndOfText;
        f().store->finishReply(reply, generation);
        ReplyReplay replay(*f().store, f().inference, f().engine);
        replay.setMessage(reply.id);
        m_answer = calling("\"{\\\"expression\\\":\\\"2+2\\\"}\"");
        QCOMPARE(verdictOf(replay), QString("Same text and same calls."));
        m_answer = calling("\"{\\\"expression\\\":\\\"2+3\\\"}\"");
        QVERIFY2(verdictOf(replay).startsWith("The text is the same, and the calls of tools differ."),
                 qPrintable(replay.verdict()));
        QVERIFY(!replay.isSameText());
    }

    void nothingIsComparedWithNothing() {
        m_answer = thoughtful({}, {});
        f().talk("Name three.");
        ReplyReplay replay(*f().store, f().inference, f().engine);
        replay.setMessage(f().idAt(1));
        QCOMPARE(verdictOf(replay), QString("This reply has no text to compare with."));
        QVERIFY(!replay.isSameText());
    }

    void theRecipeSaysNothingThatIsNotKnown() {
        f().talk("Name three.");
        QCOMPARE(recipe(1)[recipe::kvType].toString(), QString());
        QCOMPARE(recipe(1)[recipe::weightsHash].toString(), QString());
        // An earlier version kept 0 where the server had drawn the seed.
        store::Generation old = *f().store->generations().find(f().idAt(1));
        old.recipe[recipe::seed] = "0";
        f().store->generations().put(f().idAt(1), old);
        ReplyReplay replay(*f().store, f().inference, f().engine);
        replay.setMessage(f().idAt(1));
        m_answer = thoughtful({}, {"willow"});
        QVERIFY2(verdictOf(replay).contains("the seed, which is not known"), qPrintable(replay.verdict()));
    }

    void thoughtsAreNotSentBackAsText() {
        f().talk("Name three.");
        f().talk("And one more.");
        QTRY_VERIFY(m_server->seen().size() >= 3);  // the title
        QVERIFY(f().shown()[1].startsWith("<think>\nthe sea matters\n</think>"));
        for (const FakeChatServer::Request& request : m_server->seen())
            QVERIFY2(!request.body.contains("think>"), request.body.constData());
        const QJsonObject reply = asked().last()["messages"].toArray()[1].toObject();
        QCOMPARE(reply["content"].toString(), QString("amber birch cedar."));
        QCOMPARE(reply["reasoning"].toString(), QString("the sea matters"));
    }

    void aCacheThatIsNotKnownIsNotEmpty() {
        f().talk("Name three.");
        const QString figures = f().lastRow(MessageBlockModel::FiguresRole).toString();
        QVERIFY2(
            figures.contains("prompt 520") && !figures.contains("reused") && !figures.contains("processed"),
            qPrintable(figures));
        QVERIFY(!f().chat.figures->cacheKnown());
        QCOMPARE(f().chat.figures->contextUsed(), 529);
        QCOMPARE(f().chat.figures->estimateCached(), -1);
        m_answer = thoughtful({}, {"yes"}, "{\"cached_tokens\":512}");
        f().talk("And now?");
        const QString told = f().lastRow(MessageBlockModel::FiguresRole).toString();
        QVERIFY2(told.contains("reused 512 · processed 8"), qPrintable(told));
        // The server does not report the size of its cache for the next prompt.
        QTRY_VERIFY(f().chat.figures->contextUsed() > 0);
        QVERIFY(!f().chat.figures->cacheKnown());
    }

    void theInspectorKnowsNoMoreThanTheServerSays() {
        f().talk("Name three.");
        ReplyInspector inspector(*f().store, f().inference, f().engine);
        inspector.inspect(f().idAt(1));
        QCOMPARE(inspector.tokenCount(), 9);
        QCOMPARE(inspector.times()->generatedTokens(), 9);
        QCOMPARE(inspector.times()->processedTokens(), -1);
        inspector.setShowsPrompt(true);
        QCOMPARE(inspector.tokenCount(), 520);
        QTRY_VERIFY2(inspector.note().contains("server"), qPrintable(inspector.note()));
        QCOMPARE(inspector.cache()->text(), QString());
        inspector.inspect(f().idAt(0));
        QTest::qWait(50);
        QCOMPARE(inspector.tokenCount(), -1);
        inspector.way()->setShown(true);
        inspector.way()->setMessage(f().idAt(1));
        for (const QVariant& step : inspector.way()->steps()) {
            const QString text = step.toMap()["text"].toString();
            QVERIFY2(!text.startsWith("0"), qPrintable(step.toMap()["name"].toString() + ": " + text));
        }
    }

    void theAlternativesThatTheServerTellsAreShown() {
        m_answer = withAlternatives();
        f().talk("Name two.");
        const QJsonObject body = asked().last();
        QCOMPARE(body["logprobs"].toBool(), true);
        QCOMPARE(body["top_logprobs"].toInt(), NextTokenModel::maxRows);
        QVERIFY(f().store->generations().find(f().idAt(1))->tokens.empty());

        ReplyInspector inspector(*f().store, f().inference, f().engine);
        inspector.inspect(f().idAt(1));
        QVERIFY(inspector.isOfServer());
        QCOMPARE(inspector.note(), QString());
        QCOMPARE(inspector.tokenCount(), 6);
        const auto token = [&](int row, int role) { return inspector.tokens()->index(row).data(role); };
        QCOMPARE(token(3, TokenRows::PieceRole).toString(), QString(" birch"));
        QCOMPARE(token(3, TokenRows::TokenIdRole).toInt(), -1);
        QVERIFY(std::abs(token(3, TokenRows::ChanceRole).toDouble() - 0.5) < 1e-3);
        QCOMPARE(token(3, TokenRows::BytesRole).toString(), QString("20 62 69 72 63 68"));

        NextTokenModel& alternatives = *inspector.alternatives();
        alternatives.show(3);
        QCOMPARE(alternatives.count(), 2);
        QVERIFY2(alternatives.after().endsWith("amber"), qPrintable(alternatives.after()));
        const auto other = [&](int row, int role) { return alternatives.index(row).data(role); };
        QCOMPARE(other(0, NextTokenModel::PieceRole).toString(), QString::fromUtf8("·birch"));
        QVERIFY(other(0, NextTokenModel::ChosenRole).toBool());
        QCOMPARE(other(1, NextTokenModel::PieceRole).toString(), QString::fromUtf8("·willow"));
        QVERIFY(!other(1, NextTokenModel::ChosenRole).toBool());
        QVERIFY(std::abs(other(1, NextTokenModel::PlainRole).toDouble() - 0.25) < 1e-3);
        QVERIFY(std::abs(alternatives.entropy() - 1.5) < 1e-2);

        inspector.way()->setShown(true);
        inspector.way()->setMessage(f().idAt(1));
        QStringList way;
        for (const QVariant& step : inspector.way()->steps()) way += step.toMap()["text"].toString();
        QVERIFY2(way.contains("the first token had 100.0 %"), qPrintable(way.join('\n')));

        // They need no model here, and are those of this reply alone.
        f().engine.unload();
        QVERIFY(!f().engine.isReady());
        inspector.inspect(f().idAt(1));
        QCOMPARE(inspector.tokens()->count(), 6);
        inspector.inspect(f().idAt(0));
        QVERIFY(!inspector.isOfServer());
    }

    void aReplyBranchesAtATokenOfTheServer() {
        m_answer = withAlternatives();
        f().talk("Name two.");
        const qint64 first = f().idAt(1);
        m_answer = thoughtful({}, {" zephyr."});
        f().chat.versions->branchAt(first, 3, 1);
        f().waitForReply();
        QCOMPARE(f().shown()[1], QString("<think>\nthe sea\n</think>\n\namber willow zephyr."));
        const QJsonObject body = asked().last();
        QVERIFY(body["continue_final_message"].toBool());
        QCOMPARE(lastText(body), QString("amber willow"));
        const auto made = unpackToldTokens(f().store->generations().find(f().idAt(1))->toldTokens);
        QCOMPARE(made.size(), size_t{4});
        QCOMPARE(made[3].text, std::string(" willow"));

        // Fails if a token's position in the text is unknown, and at the token that ends the reply.
        const qsizetype before = asked().size();
        f().chat.versions->branchAt(first, 1, 1);
        QVERIFY(f().toasts.isVisible());
        f().chat.versions->branchAt(first, 5, 0);
        f().chat.versions->branchAt(first, 3, 2);
        f().chat.versions->branchAt(first, 6, 0);
        QTest::qWait(30);
        QCOMPARE(asked().size(), before);
    }

    // With an end that the text has not, as vLLM tells it.
    void aReplyThatGoesOnKeepsItsTokens() {
        m_answer = withAlternatives();
        f().talk("Name two.");
        f().chat.versions->continueReply(f().idAt(1));
        f().waitForReply();
        const auto made = unpackToldTokens(f().store->generations().find(f().idAt(1))->toldTokens);
        QCOMPARE(made.size(), size_t{11});
        QCOMPARE(made[4].text, std::string("."));
        QCOMPARE(made[5].text, std::string("the"));
        // Those of an end alone would stand for the whole.
        m_answer = thoughtful({}, {"amber"});
        f().talk("Name one.");
        m_answer = withAlternatives();
        f().chat.versions->continueReply(f().idAt(3));
        f().waitForReply();
        QVERIFY(f().store->generations().find(f().idAt(3))->toldTokens.isEmpty());
    }

    void aServerThatRefusesAlternativesStillReplies() {
        m_server = std::make_unique<FakeChatServer>([this](const FakeChatServer::Request& request) {
            if (!request.body.contains("logprobs")) return m_answer;
            FakeChatServer::Answer refusal;
            refusal.status = 400;
            refusal.type = "application/json";
            refusal.pieces = {
                R"({"error":{"message":"logprobs are disabled on this server","type":"BadRequestError","code":400}})"};
            return refusal;
        });
        f().load();
        f().talk("Name three.");
        QCOMPARE(f().shown()[1], QString("<think>\nthe sea matters\n</think>\n\namber birch cedar."));
        const qsizetype before = asked().size();
        f().talk("And now?");
        // It is not asked again.
        QCOMPARE(asked().size(), before + 1);
    }

    void aThoughtThatReachedItsLimitGoesOn() {
        FakeChatServer::Answer cut;
        cut.pieces = {
            FakeChatServer::event("{\"reasoning\":\"the sea\"}"), FakeChatServer::event("{}", "\"length\""),
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":20,\"completion_tokens\":4}}\n\ndata: "
            "[DONE]\n\n"};
        m_answer = cut;
        f().talk("Name three.");
        QCOMPARE(f().shown()[1], QString("<think>\nthe sea"));
        m_answer = thoughtful({" matters"}, {"amber."});
        f().chat.versions->continueReply(f().idAt(1));
        f().waitForReply();
        QCOMPARE(f().shown()[1], QString("<think>\nthe sea matters\n</think>\n\namber."));
        const QJsonObject body = asked().last();
        QVERIFY(body["continue_final_message"].toBool());
        QCOMPARE(lastText(body), QString("<think>\nthe sea"));
        ReplyReplay replay(*f().store, f().inference, f().engine);
        replay.setMessage(f().idAt(1));
        QVERIFY(!verdictOf(replay).isEmpty());
    }
};

QTEST_MAIN(TestServerChat)
#include "tst_server_chat.moc"
