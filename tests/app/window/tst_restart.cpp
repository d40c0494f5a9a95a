#include "window/restart.h"

#include <QtTest>

using namespace hearth::app;

class TestRestart : public QObject {
    Q_OBJECT

private slots:
    void cleanup() {
        cancelRestart();
        qunsetenv("QT_SCALE_FACTOR");
        qunsetenv("HEARTH_OWN_SCALE");
    }

    void thePlaceIsHandedOverOnce() {
        QVERIFY(!isRestartPrepared() && !takeRestartPlace());
        const RestartPlace place{7, 9, "/models/a name with blanks.gguf"};
        prepareRestart(place);
        QVERIFY(isRestartPrepared());
        QCOMPARE(takeRestartPlace(), place);
        QVERIFY(!isRestartPrepared() && !takeRestartPlace());
    }

    void itCanBeCancelled() {
        prepareRestart({});
        cancelRestart();
        QVERIFY(!isRestartPrepared());
        // Nothing is prepared: this returns.
        restartIfPrepared(nullptr);
    }

    void anotherTextIsNoPlace() {
        qputenv("HEARTH_REOPEN", "nonsense");
        QVERIFY(!takeRestartPlace());
    }

    void thePersonsScaleGoesFirst() {
        QVERIFY(useScale(1.5));
        QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray("1.5"));
        QVERIFY(!useScale(2));
        QCOMPARE(qgetenv("QT_SCALE_FACTOR"), QByteArray("1.5"));
    }
};

QTEST_GUILESS_MAIN(TestRestart)
#include "tst_restart.moc"
