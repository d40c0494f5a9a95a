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
        inspector.inspect(4711);
        QVERIFY(!inspector.note().isEmpty());
        QCOMPARE(inspector.count(), 0);
        QCOMPARE(inspector.longestMs(), 0.0);
        QVERIFY(inspector.intervals().isEmpty());
    }

    // The texts are in the file of the model that made them: another one would show nonsense.
    void needsTheModelOfTheReply() {
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        inspector.inspect(reply(sample(), QStringLiteral("Another")));
        QVERIFY(inspector.note().contains(QStringLiteral("Another")));
        QCOMPARE(inspector.count(), 0);
        QCOMPARE(inspector.tokenCount(), 4);
        QCOMPARE(inspector.timeToFirstTokenMs(), 84.0);
    }

    void showsTokensAndFigures() {
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        QSignalSpy data(&inspector, &QAbstractItemModel::dataChanged);
        inspector.inspect(reply(sample(), m_engine->modelName()));
        QCOMPARE(inspector.note(), QString());
        QCOMPARE(inspector.count(), 4);
        QVERIFY(data.wait());
        QCOMPARE(inspector.index(1).data(ReplyInspector::TokenIdRole).toInt(), 6);
        QCOMPARE(inspector.index(0).data(ReplyInspector::LevelRole).toInt(), 0);
        QCOMPARE(inspector.index(1).data(ReplyInspector::LevelRole).toInt(), 2);
        QCOMPARE(inspector.index(2).data(ReplyInspector::LevelRole).toInt(), 4);
        QVERIFY(std::abs(inspector.index(3).data(ReplyInspector::ChanceRole).toDouble() - 0.7) < 1e-6);
        QVERIFY(std::abs(inspector.firstTokenMs() - 16.4) < 1e-9);
        QCOMPARE(inspector.processedTokens(), 37);
        QCOMPARE(inspector.medianMs(), 16.0);
        QCOMPARE(inspector.p95Ms(), 31.0);
        QCOMPARE(inspector.longestMs(), 31.0);
        QCOMPARE(inspector.draftsText(), QString());
        store::Generation drafted = sample();
        drafted.metrics.insert("draftedTokens", 1040);
        drafted.metrics.insert("acceptedTokens", 31);
        ReplyInspector other(*m_store, *m_inference, *m_engine);
        other.inspect(reply(drafted, m_engine->modelName()));
        QCOMPARE(other.draftsText(), QStringLiteral("drafted 1,040  ·  accepted 31"));
        QCOMPARE(inspector.intervals(), (QVariantList{16.0, 17.0, 31.0, 16.0}));
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
        QCOMPARE(inspector.count(), 0);
        inspector.inspect(answer);
        QVERIFY(inspector.isReply());
        QCOMPARE(inspector.note(), QString());
        QTRY_VERIFY(inspector.sharesText().replace(QChar::Nbsp, ' ').startsWith("Text: 4 tokens, "));
    }

    // Every bar is the longest of its stretch, so a stutter cannot hide.
    void longRepliesKeepTheirPeaks() {
        store::Generation generation = sample();
        QJsonArray times;
        for (int i = 0; i < 1000; ++i) times.append(i == 637 ? 500 : 10);
        generation.metrics["interTokenMs"] = times;
        generation.tokens.assign(3000, 1);
        generation.probabilities.clear();
        loadModel();
        ReplyInspector inspector(*m_store, *m_inference, *m_engine);
        inspector.inspect(reply(generation, m_engine->modelName()));
        QVERIFY(inspector.intervals().size() <= ReplyInspector::maxBars);
        QVERIFY(inspector.intervals().contains(500.0));
        QCOMPARE(inspector.count(), ReplyInspector::maxTokens);
        QCOMPARE(inspector.tokenCount(), 3000);
        QCOMPARE(inspector.index(0).data(ReplyInspector::LevelRole).toInt(), 0);
    }

    void charactersSpreadOverTokens() {
        const QByteArray euro = QStringLiteral("\u20ac").toUtf8();
        QCOMPARE(ReplyInspector::textsOf({" a", euro.left(1), euro.mid(1), "b\n"}),
                 (QStringList{" a", "", "\u20ac", "b\n"}));
    }

    void levels() {
        QCOMPARE(ReplyInspector::levelOf(0.9), 0);
        QCOMPARE(ReplyInspector::levelOf(0.89), 1);
        QCOMPARE(ReplyInspector::levelOf(0.6), 1);
        QCOMPARE(ReplyInspector::levelOf(0.3), 2);
        QCOMPARE(ReplyInspector::levelOf(0.1), 3);
        QCOMPARE(ReplyInspector::levelOf(0.0), 4);
    }
};

QTEST_MAIN(TestReplyInspector)
#include "tst_reply_inspector.moc"
