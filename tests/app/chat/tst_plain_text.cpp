#include "chat/plain_text.h"

#include <QtTest>

#include "chat/markdown_blocks.h"

using namespace hearth::app;

class TestPlainText : public QObject {
    Q_OBJECT

private slots:
    void readsAsItIsShown() {
        QCOMPARE(
            plainTextOf(
                "<think>\nhm\n</think>\n# Use **restic**\n\nBoth `a < b` & *c*.\n\n1. one\n2. two\n\n- [x] "
                "done\n- [ ] not\n\n```sh\nls -l\n```\n"),
            QStringLiteral("Use restic\n\nBoth a < b & c.\n\n1. one\n2. two\n☑ done\n☐ not\n\nls -l"));
        QCOMPARE(plainTextOf("|a|b|\n|---|---|\n|**1**|2|\n"), QStringLiteral("a\tb\n1\t2"));
        QCOMPARE(plainTextOf("$$\\frac{1}{2}$$"), QStringLiteral("1/2"));
        QCOMPARE(plainTextOf(""), QString());
    }

    void formulasAreCopiedAsTheyWereWritten() {
        const auto copied = [](QStringView text) { return copiedWordsOf(MarkdownBlocks::parse(text).at(0)); };
        QCOMPARE(copied(u"so **$x^2$** & \\(a<b\\)"), QStringLiteral("so $x^2$ & $a<b$"));
        QCOMPARE(copied(u"\\[ \\frac{1}{2} \\]"), QStringLiteral("$$\\frac{1}{2}$$"));
        QCOMPARE(copied(u"|$x_1$|b|\n|---|---|\n|1|2|"), QStringLiteral("$x_1$\tb\n1\t2"));
        QCOMPARE(copied(u"```\n$x$ <b>\n```"), QStringLiteral("$x$ <b>"));
    }

    void tagsGoAndTextStays() {
        QCOMPARE(withoutTags(
                     "<b>a</b> &lt;i&gt; <a href=\"https://x.org/?a&amp;b\">l</a><br/>z &amp; &quot;q&quot;"),
                 QStringLiteral("a <i> l\nz & \"q\""));
        QCOMPARE(withoutTags("5 & 6 < 7"), QStringLiteral("5 & 6 "));
        QCOMPARE(withoutTags("&nbsp"), QStringLiteral("&nbsp"));
    }
};

QTEST_GUILESS_MAIN(TestPlainText)
#include "tst_plain_text.moc"
