#include "chat/message_queue.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonObject>
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
            store::Attachment file;
            file.name = "notes.txt";
            file.text = "words";
            file.sizeBytes = 5;
            file.tokens = 2;
            queue.add({"two", {file}});
            queue.open(999);
            queue.add({"of a chat that is gone", {}});
        }
        MessageQueue queue(*store);
        queue.open(999);
        QCOMPARE(queue.count(), 0);
        queue.open(id);
        QCOMPARE(queue.count(), 2);
        QCOMPARE(queue.take(0).text, QString("one"));
        const MessageQueue::Message second = queue.take(0);
        QCOMPARE(second.text, QString("two"));
        QCOMPARE(second.files.size(), 1U);
        QCOMPARE(second.files[0].name, QString("notes.txt"));
        QCOMPARE(second.files[0].text, QString("words"));
        QCOMPARE(second.files[0].sizeBytes, 5);
        QCOMPARE(second.files[0].tokens, 2);
        MessageQueue again(*store);
        again.open(id);
        QCOMPARE(again.count(), 0);
    }

    void whatEarlierVersionsKeptIsRead() {
        const auto store = store::Store::inMemory();
        const qint64 id = conversation(*store);
        store->settings().put("waiting messages", QJsonObject{{QString::number(id), QJsonArray{"one"}}});
        MessageQueue queue(*store);
        queue.open(id);
        QCOMPARE(queue.count(), 1);
        QCOMPARE(queue.take(0).text, QString("one"));
    }

    void theFirstOfAChatThatIsNotOpenIsTaken() {
        const auto store = store::Store::inMemory();
        MessageQueue queue(*store);
        queue.open(1);
        queue.add({"one", {}});
        queue.add({"two", {}});
        queue.open(2);
        QVERIFY(!queue.first(2));
        QCOMPARE(queue.first(1)->text, QString("one"));
        queue.removeFirst(1);
        QCOMPARE(queue.first(1)->text, QString("two"));
        queue.open(1);
        QAbstractItemModelTester tester(&queue, QAbstractItemModelTester::FailureReportingMode::QtTest);
        queue.removeFirst(1);
        QCOMPARE(queue.count(), 0);
    }
};

QTEST_GUILESS_MAIN(TestMessageQueue)
#include "tst_message_queue.moc"
