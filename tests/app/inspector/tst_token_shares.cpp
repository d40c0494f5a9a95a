#include "inspector/token_shares.h"

#include <QtTest>

using namespace hearth::app;

class TestTokenShares : public QObject {
    Q_OBJECT

    static QString shown(const QList<QByteArray>& pieces) {
        QStringList parts;
        for (const TokenShare& share : tokenShares(pieces))
            parts += QString("%1%2 %3/%4")
                         .arg(share.code ? "code " : "text")
                         .arg(share.language)
                         .arg(share.tokens)
                         .arg(share.characters);
        return parts.join(", ");
    }

private slots:
    void partsOfAText_data() {
        QTest::addColumn<QList<QByteArray>>("pieces");
        QTest::addColumn<QString>("shares");
        QTest::newRow("nothing") << QList<QByteArray>{} << "";
        QTest::newRow("prose") << QList<QByteArray>{"Two", " words", "."} << "text 3/10";
        QTest::newRow("code between")
            << QList<QByteArray>{"Try", ":\n", "```", "python", "\n", "x", " = 1\n", "```", "\n", "Done"}
            << "text 3/9, code python 7/20";
        QTest::newRow("two languages, one twice")
            << QList<QByteArray>{"~~~c\n",         "a\n", "~~~\n", "```sh\nls\n```\n",
                                 "```c title=x\n", "b\n", "```\n"}
            << "code c 6/30, code sh 1/13";
        QTest::newRow("without a language") << QList<QByteArray>{"```\n", "a", "\n```"} << "code  3/9";
        QTest::newRow("never closed")
            << QList<QByteArray>{"a\n", "```c\n", "b\n", "``\n", "c"} << "text 1/2, code c 4/11";
        QTest::newRow("a longer fence")
            << QList<QByteArray>{"````\n", "```\n", "````\n", "x"} << "text 1/1, code  3/14";
        // A character over several tokens; one that holds the end of a line belongs to it.
        QTest::newRow("bytes") << QList<QByteArray>{"\xe2\x82", "\xac", " \n```\n", "y"}
                               << "text 3/3, code  1/5";
        QTest::newRow("tokens without bytes") << QList<QByteArray>{"", "a", ""} << "text 3/1";
    }
    void partsOfAText() {
        QFETCH(QList<QByteArray>, pieces);
        QTEST(shown(pieces), "shares");
    }

    void inWords() {
        QCOMPARE(tokenSharesText({}), QString());
        QCOMPARE(tokenSharesText({{false, "", 1200, 5040}, {true, "python", 41, 119}, {true, "", 2, 9}})
                     .replace(QChar::Nbsp, ' '),
                 QString("Text: 1,200 tokens, 4.2 characters each on average  ·  python: 41, 2.9 each  ·  "
                         "Code: 2, 4.5 each"));
    }
};

QTEST_GUILESS_MAIN(TestTokenShares)
#include "tst_token_shares.moc"
