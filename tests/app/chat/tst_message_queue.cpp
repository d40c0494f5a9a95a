#include "chat/message_queue.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonObject>
#include <QtTest>

#include "support/small_picture.h"

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

    void picturesAreKeptOverACrashAndGoWithTheirMessage() {
        const auto store = store::Store::inMemory();
        const qint64 id = conversation(*store);
        const auto first = hearth::test::smallPicture(1), second = hearth::test::smallPicture(2);
        store::MessagePicture behind = store::messagePicture({second, "b.png"});
        behind.at = 3;
        behind.detail = hearth::PictureDetail::High;
        {
            MessageQueue queue(*store);
            queue.open(id);
            queue.add(
                {.text = "one", .files = {}, .pictures = {store::messagePicture({first, "a.png"}), behind}});
            queue.add({.text = "two", .files = {}, .pictures = {store::messagePicture({second, {}})}});
        }
        store->pictures().clearCache();
        MessageQueue queue(*store);
        queue.open(id);
        const QVariantList shown = queue.data(queue.index(0), MessageQueue::PicturesRole).toList();
        QCOMPARE(shown.size(), 2);
        QCOMPARE(shown[0].toMap()["hash"].toString(), store::pictureHash(*first));
        QCOMPARE(shown[0].toMap()["name"].toString(), QString("a.png"));
        QCOMPARE(shown[0].toMap()["width"].toInt(), 3);
        QCOMPARE(shown[0].toMap()["height"].toInt(), 2);
        const MessageQueue::Message taken = queue.take(0);
        QCOMPARE(taken.pictures.size(), size_t{2});
        QCOMPARE(taken.pictures[1], behind);
        QCOMPARE(taken.pictures[1].detail, hearth::PictureDetail::High);
        QVERIFY(taken.pictures[0].file->hash() == first->hash());
        QVERIFY(!store->pictures().has(store::pictureHash(*first)));
        QVERIFY(store->pictures().has(store::pictureHash(*second)));
        queue.forget(id);
        QVERIFY(!store->pictures().has(store::pictureHash(*second)));
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
