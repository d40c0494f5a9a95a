#include "look/row_selection.h"

#include <QSignalSpy>
#include <QStringListModel>
#include <QTest>

using hearth::app::RowSelection;

class TestRowSelection : public QObject {
    Q_OBJECT

private slots:
    void eitherEndMayComeFirst() {
        QStringListModel model({"one", "two", "three", "four"});
        RowSelection selection;
        selection.setModel(&model);
        QVERIFY(selection.empty());
        selection.begin(1, 2);
        QVERIFY(selection.empty());
        QVERIFY(!selection.spans());
        for (const bool downwards : {true, false}) {
            if (downwards) {
                selection.extend(3, 1);
            } else {
                selection.begin(3, 1);
                selection.extend(1, 2);
            }
            QVERIFY(selection.spans());
            QCOMPARE(selection.fromRow(), 1);
            QCOMPARE(selection.from(), 2);
            QCOMPARE(selection.toRow(), 3);
            QCOMPARE(selection.to(), 1);
            QCOMPARE(selection.range(0, 3), QPoint(0, 0));
            QCOMPARE(selection.range(1, 3), QPoint(2, 3));
            QCOMPARE(selection.range(2, 5), QPoint(0, 5));
            QCOMPARE(selection.range(3, 4), QPoint(0, 1));
            QCOMPARE(selection.range(1, 1), QPoint(0, 0));
            QVERIFY(!selection.touches(0));
            QVERIFY(selection.touches(1));
            QVERIFY(selection.touches(3));
        }
        selection.extend(3, 4);
        QCOMPARE(selection.range(3, 4), QPoint(1, 4));
        QVERIFY(!selection.spans());
        QVERIFY(!selection.touches(3));
        selection.clear();
        QVERIFY(selection.empty());
        QCOMPARE(selection.range(3, 4), QPoint(0, 0));
        selection.extend(2, 1);
        QVERIFY(selection.empty());
    }

    void allIsAll() {
        QStringListModel model;
        RowSelection selection;
        selection.setModel(&model);
        selection.selectAll();
        QVERIFY(selection.empty());
        model.setStringList({"one", "two"});
        selection.selectAll();
        QCOMPARE(selection.range(0, 3), QPoint(0, 3));
        QCOMPARE(selection.range(1, 3), QPoint(0, 3));
    }

    void rowsThatGoTakeItWithThem() {
        QStringListModel model({"a", "b", "c", "d", "e"});
        RowSelection selection;
        selection.setModel(&model);
        const auto select = [&] {
            selection.begin(3, 0);
            selection.extend(1, 1);
        };
        select();
        QSignalSpy changes(&selection, &RowSelection::changed);
        model.insertRow(5);
        model.setData(model.index(2), "cc");
        model.removeRow(4);
        QCOMPARE(changes.count(), 0);
        QVERIFY(!selection.empty());
        model.removeRow(3);
        QVERIFY(selection.empty());
        QCOMPARE(changes.count(), 1);
        select();
        model.insertRow(0);
        QVERIFY(selection.empty());
        select();
        model.setStringList({});
        QVERIFY(selection.empty());
    }

    void followsAnotherModelAndOutlivesIt() {
        RowSelection selection;
        auto model = std::make_unique<QStringListModel>(QStringList{"a", "b"});
        selection.setModel(model.get());
        selection.selectAll();
        QStringListModel other({"c"});
        selection.setModel(&other);
        QVERIFY(selection.empty());
        selection.selectAll();
        model->setStringList({});
        QVERIFY(!selection.empty());
        model.reset();
        QVERIFY(!selection.empty());
        auto last = std::make_unique<QStringListModel>(QStringList{"d"});
        selection.setModel(last.get());
        selection.selectAll();
        last.reset();
        QVERIFY(selection.empty());
        QCOMPARE(selection.model(), nullptr);
        selection.selectAll();
        QVERIFY(selection.empty());
    }
};

QTEST_GUILESS_MAIN(TestRowSelection)
#include "tst_row_selection.moc"
