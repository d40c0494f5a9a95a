// Chats of the window while workers are killed, stopped, crash and are starved of memory: every reply comes
// or fails with a sentence, the next one comes, and no word that was stored is lost. HEARTH_KILLS=200 ends
// that many.
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <map>
#include <random>

#include "../../engine/worker/ended_worker.h"
#include "../../engine/worker/worker_process.h"
#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;
using test::WorkerEnd;

namespace {

enum Activity { Idle, Loading, Prefilling, Replying, Queued, ActivityCount };
constexpr std::array activityNames{"idle", "loading", "prefill", "reply", "queued messages"};

EngineFactory workers() {
    return [](const EngineOptions& options, const auto& progress, const std::stop_token& stop) {
        WorkerProcess process = test::builtProcess();
        process.patience = std::chrono::seconds(1);
        process.isSandbox = false;
        return loadInWorker(options, process, progress, stop);
    };
}

}  // namespace

class TestKilledChatWorkers : public QObject {
    Q_OBJECT

    const QString m_model = QString::fromStdString((test::tinyModelsFolder() / "llama-f32.gguf").string());
    QString m_long;
    QTemporaryDir m_folder;
    std::unique_ptr<ChatFixture> m_app;
    /// The texts of complete messages, and of what there is of others, by their ids.
    std::map<qint64, QString> m_stored;
    int m_ends = 0, m_replies = 0, m_failed = 0, m_cutShort = 0;

    void load() {
        if (m_app->engine.isReady() && !m_app->engine.isResting()) return;
        m_app->engine.load(m_model);
        QTRY_VERIFY_WITH_TIMEOUT(!m_app->engine.isLoading(), 60000);
    }
    bool hasEnded() const { return !m_app->chat.canStop() && m_app->chat.waiting->count() == 0; }

    /// Looks for everything that was stored in the file, and adds what has ended since.
    void checkStored() {
        const auto messages = m_app->store->messages().ofConversation(m_app->chat.conversationId());
        // A start finds this if the program ends now.
        const QTemporaryDir copy;
        for (const QString& name : QDir(m_folder.path()).entryList({"hearth.db*"}, QDir::Files))
            QVERIFY(QFile::copy(m_folder.filePath(name), copy.filePath(name)));
        const auto found = store::Store::open(copy.path().toStdString());
        for (const auto& [id, text] : m_stored) {
            const auto now = found->messages().find(id);
            QVERIFY(now.has_value());
            QCOMPARE(now->text, text);
        }
        for (const store::Message& message : messages) {
            QVERIFY(message.state != store::MessageState::Streaming);
            if (!m_stored.contains(message.id) && message.role == store::Role::Assistant) {
                const bool hasFailed = !message.error.isEmpty();
                QVERIFY2(hasFailed || !message.text.isEmpty(), "a reply is empty and no sentence says why");
                // A sentence for people.
                if (hasFailed) QVERIFY2(message.error.endsWith('.'), qPrintable(message.error));
                hasFailed ? ++m_failed : ++m_replies;
                m_cutShort += hasFailed && !message.text.isEmpty();
            }
            m_stored[message.id] = message.text;
        }
    }

    void begin(Activity activity) {
        ChatController& chat = m_app->chat;
        if (activity == Idle) return;
        QVERIFY(chat.send(activity == Prefilling ? m_long : QStringLiteral("Tell me about rivers")));
        if (activity == Queued) (void)chat.send(QStringLiteral("And about lakes"));
    }

    void run(Activity activity, WorkerEnd how, std::mt19937& random) {
        m_app->chat.open(0);
        // Each chat has its own.
        m_app->sampling.setValue("maxTokens", 400);
        if (activity == Loading)
            m_app->engine.unload();
        else
            load();
        if (QTest::currentTestFailed()) return;
        if (activity == Loading) m_app->engine.load(m_model);
        begin(activity);
        if (QTest::currentTestFailed()) return;
        // Chance, not the reply, says how far it is by then.
        const unsigned mostMs = activity == Loading ? 60 : 30;
        QTest::qWait(static_cast<int>(random() % mostMs));
        // The reply under way is written every second; a word that is on the disk stays there.
        const auto written = m_app->store->messages().ofConversation(m_app->chat.conversationId());
        const std::vector<pid_t> ended = test::modelProcesses();
        for (const pid_t one : ended) test::endWorker(one, how);
        m_ends += static_cast<int>(ended.size());
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 60000);
        for (const pid_t one : ended)
            if (how == WorkerEnd::Starved) test::starve(one, false);
        // One that stood still after its reply had ended is not ended before it is asked again.
        for (const pid_t one : ended)
            if (how == WorkerEnd::Stopped) (void)::kill(one, SIGCONT);
        QTRY_VERIFY_WITH_TIMEOUT(!m_app->engine.isLoading(), 60000);
        for (const store::Message& message : written)
            QVERIFY(m_app->store->messages().find(message.id)->text.startsWith(message.text));
        checkStored();
        if (QTest::currentTestFailed()) return;
        // The next one comes.
        load();
        if (QTest::currentTestFailed()) return;
        const int before = m_replies;
        QVERIFY(m_app->chat.send(QStringLiteral("a b c")));
        QTRY_VERIFY_WITH_TIMEOUT(hasEnded(), 60000);
        checkStored();
        QCOMPARE(m_replies, before + 1);
    }

private slots:
    void initTestCase() {
        for (int i = 0; i < 100; ++i) m_long += QStringLiteral("word %1, ").arg(i);
        m_app = std::make_unique<ChatFixture>(store::Store::open(m_folder.path().toStdString()), workers());
        m_app->settings.engine->setThreads(1);
        m_app->settings.engine->setContextLength(2048);
    }

    void anEndCostsOnlyTheRepliesUnderWay() {
        const int wanted = std::max(15, qEnvironmentVariableIntValue("HEARTH_KILLS"));
        std::mt19937 random(static_cast<unsigned>(std::max(1, qEnvironmentVariableIntValue("HEARTH_SEED"))));
        std::map<int, int> activities;
        for (int round = 0; m_ends < wanted && round < 4 * wanted; ++round) {
            const auto activity = static_cast<Activity>(round % ActivityCount);
            const int before = m_ends;
            // A stopped worker is ended by the heartbeat only while something is asked of it.
            const auto how = activity == Idle ? (random() % 2 == 0 ? WorkerEnd::Killed : WorkerEnd::Crashed)
                                              : static_cast<WorkerEnd>(random() % test::workerEndCount);
            run(activity, how, random);
            if (QTest::currentTestFailed()) {
                qWarning("round %d: %s, %d", round, activityNames[activity], static_cast<int>(how));
                return;
            }
            activities[activity] += m_ends > before;
        }
        QVERIFY2(m_ends >= wanted, qPrintable(QString::number(m_ends)));
        QCOMPARE(activities.size(), size_t(ActivityCount));
        qInfo(
            "%d workers ended in %zu states; replies: %d came, %d failed (%d after a part of them); %zu "
            "messages are as they were stored",
            m_ends, activities.size(), m_replies, m_failed, m_cutShort, m_stored.size());
    }

    /// The window starts again.
    void cleanupTestCase() {
        m_app.reset();
        const auto reopened = store::Store::open(m_folder.path().toStdString());
        for (const auto& [id, text] : m_stored) QCOMPARE(reopened->messages().find(id)->text, text);
    }
};

QTEST_GUILESS_MAIN(TestKilledChatWorkers)
#include "tst_killed_chat_workers.moc"
