// Time for which the window's thread is blocked: opening a long conversation, streaming into it, searching a
// large store. Prints the figures; the limits are those of the design with room for a busy machine.
#include <QElapsedTimer>
#include <algorithm>

#include "chat_fixture.h"

using namespace hearth;
using namespace hearth::app;
using test::ChatFixture;

namespace {

const QString answer = QStringLiteral(
    "Here is **how** it works:\n\n1. First do `this`.\n2. Then that.\n\n```sh\nls -l\n```\n\nThat is all "
    "there is to it.");

void fill(store::Store& store, int messages) {
    store::Transaction transaction(store.database());
    store::Conversation conversation;
    conversation.title = QStringLiteral("long");
    store.conversations().insert(conversation);
    qint64 parent = 0;
    for (int i = 0; i < messages; ++i) {
        store::Message message;
        message.conversationId = conversation.id;
        message.parentId = parent;
        message.role = i % 2 ? store::Role::Assistant : store::Role::User;
        message.text = i % 2 ? answer : QStringLiteral("Question number %1, how does it work?").arg(i);
        store.messages().insert(message);
        parent = message.id;
    }
    transaction.commit();
}

double milliseconds(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

}  // namespace

class TestChatLatency : public QObject {
    Q_OBJECT

private slots:
    void opensTenThousandMessages() {
        ChatFixture f;
        fill(*f.store, 10000);
        const qint64 id = f.store->conversations().list().at(0).id;
        double best = 1e9;
        for (int i = 0; i < 3; ++i) {
            f.chat.open(0);
            QElapsedTimer timer;
            timer.start();
            f.chat.open(id);
            best = std::min(best, milliseconds(timer));
        }
        qInfo("opening 10,000 messages: %.0f ms, %d rows", best, f.rows().count());
        QVERIFY(best < 1000);
    }

    void streamsWithoutHoldingTheThread() {
        ChatFixture f;
        fill(*f.store, 10000);
        f.load();
        f.chat.open(f.store->conversations().list().at(0).id);
        f.script->pieces.clear();
        for (int i = 0; i < 800; ++i) f.script->pieces.push_back(i % 20 == 19 ? "end.\n\n" : "word ");
        f.script->tokenStep = std::chrono::milliseconds(5);  // 200 tokens a second
        std::vector<double> late;
        QElapsedTimer since;
        QTimer probe;
        probe.setTimerType(Qt::PreciseTimer);
        probe.setInterval(1);
        connect(&probe, &QTimer::timeout, this, [&] {
            late.push_back(milliseconds(since) - 1);
            since.restart();
        });
        QVERIFY(f.chat.send(QStringLiteral("Go")));
        QTRY_COMPARE(f.chat.state(), ChatController::Generating);
        since.start();
        probe.start();
        f.waitForReply();
        probe.stop();
        std::sort(late.begin(), late.end());
        const auto percentile = [&](double share) {
            return late[static_cast<size_t>(share * static_cast<double>(late.size() - 1))];
        };
        qInfo("200 tokens/s into 10,000 messages: event latency p50 %.2f ms, p99 %.2f ms, worst %.2f ms",
              percentile(0.5), percentile(0.99), late.back());
        QVERIFY(percentile(0.99) < 50);
    }

    void searchesManyMessages() {
        const auto store = store::Store::inMemory();
        const int count = qEnvironmentVariableIsSet("HEARTH_MANY") ? 1'000'000 : 100'000;
        fill(*store, count);
        for (const char* query : {"question", "how does it", "number 4711", "wor", "nothing of the kind"}) {
            QElapsedTimer timer;
            timer.start();
            const auto hits = store->search().find(QString::fromLatin1(query), 100);
            qInfo("searching %d messages for \"%s\": %.1f ms, %zu hits", count, query, milliseconds(timer),
                  hits.size());
            QVERIFY(milliseconds(timer) < 500);
        }
    }

    void startsWithManyConversations() {
        const auto store = store::Store::inMemory();
        {
            store::Transaction transaction(store->database());
            for (int i = 0; i < 100'000; ++i) {
                store::Conversation conversation;
                conversation.title = QStringLiteral("Conversation %1").arg(i);
                conversation.createdAt = 1000 + i;
                store->conversations().insert(conversation);
            }
            transaction.commit();
        }
        ToastQueue toasts;
        QElapsedTimer timer;
        timer.start();
        const ConversationListModel model(*store, toasts);
        qInfo("the list of 100,000 conversations: %.1f ms for the first %d", milliseconds(timer),
              model.count());
        QVERIFY(milliseconds(timer) < 200);
    }
};

QTEST_GUILESS_MAIN(TestChatLatency)
#include "tst_chat_latency.moc"
