#include "window/start_guard.h"

#include <QSignalSpy>
#include <QtTest>

#include "store/store.h"

using namespace hearth::app;

class TestStartGuard : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;

    qint64 addChat(const char* title) const {
        store::Conversation conversation;
        conversation.title = QString::fromLatin1(title);
        m_store->conversations().insert(conversation);
        return conversation.id;
    }
    /// A start that ends badly; what was opened.
    qint64 start(qint64 last) const { return StartGuard(*m_store).chatToOpen(last); }

private slots:
    void init() { m_store = store::Store::inMemory(); }

    void twoBadEndsAreEnough() {
        const qint64 chat = addChat("Poison");
        QCOMPARE(start(chat), chat);
        QCOMPARE(start(chat), chat);
        StartGuard guard(*m_store);
        QCOMPARE(guard.chatToOpen(chat), 0);
        QCOMPARE(guard.heldBackTitle(), QStringLiteral("Poison"));
        QSignalSpy opened(&guard, &StartGuard::openRequested);
        guard.openHeldBack();
        QCOMPARE(opened.count(), 1);
        QCOMPARE(opened[0][0].toLongLong(), chat);
        QVERIFY(guard.heldBackTitle().isEmpty());
        // Opened by a person it is not opened by itself after another bad end.
        guard.setOpen(chat);
        QCOMPARE(start(chat), 0);
    }

    void theStartInWhichItWasOpenedByHandCounts() {
        const qint64 chat = addChat("Poison"), other = addChat("Tea");
        {
            StartGuard guard(*m_store);
            QCOMPARE(guard.chatToOpen(other), other);
            guard.setOpen(chat);
        }
        QCOMPARE(start(chat), chat);
        QCOMPARE(start(chat), 0);
    }

    void aGoodEndForgetsBadOnes() {
        const qint64 chat = addChat("Tea");
        QCOMPARE(start(chat), chat);
        {
            StartGuard guard(*m_store);
            QCOMPARE(guard.chatToOpen(chat), chat);
            guard.endedWell();
        }
        QCOMPARE(start(chat), chat);
        QCOMPARE(start(chat), chat);
        QCOMPARE(start(chat), 0);
    }

    void badEndsOfOtherChatsDoNotCount() {
        const qint64 chat = addChat("Tea"), other = addChat("Bread");
        QCOMPARE(start(chat), chat);
        QCOMPARE(start(other), other);
        QCOMPARE(start(chat), chat);
        QCOMPARE(start(0), 0);
        StartGuard guard(*m_store);
        QCOMPARE(guard.chatToOpen(0), 0);
        QVERIFY(guard.heldBackTitle().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestStartGuard)
#include "tst_start_guard.moc"
