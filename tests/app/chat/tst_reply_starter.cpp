#include "chat/reply_starter.h"

#include "chat/reply_figures.h"
#include "chat_fixture.h"
#include "endpoints/endpoint.h"

using namespace hearth;
using namespace hearth::app;

class TestReplyStarter : public QObject {
    Q_OBJECT

    /// A question and the empty reply to it, in the store.
    static std::vector<store::Message> turn(store::Store& store, store::Conversation& conversation) {
        store::Message message, answer;
        message.text = "Q";
        answer.role = store::Role::Assistant;
        answer.model = "Scripted";
        store.addTurn(conversation, message, answer);
        return {message, answer};
    }

private slots:
    void theRequestAndTheRecipeSayTheSame() {
        test::ChatFixture f;
        f.load();
        ReplyRunner runner(*f.store, f.inference);
        ReplyStarter starter(*f.store, runner, f.engine);
        starter.setSpeculation([](const OpenModel&) { return Speculation::PromptLookup; });
        QSignalSpy finished(&runner, &ReplyRunner::finished);
        store::Conversation conversation;
        conversation.systemPrompt = "Be brief.";
        const auto path = turn(*f.store, conversation);
        starter.start(conversation, path, {{{"temperature", 0.25}}});
        QVERIFY(runner.find(path[1].id) != nullptr);
        QCOMPARE(runner.ofConversation(conversation.id)->message.id, path[1].id);
        QVERIFY(finished.wait());
        const GenerationRequest& request = f.script->requests.at(0);
        QCOMPARE(request.messages.size(), 2U);
        QCOMPARE(request.messages[0].content, std::string("Be brief."));
        QCOMPARE(request.sampling.temperature, 0.25F);
        QVERIFY(!request.continueLast);
        QCOMPARE(request.speculation, Speculation::PromptLookup);
        const auto made = f.store->generations().find(path[1].id);
        QCOMPARE(made->recipe.value("systemPrompt").toString(), QString("Be brief."));
        QCOMPARE(made->recipe.value("sampling").toObject().value("temperature").toDouble(), 0.25);
        QCOMPARE(made->recipe.value("continued").toBool(), false);
    }

    // 30 tokens read at 1,000 a million and 4 written at 5,000: 0.03 and 0.02.
    void aReplyOfAServerKeepsItsPrice() {
        test::ChatFixture f;
        Endpoint cloud;
        cloud.id = "12345678";
        cloud.address = QUrl("https://api.example.org/v1");
        cloud.prices = {1000, 5000};
        f.store->settings().put("endpoints", writeEndpoints({cloud}));
        QSignalSpy ready(&f.engine, &EngineStatus::becameReady);
        f.engine.load("endpoint:12345678/large");
        QVERIFY(ready.wait());
        ReplyRunner runner(*f.store, f.inference);
        ReplyStarter starter(*f.store, runner, f.engine);
        QSignalSpy finished(&runner, &ReplyRunner::finished);
        store::Conversation conversation;
        const auto path = turn(*f.store, conversation);
        starter.start(conversation, path, {});
        QVERIFY(finished.wait());
        const QJsonObject recipe = f.store->generations().find(path[1].id)->recipe;
        QCOMPARE(recipe.value("priceRead").toDouble(), 1000.0);
        QCOMPARE(recipe.value("priceWritten").toDouble(), 5000.0);
        const QString figures = shownFigures(f.store->messages().find(path[1].id)->figures);
        QVERIFY2(figures.endsWith("cost 0.050") || figures.endsWith("cost 0.05"), qPrintable(figures));
        QVERIFY(qAbs(f.store->generations().sums({}).cost - 0.05) < 1e-9);
    }

