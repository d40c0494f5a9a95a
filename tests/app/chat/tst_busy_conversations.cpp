#include "chat/busy_conversations.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestBusyConversations : public QObject {
    Q_OBJECT

private slots:
    void tellsWhichOneChanged() {
        BusyConversations busy;
        QSignalSpy changed(&busy, &BusyConversations::changed);
        busy.set(3, true);
        busy.set(3, true);
        busy.set(4, true);
        QCOMPARE(busy.count(), 2);
        QVERIFY(busy.contains(3) && !busy.contains(5));
        busy.set(3, false);
        QCOMPARE(busy.ids(), QSet<qint64>{4});
        QCOMPARE(changed.last().first().toLongLong(), 3);
    }
    void asksForAnEnd() {
        BusyConversations busy;
        QSignalSpy one(&busy, &BusyConversations::stopRequested);
        QSignalSpy all(&busy, &BusyConversations::stopAllRequested);
        busy.stop(7);
        busy.stopAll();
        QCOMPARE(one.first().first().toLongLong(), 7);
        QCOMPARE(all.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestBusyConversations)

#include "tst_busy_conversations.moc"
