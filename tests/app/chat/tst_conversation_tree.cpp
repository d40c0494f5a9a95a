#include "chat/conversation_tree.h"

#include <QtTest>

using namespace hearth::app;

class TestConversationTree : public QObject {
    Q_OBJECT

    static store::Message message(qint64 id, qint64 parentId, const char* text = "") {
        store::Message made;
        made.id = id;
        made.parentId = parentId;
        made.text = QString(text);
        return made;
    }
    static QList<qint64> ids(const std::vector<store::Message>& path) {
        QList<qint64> list;
        for (const store::Message& one : path) list += one.id;
        return list;
    }
    /// 1 - 2 - 4
    ///   \ 3 - 5
    static ConversationTree branched() {
        return {{message(1, 0), message(2, 1), message(3, 1), message(4, 2), message(5, 3)}, 1};
    }

private slots:
    void theNewestVersionIsVisibleUntilOneIsSelected() {
        ConversationTree tree = branched();
        QCOMPARE(ids(tree.path()), QList<qint64>({1, 3, 5}));
        tree.select(2);
        QCOMPARE(ids(tree.path()), QList<qint64>({1, 2, 4}));
        QCOMPARE(ids(tree.pathTo(2)), QList<qint64>({1, 2}));
        QCOMPARE(tree.pathTo(3).size(), 0U);
        QCOMPARE(tree.last()->id, 4);
        QCOMPARE(tree.answerTo(1)->id, 2);
        QVERIFY(tree.answerTo(4) == nullptr);
        QVERIFY(tree.answerTo(3) == nullptr);
    }

    void versionsAreThoseOfOneParent() {
        const ConversationTree tree = branched();
        QCOMPARE(tree.childrenOf(1), std::vector<qint64>({2, 3}));
        QCOMPARE(tree.version(2, 1)->id, 3);
        QCOMPARE(tree.version(3, -1)->id, 2);
        QVERIFY(tree.version(2, -1) == nullptr);
        QVERIFY(tree.version(3, 1) == nullptr);
        QVERIFY(tree.version(99, 1) == nullptr);
    }

    void whatIsInsertedIsVisible() {
        ConversationTree tree = branched();
        tree.insert(message(6, 1));
        QCOMPARE(ids(tree.path()), QList<qint64>({1, 6}));
        tree.insert(message(7, 0));
        QCOMPARE(ids(tree.path()), QList<qint64>({7}));
        tree.select(1);
        QCOMPARE(ids(tree.path()), QList<qint64>({1, 6}));
        QCOMPARE(tree.size(), 7U);
    }

    void whatIsErasedTakesWhatIsBelowWithIt() {
        ConversationTree tree = branched();
        tree.erase(3);
        QCOMPARE(tree.size(), 3U);
        QVERIFY(tree.find(5) == nullptr);
        QCOMPARE(ids(tree.path()), QList<qint64>({1, 2, 4}));
        tree.erase(1);
        QCOMPARE(tree.size(), 0U);
        QVERIFY(tree.last() == nullptr);
    }

    void anUpdateKeepsThePlace() {
        ConversationTree tree = branched();
        tree.select(4);
        tree.select(2);
        tree.update(message(2, 1, "now it has a text"));
        QCOMPARE(tree.find(2)->text, QString("now it has a text"));
        QCOMPARE(tree.path().at(1).text, QString("now it has a text"));
        QCOMPARE(ids(tree.path()), QList<qint64>({1, 2, 4}));
    }

    void aDamagedTreeHasAnEnd() {
        ConversationTree tree({message(1, 2), message(2, 1), message(3, 0)}, 3);
        QCOMPARE(ids(tree.path()), QList<qint64>({3}));
        tree.erase(1);
        QCOMPARE(tree.size(), 1U);
    }
};

QTEST_GUILESS_MAIN(TestConversationTree)
#include "tst_conversation_tree.moc"
