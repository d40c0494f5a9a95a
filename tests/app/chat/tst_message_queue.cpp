#include "chat/message_queue.h"

#include <QAbstractItemModelTester>
#include <QtTest>

using namespace hearth::app;

class TestMessageQueue : public QObject {
    Q_OBJECT

    static qint64 conversation(store::Store& store) {
        store::Conversation made;
        store::Message message, answer;
        answer.role = store::Role::Assistant;
        store.addTurn(made, message, answer, {});
        return made.id;
    }

private slots:
    void eachConversationHasItsOwn() {
        const auto store = store::Store::inMemory();
        MessageQueue queue(*store);
        QAbstractItemModelTester tester(&queue, QAbstractItemModelTester::FailureReportingMode::QtTest);
        queue.open(1);
        QVERIFY(queue.add({"one", {}}));
        QVERIFY(queue.add({"two", {store::Attachment()}}));
        queue.open(2);
        QCOMPARE(queue.count(), 0);
        QVERIFY(queue.add({"three", {}}));
        queue.open(1);
        QCOMPARE(queue.data(queue.index(1), MessageQueue::TextRole).toString(), QString("two"));
        QCOMPARE(queue.data(queue.index(1), MessageQueue::FilesRole).toInt(), 1);
        QCOMPARE(queue.take(0).text, QString("one"));
        queue.remove(0);
        QCOMPARE(queue.count(), 0);
        QVERIFY(queue.take(0).text.isEmpty());
        for (int i = 0; i < MessageQueue::most; ++i) QVERIFY(queue.add({"more", {}}));
        QVERIFY(!queue.add({"too many", {}}));
        queue.forget(1);
        QCOMPARE(queue.count(), 0);
    }

    void aCrashLosesNone() {
        const auto store = store::Store::inMemory();
        const qint64 id = conversation(*store);
        {
            MessageQueue queue(*store);
            queue.open(id);
            queue.add({"one", {}});
            queue.add({"two", {}});
            queue.open(999);
            queue.add({"of a chat that is gone", {}});
            store->drafts().put(id, "half a thought");
        }
        MessageQueue queue(*store);
        queue.open(id);
        QCOMPARE(queue.count(), 0);
        QCOMPARE(store->drafts().find(id), QString("one\n\ntwo\n\nhalf a thought"));
        const MessageQueue again(*store);
        QCOMPARE(store->drafts().find(id), QString("one\n\ntwo\n\nhalf a thought"));
    }
};

QTEST_GUILESS_MAIN(TestMessageQueue)
#include "tst_message_queue.moc"
