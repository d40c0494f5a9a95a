#include "backend/reference/reference_kind.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

class TestReferenceKind : public QObject {
    Q_OBJECT
private slots:
    void isThereForWhoeverNamesIt() {
        const ReferenceKind kind;
        QVERIFY(!kind.traits().automatic);
        QCOMPARE(kind.findDevices().devices.size(), size_t{1});
        QCOMPARE(kind.make({.threads = 3})->info().device.text(), std::string("3 threads, plain float32"));
        QCOMPARE(kind.make({})->info().kind, kind.traits().name);
        QVERIFY(kind.measureBandwidth({}).read > 0);
    }
};

QTEST_GUILESS_MAIN(TestReferenceKind)
#include "tst_reference_kind.moc"