    void aChatMayWantNoEarlierReplies() {
        test::ChatFixture f;
        f.load();
        ReplyRunner runner(*f.store, f.inference);
        ReplyStarter starter(*f.store, runner, f.engine);
        QSignalSpy finished(&runner, &ReplyRunner::finished);
        store::Conversation conversation;
        const auto path = turn(*f.store, conversation);
        starter.start(conversation, path, {{{"reuseReplies", false}}});
        QVERIFY(finished.wait());
        QVERIFY(f.script->requests.at(0).replyReuse == ReplyReuse::Off);
    }

    void aReplyIsHeldToWhatItsChatSays() {
        test::ChatFixture f;
        f.load();
        ReplyRunner runner(*f.store, f.inference);
        ReplyStarter starter(*f.store, runner, f.engine);
        QSignalSpy finished(&runner, &ReplyRunner::finished);
        store::Conversation conversation;
        conversation.structure = {{"on", true}, {"kind", "regex"}, {"regex", "yes|no"}};
        const auto path = turn(*f.store, conversation);
        starter.start(conversation, path, {{{"thinking", "off"}, {"effort", "low"}}});
        QVERIFY(finished.wait());
        const GenerationRequest& request = f.script->requests.at(0);
        QCOMPARE(request.grammar, (ReplyGrammar{ReplyGrammar::Kind::Regex, "yes|no"}));
        QCOMPARE(request.templateVariables,
                 std::string("{\"enable_thinking\":false,\"reasoning_effort\":\"low\"}"));
        const QJsonObject recipe = f.store->generations().find(path[1].id)->recipe;
        QCOMPARE(recipe.value("structure").toObject(),
                 (QJsonObject{{"kind", "regex"}, {"source", "yes|no"}}));
        QVERIFY(!recipe.contains("tools"));
    }

    void aTextThatIsThereIsContinuedByItsTokens() {
        test::ChatFixture f;
        f.load();
        ReplyRunner runner(*f.store, f.inference);
        ReplyStarter starter(*f.store, runner, f.engine);
        QSignalSpy finished(&runner, &ReplyRunner::finished);
        store::Conversation conversation;
        auto path = turn(*f.store, conversation);
        path[1].text = "It is";
        store::Generation before;
        before.tokens = {7, 8};
        starter.start(conversation, path, {{}, before});
        QVERIFY(finished.wait());
        const GenerationRequest& request = f.script->requests.at(0);
        QVERIFY(request.continueLast);
        QCOMPARE(request.messages.back().content, std::string("It is"));
        QCOMPARE(request.messages.back().tokens, std::vector<TokenId>({7, 8}));
        QCOMPARE(f.store->messages().find(path[1].id)->text, QString("It isHello, world."));
    }

    void theModelOfTheChatAnswers() {
        test::ChatFixture f(store::Store::inMemory(), test::ChatFixture::engineOfEachModel());
        f.load("b.gguf");
        f.load("a.gguf");
        ReplyRunner runner(*f.store, f.inference);
        ReplyStarter starter(*f.store, runner, f.engine);
        QSignalSpy finished(&runner, &ReplyRunner::finished);
        store::Conversation conversation;
        conversation.modelPath = "b.gguf";
        const auto path = turn(*f.store, conversation);
        QCOMPARE(starter.modelOf(conversation).path, QString("b.gguf"));
        starter.start(conversation, path, {});
        QVERIFY(finished.wait());
        QCOMPARE(finished[0][0].value<store::Message>().text, QString("b"));
        QCOMPARE(f.store->generations().find(path[1].id)->recipe.value("model").toString(), QString("b"));
        // One that is gone is replaced by the current one, for the chat from now on.
        conversation.modelPath = "gone.gguf";
        starter.start(conversation, path, {});
        QVERIFY(finished.wait());
        QCOMPARE(finished[1][0].value<store::Message>().text, QString("a"));
        QCOMPARE(f.store->conversations().find(conversation.id)->modelPath, QString("a.gguf"));
    }
};

QTEST_GUILESS_MAIN(TestReplyStarter)
#include "tst_reply_starter.moc"
