#include "chat/markdown_parser.h"

#include <QtTest>

using namespace hearth::app;
using Kind = MarkdownBlock::Kind;

class TestMarkdownParser : public QObject {
    Q_OBJECT

private slots:
    void inlineText_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<QString>("rich");
        QTest::newRow("plain") << "a < b & c > d"
                               << "a &lt; b &amp; c &gt; d";
        QTest::newRow("bold, italic, struck") << "**a** *b* ~~c~~"
                                              << "<b>a</b> <i>b</i> <s>c</s>";
        QTest::newRow("code") << "use `x < y`"
                              << "use <code>x &lt; y</code>";
        QTest::newRow("html is text") << "<img src=x onerror=alert(1)>"
                                      << "&lt;img src=x onerror=alert(1)&gt;";
        QTest::newRow("template arguments") << "a List<int> b"
                                            << "a List&lt;int&gt; b";
        QTest::newRow("line break stays") << "roses are red\nviolets are blue"
                                          << "roses are red<br/>violets are blue";
        QTest::newRow("link") << "[here](https://example.org/a?b=c&d)"
                              << "<a href=\"https://example.org/a?b=c&amp;d\">here</a>";
        QTest::newRow("bare link") << "see https://example.org/x ok"
                                   << "see <a href=\"https://example.org/x\">https://example.org/x</a> ok";
        QTest::newRow("emphasis right behind a link") << "[x](https://e.org)**y** *[z](https://e.org/a_(b))*"
                                                      << "<a href=\"https://e.org\">x</a><b>y</b> <i><a "
                                                         "href=\"https://e.org/a_(b)\">z</a></i>";
        QTest::newRow("no link") << "x](https://e.org) `[a](https://e.org)`"
                                 << "x](https://e.org) <code>[a](https://e.org)</code>";
        QTest::newRow("javascript link") << "[x](javascript:alert(1))"
                                         << "x";
        QTest::newRow("file link") << "[x](file:///etc/passwd)"
                                   << "x";
        QTest::newRow("data link") << "[x](data:text/html;base64,AAAA)"
                                   << "x";
        QTest::newRow("share link") << "[x](//host/share)"
                                    << "x";
        QTest::newRow("image is its description") << "![a cat](http://evil.example/cat.png)"
                                                  << "a cat";
        QTest::newRow("image by reference") << "![a][r]\n\n[r]: http://evil.example/x"
                                            << "a";
        QTest::newRow("quote in an address") << "[x](https://e.org/\"onclick=\"y)"
                                             << "x";
        QTest::newRow("override is seen") << QStringLiteral("a\u202Eb") << "a[U+202E]b";
        QTest::newRow("override by number") << "a&#x202E;b"
                                            << "a[U+202E]b";
        QTest::newRow("markup by number") << "&#60;b&#62;"
                                          << "&lt;b&gt;";
        QTest::newRow("named entities")
            << "1 &lt; 2 &amp; 3 &hellip;" << QStringLiteral("1 &lt; 2 &amp; 3 \u2026");
        QTest::newRow("money") << "It costs $5 and then $10, \\$3 or US$4"
                               << "It costs $5 and then $10, $3 or US$4";
        QTest::newRow("formula")
            << "so $x^2$ and **\\(a<b\\)**"
            << QStringLiteral(
                   "so <math tex=\"x^2\"><i>x</i>\u00B2</math> and <b><math tex=\"a&lt;b\">"
                   "<i>a</i>&lt;<i>b</i></math></b>");
        QTest::newRow("no formula in code") << "`$x$ \\(y\\)` $`z`$"
                                            << "<code>$x$ \\(y\\)</code> $<code>z</code>$";
        QTest::newRow("formula in an address") << "[x](https://e.org/?a=$b$)"
                                               << "<a href=\"https://e.org/?a=$b$\">x</a>";
        QTest::newRow("the characters that stand for formulas")
            << QString(QChar(0xfdd0)) + "0" + QChar(0xfdd1) + " $x$"
            << QString(QChar(0xfffd)) + "0" + QChar(0xfffd) + " <math tex=\"x\"><i>x</i></math>";
        QTest::newRow("unknown entity") << "&bogus;"
                                        << "&amp;bogus;";
    }
    void inlineText() {
        QFETCH(QString, source);
        QFETCH(QString, rich);
        const auto blocks = parseMarkdown(source);
        QCOMPARE(blocks.size(), 1U);
        QCOMPARE(blocks[0].kind, Kind::Paragraph);
        QCOMPARE(blocks[0].text, rich);
    }

    void formulasOnLinesOfTheirOwnSplitTheText() {
        const auto blocks = parseMarkdown(u"so\n\\[ x^2 \\].\nand\n\n1. one\n   $$y$$\n   two\n2. $$z$$\n");
        QStringList found;
        for (const auto& block : blocks)
            found += QString::number(int(block.kind)) + block.marker + u' ' + block.text;
        const auto kind = [](Kind of) { return QString::number(int(of)); };
        QCOMPARE(found,
                 (QStringList{kind(Kind::Paragraph) + " so", kind(Kind::Math) + QStringLiteral(" x\u00B2."),
                              kind(Kind::Paragraph) + " and", kind(Kind::ListItem) + "1. one",
                              kind(Kind::Math) + " y", kind(Kind::ListItem) + " two",
                              kind(Kind::ListItem) + "2. ", kind(Kind::Math) + " z"}));
        QCOMPARE(blocks[1].source, QStringLiteral("x^2."));
        QCOMPARE(blocks[4].level, 1);
        const auto table = parseMarkdown(u"|$|x|$|b|\n|---|---|\n|$$y$$|2|");
        QCOMPARE(table.size(), 1U);
        QCOMPARE(table[0].cells[0][0], QStringLiteral("<math tex=\"|x|\">|<i>x</i>|</math>"));
        QCOMPARE(table[0].cells[1][0], QStringLiteral("<math tex=\"y\"><i>y</i></math>"));
    }

    void listsAreItemsWithDepth() {
        const auto blocks = parseMarkdown(u"3. three\n4. four\n   - inner\n\n     more\n5) other");
        QCOMPARE(blocks.size(), 5U);
        QCOMPARE(blocks[0].marker, QStringLiteral("3."));
        QCOMPARE(blocks[1].marker, QStringLiteral("4."));
        QCOMPARE(blocks[1].level, 1);
        QCOMPARE(blocks[2].marker, QString(QChar(0x2022)));
        QCOMPARE(blocks[2].level, 2);
        QCOMPARE(blocks[3].text, QStringLiteral("more"));
        QVERIFY(blocks[3].marker.isEmpty());
        QCOMPARE(blocks[3].level, 2);
        QCOMPARE(blocks[4].marker, QStringLiteral("5)"));
        for (const auto& block : blocks) QCOMPARE(block.kind, Kind::ListItem);
    }

    void tasksAreChecked() {
        const auto blocks = parseMarkdown(u"- [x] done\n- [ ] open");
        QCOMPARE(blocks.size(), 2U);
        QCOMPARE(blocks[0].kind, Kind::TaskItem);
        QVERIFY(blocks[0].checked);
        QVERIFY(!blocks[1].checked);
        QCOMPARE(blocks[1].text, QStringLiteral("open"));
    }

    void tablesHaveCellsAndAlignments() {
        const auto blocks = parseMarkdown(u"| a | b | c |\n|:--|--:|:-:|\n| *1* | 2 | 3 |\n| 4 |");
        QCOMPARE(blocks.size(), 1U);
        QCOMPARE(blocks[0].kind, Kind::Table);
        QCOMPARE(blocks[0].alignments, (QList<int>{Qt::AlignLeft, Qt::AlignRight, Qt::AlignHCenter}));
        QCOMPARE(blocks[0].cells.size(), 3);
        QCOMPARE(blocks[0].cells[0], QStringList({"a", "b", "c"}));
        QCOMPARE(blocks[0].cells[1], QStringList({"<i>1</i>", "2", "3"}));
        QCOMPARE(blocks[0].cells[2], QStringList({"4", "", ""}));
    }

    void quotesHeadingsRulesAndCode() {
        const auto blocks = parseMarkdown(u"> q\n> > deep\n\n## head\n\n---\n\n    indented <b>\n");
        QCOMPARE(blocks.size(), 5U);
        QCOMPARE(blocks[0].kind, Kind::Quote);
        QCOMPARE(blocks[0].level, 1);
        QCOMPARE(blocks[1].level, 2);
        QCOMPARE(blocks[2].kind, Kind::Heading);
        QCOMPARE(blocks[2].level, 2);
        QCOMPARE(blocks[2].text, QStringLiteral("head"));
        QCOMPARE(blocks[3].kind, Kind::Rule);
        QCOMPARE(blocks[4].kind, Kind::Code);
        QCOMPARE(blocks[4].text, QStringLiteral("indented <b>"));
    }

    void aHugeTableHeadIsText() {
        QString head = QStringLiteral("|");
        for (int i = 0; i < 1000; ++i) head += QStringLiteral("a|");
        QString rule = head;
        rule.replace(u'a', u'-');
        const auto blocks = parseMarkdown(head + u'\n' + rule);
        QCOMPARE(blocks.size(), 1U);
        QCOMPARE(blocks[0].kind, Kind::Paragraph);
    }
};

QTEST_GUILESS_MAIN(TestMarkdownParser)
#include "tst_markdown_parser.moc"
