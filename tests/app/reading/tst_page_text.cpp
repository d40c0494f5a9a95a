#include "reading/page_text.h"

#include <QElapsedTimer>
#include <QtTest>

using namespace hearth::app;

class TestPageText : public QObject {
    Q_OBJECT

private slots:
    void aPageIsReadAsItIsSeen() {
        const QString html =
            "<!doctype html><html><head><title>T</title><style>p{}</style></head><body><h1>Title &amp; "
            "more</h1>"
            "<script>if (a < b) alert('<p>no</p>')</script><p>One <b>bold</b>\n  word.</p><!-- <p>not "
            "this</p> -->"
            "<ul><li>first<li><a href='https://example.com/?a=1&amp;b=2'>second</a></ul>"
            "<table><tr><td>a</td><td>b</td></tr></table>x<br>y &#228;&#x20ac;&unknown; 1 &lt; "
            "2</body></html>";
        QCOMPARE(
            pageText(html),
            QString(
                "# Title & more\nOne bold word.\n- first\n- second (https://example.com/?a=1&b=2)\na b\nx\n"
                "y ") +
                QChar(0xe4) + QChar(0x20ac) + "&unknown; 1 < 2");
    }
    void endTagsMayBeLeftOut() {
        QCOMPARE(
            pageText("<html><head><title>T</title><meta charset=utf-8><body><header>Top</header><p>Text"),
            QString("Top\nText"));
    }
    void brokenPagesEndSomehow() {
        QCOMPARE(pageText(""), QString());
        QCOMPARE(pageText("<"), QString());
        QCOMPARE(pageText("a<b"), QString("a"));
        QCOMPARE(pageText("a<!-- b"), QString("a"));
        QCOMPARE(pageText("a<script>b"), QString("a"));
        QCOMPARE(pageText("&#0;&#xd800;&#99999999;&;"), QString("&#0;&#xd800;&#99999999;&;"));
        QCOMPARE(pageText("<a href=>x</a><a href>y</a>"), QString("xy"));
    }
    void longPagesTakeBearableTime() {
        QElapsedTimer timer;
        timer.start();
        for (const char* part : {"<p>x", "<", "&", "<!--", "<a href=\"http://x\">y</a>", "<script>"})
            (void)pageText(QString(part).repeated(2'000'000 / int(qstrlen(part))));
        QVERIFY(timer.elapsed() < 20'000);
    }
};

QTEST_GUILESS_MAIN(TestPageText)
#include "tst_page_text.moc"
