#include "endpoints/key_ring.h"

#include <QtTest>

using namespace hearth::app;

class TestKeyRing : public QObject {
    Q_OBJECT

private slots:
    void withoutAKeyringKeysStayInMemory() {
        // No session bus, so no Secret Service: what a plain container has.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere");
        SystemKeyRing ring;
        // Nobody has asked it yet, so nothing is promised.
        QVERIFY(!ring.isReached());
        QSignalSpy changed(&ring, &KeyRing::changed);
        ring.write("id", "secret");
        QByteArray read;
        ring.read("id", [&](const QByteArray& key) { read = key; });
        QCOMPARE(read, QByteArray("secret"));
        QTRY_VERIFY_WITH_TIMEOUT(!ring.isPersistent(), 10000);
        QVERIFY(!ring.isReached());
        ring.read("id", [&](const QByteArray& key) { read = key; });
        QCOMPARE(read, QByteArray("secret"));
        ring.remove("id");
        ring.read("id", [&](const QByteArray& key) { read = key; });
        QVERIFY(read.isEmpty());
        ring.write("id", {});
    }

    void memoryAloneIsNotPersistent() {
        KeyRing ring;
        QVERIFY(!ring.isPersistent());
        ring.write("a", "1");
        QByteArray read;
        ring.read("a", [&](const QByteArray& key) { read = key; });
        QCOMPARE(read, QByteArray("1"));
    }
};

QTEST_GUILESS_MAIN(TestKeyRing)
#include "tst_key_ring.moc"
