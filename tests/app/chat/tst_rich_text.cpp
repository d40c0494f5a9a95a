#include "chat/rich_text.h"

#include <QtTest>

using namespace hearth::app;

class TestRichText : public QObject {
    Q_OBJECT

private slots:
    void everyBidirectionalControlIsSeen() {
        for (const char16_t c : {0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069}) {
            const QString text = QStringLiteral("a") + QChar(c) + QStringLiteral("b");
            const QString seen = QStringLiteral("a[U+%1]b").arg(QString::number(c, 16).toUpper());
            QCOMPARE(withVisibleControls(text), seen);
            QCOMPARE(escapedRichText(text), seen);
        }
        QCOMPARE(withVisibleControls(u"\u05e9\u05dc\u05d5\u05dd"),
                 QStringLiteral("\u05e9\u05dc\u05d5\u05dd"));
        QCOMPARE(withVisibleControls(QString(QChar(0))), QString(QChar(0xfffd)));
    }

    void escapes() {
        QCOMPARE(escapedRichText(u"<a href=\"x\">&"), QStringLiteral("&lt;a href=&quot;x&quot;&gt;&amp;"));
    }

    void onlySafeAddressesAreLinks_data() {
        QTest::addColumn<QString>("address");
        QTest::addColumn<QString>("safe");
        QTest::newRow("https") << "https://example.org/a b"
                               << "";
        QTest::newRow("encoded") << "https://example.org/a%20b"
                                 << "https://example.org/a%20b";
        QTest::newRow("upper case") << "HTTPS://Example.org"
                                    << "https://example.org";
        QTest::newRow("mail") << "mailto:a@b.example"
                              << "mailto:a@b.example";
        QTest::newRow("mail with a subject") << "mailto:a@b.example?subject=Hi%20you&body=x"
                                             << "mailto:a@b.example?subject=Hi%20you";
        QTest::newRow("mail with a file") << "mailto:a@b.example?attach=/etc/passwd&Attachment=x"
                                          << "mailto:a@b.example";
        QTest::newRow("mail to nobody") << "mailto:?attach=/etc/passwd"
                                        << "";
        QTest::newRow("mail to a hidden file") << "mailto:a@b.example%3Fattach=/etc/passwd"
                                               << "";
        QTest::newRow("mail headers") << "mailto:a@b.example%0D%0Abcc:c@d"
                                      << "";
        QTest::newRow("javascript") << "javascript:alert(1)"
                                    << "";
        QTest::newRow("spaced javascript") << " \tjavascript:alert(1)"
                                           << "";
        QTest::newRow("file") << "file:///etc/passwd"
                              << "";
        QTest::newRow("unc") << "\\\\host\\share"
                             << "";
        QTest::newRow("relative") << "page.html"
                                  << "";
        QTest::newRow("no host") << "http:///x"
                                 << "";
        QTest::newRow("quote") << "https://e.org/\"><b"
                               << "";
    }
    void onlySafeAddressesAreLinks() {
        QFETCH(QString, address);
        QFETCH(QString, safe);
        QCOMPARE(safeLinkAddress(address), safe);
    }

    void snippetsAreEscapedAroundTheMarks() {
        QCOMPARE(snippetRichText(u"a <\u0002b&\u0003> \u0002c"),
                 QStringLiteral("a &lt;<mark>b&amp;</mark>&gt; <mark>c</mark>"));
    }
};

QTEST_GUILESS_MAIN(TestRichText)
#include "tst_rich_text.moc"
