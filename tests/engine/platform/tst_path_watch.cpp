#include "hearth/platform/path_watch.h"

#include <QTemporaryDir>
#include <QtTest>
#include <fstream>

using namespace hearth::platform;

class TestPathWatch : public QObject {
    Q_OBJECT
private slots:
    void changesAreHeard() {
        const QTemporaryDir place;
        const std::filesystem::path folder = place.path().toStdString();
        std::filesystem::create_directory(folder / "inner");
        PathWatch watch;
        QVERIFY(watch.isOpen() && watch.descriptor() >= 0);
        const int outer = watch.add(folder), inner = watch.add(folder / "inner");
        QVERIFY(outer >= 0 && inner >= 0 && outer != inner);
        QVERIFY(watch.changes().empty());
        std::ofstream(folder / "inner/file") << "text";
        const auto made = watch.changes();
        QVERIFY(!made.empty());
        for (const PathWatch::Change& change : made) QVERIFY(change.number == inner && !change.isOver);
        std::filesystem::remove_all(folder / "inner");
        bool isOver = false, outerHeard = false;
        for (const PathWatch::Change& change : watch.changes()) {
            isOver = isOver || (change.number == inner && change.isOver);
            outerHeard = outerHeard || (change.number == outer && !change.isOver);
        }
        QVERIFY(isOver && outerHeard);
        watch.remove(outer);
        (void)watch.changes();
        std::ofstream(folder / "file") << "text";
        QVERIFY(watch.changes().empty());
    }
    void whatIsNotThereIsRefused() {
        PathWatch watch;
        QCOMPARE(watch.add("/nowhere/folder"), -1);
    }
};

QTEST_GUILESS_MAIN(TestPathWatch)
#include "tst_path_watch.moc"
