#include "chat/trash_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "chat/conversation_list_model.h"
#include "notices/toast_queue.h"
#include "store/conversation_writer.h"

using namespace hearth::app;

class TestTrashModel : public QObject {
    Q_OBJECT

    std::unique_ptr<store::Store> m_store;
    ToastQueue m_toasts;

    qint64 add(const QString& title) {
        store::Conversation conversation;
        conversation.title = title;
        store::Message message, reply;
        message.text = title;
        m_store->addTurn(conversation, message, reply);
        return conversation.id;
    }

private slots:
    void init() { m_store = store::Store::inMemory(); }

    void saysHowLongIsLeft() {
        const QDateTime now(QDate(2026, 11, 21), QTime(1, 0));
        QCOMPARE(TrashModel::whenText(now, now), QStringLiteral("Deleted today, erased in 30 days"));
        QCOMPARE(TrashModel::whenText(now.addSecs(-7200), now),
                 QStringLiteral("Deleted yesterday, erased in 29 days"));
        QCOMPARE(TrashModel::whenText(now.addDays(-29), now),
                 QStringLiteral("Deleted 29 days ago, erased tomorrow"));
        QCOMPARE(TrashModel::whenText(now.addDays(-40), now),
                 QStringLiteral("Deleted 40 days ago, erased at the next start"));
    }

    void givesBackAndErases() {
        const qint64 roof = add("roof"), boat = add("boat"), kept = add("kept");
        ConversationListModel list(*m_store, m_toasts);
        TrashModel trash(*m_store, list);
        QAbstractItemModelTester tester(&trash, QAbstractItemModelTester::FailureReportingMode::QtTest);
        list.remove(roof);
        QTest::qWait(2);
        list.remove(boat);
        trash.reload();
        QCOMPARE(trash.count(), 2);
        QCOMPARE(trash.data(trash.index(0), TrashModel::TitleRole).toString(), QStringLiteral("boat"));
        trash.restore(roof);
        QCOMPARE(trash.count(), 1);
        QCOMPARE(list.count(), 2);
        // A chat outside the trash cannot be erased through it.
        trash.erase(kept);
        QVERIFY(m_store->conversations().find(kept));
        trash.erase(boat);
        QCOMPARE(trash.count(), 0);
        QTRY_COMPARE(m_store->leftToErase(), 0);
        QVERIFY(!m_store->conversations().find(boat));
        QVERIFY(m_store->search().find("boat", 10).empty());
        m_store->search().check();
    }

    void emptying() {
        ConversationListModel list(*m_store, m_toasts);
        TrashModel trash(*m_store, list);
        for (int i = 0; i < 5; ++i) list.remove(add(QString::number(i)));
        const qint64 kept = add("kept");
        trash.reload();
        QSignalSpy erased(&trash, &TrashModel::erased);
        trash.eraseAll();
        QCOMPARE(erased.count(), 1);
        QCOMPARE(trash.count(), 0);
        QCOMPARE(m_store->conversations().trash().size(), size_t(0));
        QVERIFY(m_store->conversations().find(kept));
        QCOMPARE(m_store->search().find("kept", 10).size(), size_t(1));
        m_store->search().check();
    }

    // A chat of a length that no hand types, and the window goes on meanwhile.
    void aLongChatIsErasedBitByBit() {
        store::ConversationCopy copy;
        copy.conversation.title = "long";
        for (int i = 1; i <= 20'000; ++i) {
            store::Message message;
            message.id = i;
            message.parentId = i - 1;
            message.text = QStringLiteral("word%1").arg(i);
            copy.messages.push_back(message);
        }
        store::ConversationWriter writer(*m_store, std::span(&copy, 1));
        writer.writeAll();
        ConversationListModel list(*m_store, m_toasts);
        list.remove(writer.last());
        {
            TrashModel trash(*m_store, list);
            trash.reload();
            QCOMPARE(trash.count(), 1);
            trash.eraseAll();
            QCOMPARE(trash.count(), 0);
            QCOMPARE(trash.progressText(), QString("Erasing: 0 of 20,001 messages"));
            // The longest time that the window's thread was away.
            qint64 longest = 0;
            QElapsedTimer since;
            since.start();
            QTimer ticks;
            connect(&ticks, &QTimer::timeout, this, [&] { longest = std::max(longest, since.restart()); });
            ticks.start(0);
            QTRY_VERIFY(!trash.progressText().startsWith("Erasing: 0 "));
            QVERIFY(m_store->leftToErase() > 0);
            QVERIFY2(longest < 400, qPrintable(QString::number(longest)));
        }
        // The rest goes in the next run.
        TrashModel trash(*m_store, list);
        QTRY_VERIFY_WITH_TIMEOUT(trash.progressText().isEmpty(), 60'000);
        QVERIFY(!m_store->hasMessages());
        m_store->search().check();
    }
};

QTEST_GUILESS_MAIN(TestTrashModel)
#include "tst_trash_model.moc"
