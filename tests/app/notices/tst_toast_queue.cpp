#include "notices/toast_queue.h"

#include <QtTest>

using namespace hearth::app;

class TestToastQueue : public QObject {
    Q_OBJECT

private slots:
    void oneAtATimeInOrder() {
        ToastQueue toasts;
        QVERIFY(!toasts.isVisible());
        int done = 0;
        toasts.show(QStringLiteral("a"), QStringLiteral("Undo"), [&] { ++done; });
        toasts.show(QStringLiteral("b"));
        QCOMPARE(toasts.message(), QStringLiteral("a"));
        QCOMPARE(toasts.actionText(), QStringLiteral("Undo"));
        toasts.act();
        QCOMPARE(done, 1);
        QCOMPARE(toasts.message(), QStringLiteral("b"));
        toasts.act();
        QCOMPARE(done, 1);
        QVERIFY(!toasts.isVisible());
    }

    void anActionMayShowANotice() {
        ToastQueue toasts;
        toasts.show(QStringLiteral("a"), QStringLiteral("Do"), [&] { toasts.show(QStringLiteral("done")); });
        toasts.act();
        QCOMPARE(toasts.message(), QStringLiteral("done"));
    }

    void heldOnesStay() {
        ToastQueue toasts;
        toasts.show(QStringLiteral("a"));
        toasts.setHeld(true);
        QTest::qWait(6200);
        QCOMPARE(toasts.message(), QStringLiteral("a"));
        toasts.setHeld(false);
        QTRY_VERIFY_WITH_TIMEOUT(!toasts.isVisible(), 7000);
    }
};

QTEST_GUILESS_MAIN(TestToastQueue)
#include "tst_toast_queue.moc"
