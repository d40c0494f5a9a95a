#include "structure/json_tree.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

namespace {

QStringList rowsOf(const JsonTree& tree) {
    QStringList rows;
    for (int row = 0; row < tree.count(); ++row) {
        const QModelIndex at = tree.index(row);
        rows += QString(at.data(JsonTree::DepthRole).toInt(), u'.') + at.data(JsonTree::KeyRole).toString() +
                u'=' + at.data(JsonTree::ValueRole).toString() +
                (at.data(JsonTree::FoldedRole).toBool() ? "+" : "");
    }
    return rows;
}

const QString people =
    QStringLiteral("{\"people\": [{\"name\": \"Ann\", \"age\": 40}, {\"name\": \"Bo\"}], \"n\": 2}");

}  // namespace

class TestJsonTree : public QObject {
    Q_OBJECT

private slots:
    void aRowForEachValue() {
        JsonTree tree;
        QAbstractItemModelTester tester(&tree);
        tree.setText(people, false);
        QVERIFY(tree.isJson() && tree.isWhole() && tree.isList());
        QCOMPARE(rowsOf(tree), (QStringList{"=2 values", ".people=2 entries", "..1=2 values", "...name=Ann",
                                            "...age=40", "..2=1 value", "...name=Bo", ".n=2"}));
        QCOMPARE(tree.index(2).data(JsonTree::NamedRole).toBool(), false);
        QCOMPARE(tree.index(4).data(JsonTree::KindRole).toInt(), int(JsonTree::Number));
        QCOMPARE(tree.parentOf(4), 2);
        QCOMPARE(tree.parentOf(7), 0);
        QCOMPARE(tree.parentOf(0), -1);
        QCOMPARE(tree.parentOf(99), -1);
    }

    void foldingHidesWhatIsInARow() {
        JsonTree tree;
        QAbstractItemModelTester tester(&tree);
        tree.setText(people, false);
        tree.setFolded(2, true);
        QCOMPARE(rowsOf(tree), (QStringList{"=2 values", ".people=2 entries", "..1=2 values+", "..2=1 value",
                                            "...name=Bo", ".n=2"}));
        tree.setFolded(1, true);
        QCOMPARE(rowsOf(tree), (QStringList{"=2 values", ".people=2 entries+", ".n=2"}));
        tree.setFolded(1, false);
        QCOMPARE(tree.count(), 6);
        // A value without any in it does not fold.
        tree.setFolded(5, true);
        tree.setFolded(-1, true);
        QCOMPARE(tree.count(), 6);
        // The same values in another reply are unfolded.
        tree.setText(people, false);
        QCOMPARE(tree.count(), 8);
    }

    void whatStreamsOnlyGrows() {
        JsonTree tree;
        QAbstractItemModelTester tester(&tree);
        tree.setText(people.left(24), false);
        tree.setFolded(2, true);
        QSignalSpy removed(&tree, &JsonTree::rowsRemoved);
        for (qsizetype length = 25; length <= people.size(); ++length)
            tree.setText(people.left(length), true);
        QCOMPARE(removed.count(), 0);
        QCOMPARE(rowsOf(tree).at(2), QString("..1=2 values+"));
        QCOMPARE(tree.count(), 6);
        QVERIFY(tree.isWhole());
    }

    void otherTextHasNoRows() {
        JsonTree tree;
        tree.setText(people, false);
        tree.setText("Sorry, I cannot.", false);
        QCOMPARE(tree.count(), 0);
        QVERIFY(!tree.isJson() && !tree.isList());
        QCOMPARE(tree.document(), QString("Sorry, I cannot."));
        QVERIFY(tree.table().isEmpty());
    }

    void theCopyHasEverything() {
        JsonTree tree;
        tree.setText("[{\"a\": \"" + QString(1000, u'x') + "\"}]", false);
        QVERIFY(tree.index(2).data(JsonTree::ValueRole).toString().size() < 600);
        QCOMPARE(tree.table(), "a\r\n" + QString(1000, u'x') + "\r\n");
        QCOMPARE(tree.document(), "[\n  {\n    \"a\": \"" + QString(1000, u'x') + "\"\n  }\n]\n");
    }
};

QTEST_GUILESS_MAIN(TestJsonTree)
#include "tst_json_tree.moc"
