#include "inspector/reply_inspector.h"

#include <QJsonArray>
#include <QSignalSpy>
#include <QtTest>

#include "inference/engine_status.h"
#include "inference/inference_thread.h"
#include "settings/app_settings.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestReplyInspector : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    std::unique_ptr<AppSettings> m_settings;
    std::unique_ptr<InferenceThread> m_inference;
    std::unique_ptr<EngineStatus> m_engine;

    qint64 reply(const store::Generation& generation, const QString& model) {
        store::Conversation conversation;
        store::Message message, answer;
        message.role = store::Role::User;
        message.text = QStringLiteral("question");
        answer.role = store::Role::Assistant;
        m_store->addTurn(conversation, message, answer);
        answer.text = QStringLiteral("answer");
        answer.model = model;
        m_store->finishReply(answer, generation);
        return answer.id;
    }
    void loadModel() {
        QSignalSpy ready(m_engine.get(), &EngineStatus::becameReady);
        m_engine->load(QStringLiteral("x.gguf"));
        QVERIFY(ready.wait());
    }
    static store::Generation sample() {
        store::Generation generation;
        generation.tokens = {5, 6, 7, 8};
        generation.probabilities = {0.95f, 0.4f, 0.05f, 0.7f};
        generation.metrics = {{"processedTokens", 37}, {"templateMs", 0.4},
                              {"tokenizeMs", 0.9},     {"prefillMs", 66.3},
                              {"decodeMs", 3490},      {"timeToFirstTokenMs", 84},
                              {"totalMs", 3600},       {"interTokenMs", QJsonArray{16, 17, 31, 16}}};
        return generation;
    }

private slots:
    void init() {
        m_store = store::Store::inMemory();
        m_settings = std::make_unique<AppSettings>(*m_store);
        m_inference =
            std::make_unique<InferenceThread>(test::scripted(std::make_shared<test::EngineScript>()));
        m_engine = std::make_unique<EngineStatus>(*m_inference, *m_settings);
    }
    void cleanup() {
        m_engine.reset();
        m_inference.reset();
        m_settings.reset();
        m_store.reset();
    }

    void saysWhyThereIsNothing() {
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        QVERIFY(!inspector.isActive());
        inspector.inspect(4711);
        QVERIFY(inspector.isActive());
        QVERIFY(!inspector.note().isEmpty());
        QCOMPARE(inspector.tokens()->count(), 0);
        QCOMPARE(inspector.times()->longestMs(), 0.0);
    }

    // The texts are in the file of the model that made them: another one would show nonsense.
    void needsTheModelOfTheReply() {
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        inspector.inspect(reply(sample(), QStringLiteral("Another")));
        QVERIFY(inspector.note().contains(QStringLiteral("Another")));
        QCOMPARE(inspector.tokens()->count(), 0);
        QCOMPARE(inspector.tokens()->tokenCount(), 4);
        QCOMPARE(inspector.times()->timeToFirstTokenMs(), 84.0);
    }

    void showsTokensAndTimes() {
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        const qint64 id = reply(sample(), m_engine->modelName());
        inspector.inspect(id);
        QCOMPARE(inspector.messageId(), id);
        QVERIFY(inspector.isReply());
        QCOMPARE(inspector.note(), QString());
        QCOMPARE(inspector.tokens()->count(), 4);
        QCOMPARE(inspector.tokens()->index(2).data(TokenRows::LevelRole).toInt(), 4);
        QCOMPARE(inspector.times()->processedTokens(), 37);
        QCOMPARE(inspector.alternatives()->messageId(), id);
        QTRY_VERIFY(!inspector.cache()->text().isEmpty());
    }

    void thePromptTakesThePlaceOfTheReply() {
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        inspector.inspect(reply(sample(), m_engine->modelName()));
        QSignalSpy changed(&inspector, &ReplyInspector::changed);
        inspector.setShowsPrompt(true);
        QVERIFY(inspector.showsPrompt());
        QCOMPARE(inspector.tokens()->count(), 0);
        // The durations are those of the reply as before.
        QCOMPARE(inspector.times()->timeToFirstTokenMs(), 84.0);
        inspector.setShowsPrompt(false);
        QCOMPARE(inspector.tokens()->count(), 4);
        QVERIFY(changed.count() >= 2);
    }

    void aReplyWithoutTokensSaysWhy() {
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        // As one that two models together would have answered, and nobody knows which.
        store::Generation nothing;
        nothing.recipe = {{"model", "Automatic"}};
        const qint64 id = reply(nothing, QStringLiteral("Automatic"));
        store::Message empty = *m_store->messages().find(id);
        inspector.inspect(id);
        QVERIFY2(inspector.note().startsWith("Only the server knows"), qPrintable(inspector.note()));
        empty.text.clear();
        m_store->messages().update(empty);
        inspector.inspect(id);
        QCOMPARE(inspector.note(), QString("This reply ended before its first token."));
        QCOMPARE(inspector.subject(), QString("To “question”"));
    }

    void aPromptThatCannotBeMadeSaysWhy() {
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        inspector.inspect(4711);
        inspector.setShowsPrompt(true);
        QVERIFY(inspector.note().startsWith("Nothing is stored"));
        QCOMPARE(inspector.tokens()->count(), 0);
        // Another message begins with itself.
        inspector.inspect(4712);
        QVERIFY(!inspector.showsPrompt());
    }

    void whatThePersonWroteHasTokensToo() {
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        const qint64 answer = reply(sample(), m_engine->modelName());
        const qint64 question = m_store->messages().find(answer)->parentId;
        inspector.inspect(question);
        QVERIFY(!inspector.isReply());
        QVERIFY2(inspector.note().startsWith("Load a model"), qPrintable(inspector.note()));
        loadModel();
        inspector.inspect(question);
        // The script has no vocabulary, as a server's model has none here.
        QTRY_VERIFY(inspector.note().contains("Only the server knows"));
        QCOMPARE(inspector.tokens()->count(), 0);
        inspector.inspect(answer);
        QVERIFY(inspector.isReply());
        QCOMPARE(inspector.note(), QString());
        QTRY_VERIFY(
            inspector.tokens()->sharesText().replace(QChar::Nbsp, ' ').startsWith("Text: 4 tokens, "));
    }
};

QTEST_MAIN(TestReplyInspector)
#include "tst_reply_inspector.moc"
