#include "chat/request_builder.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestRequestBuilder : public QObject {
    Q_OBJECT

private slots:
    void tokensGoAlongOnlyWhereTheyAreTheText() {
        const auto store = store::Store::inMemory();
        store::Conversation conversation;
        store::Message question, reply;
        question.text = QStringLiteral("Q");
        reply.role = store::Role::Assistant;
        store->addTurn(conversation, question, reply);
        reply.text = QStringLiteral("A");
        reply.state = store::MessageState::Complete;
        reply.model = QStringLiteral("M");
        store->finishReply(reply, {{1, 2}, {1, 1}, {}, {}, {}, FinishReason::EndOfText});
        RequestBuilder builder(*store);
        const auto tokens = [&](const store::Message& message, const QString& model) {
            builder.clear();
            return builder.build({}, {question, message}, model, {}).messages.at(1).tokens;
        };
        QCOMPARE(tokens(reply, "M"), (std::vector<TokenId>{1, 2}));
        QVERIFY(tokens(reply, "another model").empty());
        store::Message interrupted = reply;
        interrupted.state = store::MessageState::Interrupted;
        QVERIFY(tokens(interrupted, "M").empty());
        store->generations().put(reply.id, {{1, 2}, {}, {}, {}, {}, FinishReason::StopString});
        QVERIFY(tokens(reply, "M").empty());
    }

    void emptyRepliesAndPromptsAreLeftOut() {
        const auto store = store::Store::inMemory();
        RequestBuilder builder(*store);
        store::Message question, reply;
        question.text = QStringLiteral("Q");
        reply.role = store::Role::Assistant;
        const GenerationRequest request = builder.build(QStringLiteral("  \n"), {question, reply}, {}, {});
        QCOMPARE(request.messages.size(), 1U);
        QCOMPARE(request.messages[0].role, std::string("user"));
    }
};

QTEST_GUILESS_MAIN(TestRequestBuilder)
#include "tst_request_builder.moc"
