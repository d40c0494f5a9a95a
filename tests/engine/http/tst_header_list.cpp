#include "http/header_list.h"

#include <QtTest>

using namespace hearth::http;

class TestHeaderList : public QObject {
    Q_OBJECT

private slots:
    void findsNamesInAnyCase() {
        const Headers headers = {{"X-A", "1"}, {"x-a", "2"}, {"B", "3"}};
        QCOMPARE(*findHeader(headers, "x-A"), std::string("1"));
        QCOMPARE(*findHeader(headers, "b"), std::string("3"));
        QVERIFY(!findHeader(headers, "X"));
        QVERIFY(!sameName("a", "ab") && !sameName("@", "`"));
    }

    void knowsTokensAndValues() {
        QVERIFY(isToken("X-1!#$%&'*+-.^_`|~"));
        for (const char* name : {"", "a b", "a:", "a/", "\xc3\xa9", "a\t", "(", "@", "[", "{", "\""})
            QVERIFY2(!isToken(name), name);
        QVERIFY(!isToken(std::string_view("\0", 1)));
        QVERIFY(isFieldValue("") && isFieldValue("a b\tc \xff"));
        for (const char* value : {"\r", "\n", "a\x01", "\x7f"}) QVERIFY(!isFieldValue(value));
        QVERIFY(!isFieldValue(std::string_view("\0", 1)));
    }
};

QTEST_APPLESS_MAIN(TestHeaderList)
#include "tst_header_list.moc"
