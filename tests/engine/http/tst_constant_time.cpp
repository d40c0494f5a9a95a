#include "http/constant_time.h"

#include <QtTest>

using hearth::http::equalInConstantTime;

class TestConstantTime : public QObject {
    Q_OBJECT

private slots:
    void compares() {
        QVERIFY(equalInConstantTime("", ""));
        QVERIFY(equalInConstantTime("key", "key"));
        for (const char* other : {"", "k", "keY", "Key", "keys", "keykey"}) {
            QVERIFY2(!equalInConstantTime("key", other), other);
            QVERIFY2(!equalInConstantTime(other, "key"), other);
        }
        QVERIFY(!equalInConstantTime(std::string_view("a\0", 2), "a"));
    }
};

QTEST_APPLESS_MAIN(TestConstantTime)
#include "tst_constant_time.moc"
