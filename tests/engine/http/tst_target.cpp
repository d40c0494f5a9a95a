#include "http/target.h"

#include <QtTest>

using namespace hearth::http;

class TestTarget : public QObject {
    Q_OBJECT

private slots:
    void normalises_data() {
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("query");
        QTest::newRow("root") << QByteArray("/") << QByteArray("/") << QByteArray();
        QTest::newRow("plain") << QByteArray("/v1/models") << QByteArray("/v1/models") << QByteArray();
        QTest::newRow("query") << QByteArray("/a?b=%20&c?") << QByteArray("/a") << QByteArray("b=%20&c?");
        QTest::newRow("slashes") << QByteArray("//v1///models//") << QByteArray("/v1/models") << QByteArray();
        QTest::newRow("dots") << QByteArray("/./a/./b/.") << QByteArray("/a/b") << QByteArray();
        QTest::newRow("dots in names")
            << QByteArray("/.a/b../...") << QByteArray("/.a/b../...") << QByteArray();
        QTest::newRow("percent") << QByteArray("/a%20%C3%a9") << QByteArray("/a \xc3\xa9") << QByteArray();
        QTest::newRow("decoded once") << QByteArray("/%252e%252e") << QByteArray("/%2e%2e") << QByteArray();
        QTest::newRow("slash in a name")
            << QByteArray("/m/org%2Fname") << QByteArray("/m/org/name") << QByteArray();
    }
    void normalises() {
        QFETCH(QByteArray, target);
        const auto parsed = parseTarget("GET", {target.constData(), static_cast<size_t>(target.size())});
        QVERIFY(std::holds_alternative<Target>(parsed));
        QTEST(QByteArray::fromStdString(std::get<Target>(parsed).path), "path");
        QTEST(QByteArray::fromStdString(std::get<Target>(parsed).query), "query");
    }

    void takesTheAuthorityApart() {
        const auto parsed = parseTarget("GET", "HTTP://localhost:1/a?b");
        QCOMPARE(std::get<Target>(parsed).authority, std::string("localhost:1"));
        QCOMPARE(std::get<Target>(parsed).path, std::string("/a"));
        QCOMPARE(std::get<Target>(parseTarget("GET", "http://h?b")).path, std::string("/"));
    }

    void hasAnAsteriskForOptionsOnly() {
        QCOMPARE(std::get<Target>(parseTarget("OPTIONS", "*")).path, std::string("*"));
        QVERIFY(std::holds_alternative<Refusal>(parseTarget("GET", "*")));
    }

    void refusesTricks() {
        for (const char* target :
             {"", "a", "/..", "/a/../b", "/%2e./b", "/%", "/%a", "/%g0", "/%00", "/%09", "/a%5c", "/a\\b",
              "/%f8%88%80%80%80", "/%e0%80%af", "/%f4%90%80%80", "/%c3", "/#"})
            QVERIFY2(std::holds_alternative<Refusal>(parseTarget("GET", target)), target);
    }
};

QTEST_APPLESS_MAIN(TestTarget)
#include "tst_target.moc"
