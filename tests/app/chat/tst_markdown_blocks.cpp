#include "chat/markdown_blocks.h"

#include <QElapsedTimer>
#include <QRandomGenerator>
#include <QtTest>

using namespace hearth::app;
using Kind = MarkdownBlock::Kind;

namespace {

const QString everything = QStringLiteral(
    "<think>\nFirst, I should\n\nthink.\n</think>\n\nIntro with **bold**\nand a second line.\n"
    "# Heading\nText right below\n\n- one\n- two\n  - inner\n\n  para of two\n\n1. first\n2. second\n\n"
    "```python\ndef f():\n\n    return \"```\"\n```\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n> quote\n> more\n\n"
    "$$\nx^2 + y^2\n$$\n\n- item\n  ```sh\n  ls\n  ```\n\nSetext\n------\n\n---\n~~~\ntilde\n~~~\n"
    "Last *paragraph* with [link](https://example.org) and `code`.\n");

QString describe(const std::vector<MarkdownBlock>& blocks) {
    QString out;
    for (const MarkdownBlock& block : blocks)
        out += QStringLiteral("%1 %2 '%3' '%4' '%5' open=%6 cells=%7\n")
                   .arg(static_cast<int>(block.kind))
                   .arg(block.level)
                   .arg(block.marker, block.language, block.text)
                   .arg(block.open)
                   .arg(block.cells.size());
    return out;
}

std::vector<MarkdownBlock> inPieces(const QString& text, const std::function<int()>& length) {
    MarkdownBlocks blocks;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype size = std::min<qsizetype>(length(), text.size() - at);
        const std::vector<MarkdownBlock> before = blocks.blocks();
        const int unchanged = blocks.append(QStringView(text).mid(at, size));
        for (int i = 0; i < unchanged; ++i)
            if (static_cast<size_t>(i) >= before.size() || !(before[i] == blocks.blocks()[i]))
                qFatal("block %d was said to be unchanged", i);
        at += size;
    }
    blocks.finish();
    return blocks.blocks();
}

}  // namespace

class TestMarkdownBlocks : public QObject {
    Q_OBJECT

private slots:
    void knowsEveryKind() {
        const auto blocks = MarkdownBlocks::parse(everything);
        QList<Kind> kinds;
        for (const auto& block : blocks) kinds += block.kind;
        QCOMPARE(kinds, (QList<Kind>{Kind::Reasoning, Kind::Paragraph, Kind::Heading,  Kind::Paragraph,
                                     Kind::ListItem,  Kind::ListItem,  Kind::ListItem, Kind::ListItem,
                                     Kind::ListItem,  Kind::ListItem,  Kind::Code,     Kind::Table,
                                     Kind::Quote,     Kind::Math,      Kind::ListItem, Kind::Code,
                                     Kind::Heading,   Kind::Rule,      Kind::Code,     Kind::Paragraph}));
        QCOMPARE(blocks[0].text, QStringLiteral("First, I should\n\nthink."));
        QCOMPARE(blocks[10].language, QStringLiteral("python"));
        QCOMPARE(blocks[10].text, QStringLiteral("def f():\n\n    return \"```\""));
        QCOMPARE(blocks[8].marker, QStringLiteral("1."));
        QCOMPARE(blocks[9].marker, QStringLiteral("2."));
        QCOMPARE(blocks[13].text, QStringLiteral("x\u00B2 + y\u00B2"));
        for (const auto& block : blocks) QVERIFY(!block.open);
    }

    void formulasEndOrAreText() {
        const auto kinds = [](QStringView text) {
            QString all;
            for (const auto& block : MarkdownBlocks::parse(text))
                all += QChar(block.kind == Kind::Math ? 'M' : block.kind == Kind::Paragraph ? 'P' : '?');
            return all;
        };
        QCOMPARE(kinds(u"a\n$$\nx\n$$\nb"), QStringLiteral("PMP"));
        QCOMPARE(kinds(u"\\[\nx\n\\].\nb"), QStringLiteral("MP"));
        QCOMPARE(kinds(u"\\begin{align}\na&=b\\\\\n\\end{align}\nb"), QStringLiteral("MP"));
        QCOMPARE(kinds(u"$$$ is expensive\n\nb"), QStringLiteral("PP"));
        QCOMPARE(kinds(u"$$ is never closed\nat all\n\nb"), QStringLiteral("PP"));
        QCOMPARE(kinds(u"$$x\ny$$ is text\nafter"), QStringLiteral("MP"));
        QCOMPARE(MarkdownBlocks::parse(u"It costs $5\nand $10.")[0].text,
                 QStringLiteral("It costs $5<br/>and $10."));
        QCOMPARE(MarkdownBlocks::parse(u"$$\nx^2\n$$").at(0).source, QStringLiteral("x^2"));
    }

    void anyCutGivesTheSameBlocks() {
        const QString whole = describe(MarkdownBlocks::parse(everything));
        for (int size : {1, 2, 3, 5, 7, 16, 100})
            QCOMPARE(describe(inPieces(everything, [size] { return size; })), whole);
        QRandomGenerator random(3);
        for (int round = 0; round < 100; ++round)
            QCOMPARE(describe(inPieces(everything, [&] { return 1 + random.bounded(30); })), whole);
    }

    void anyCutOfNoiseGivesTheSameBlocks() {
        const QStringList words = {"- ",   "1. ",  "```",     "\n",       "\n\n", "  ",     "# ",  "> ", "|",
                                   "a",    "text", "$$",      "\\[",      "\\]",  "~~~",    "---", "**", "`",
                                   "    ", "\t",   "<think>", "</think>", "*",    "[x](y)", "\r\n"};
        QRandomGenerator random(5);
        for (int round = 0; round < 400; ++round) {
            QString text;
            for (int i = 0; i < 60; ++i) text += words[random.bounded(static_cast<int>(words.size()))];
            const QString whole = describe(MarkdownBlocks::parse(text));
            const QString pieces = describe(inPieces(text, [&] { return 1 + random.bounded(6); }));
            QVERIFY2(
                pieces == whole,
                qPrintable(
                    QStringLiteral("---text\n%1\n---pieces\n%2\n---whole\n%3").arg(text, pieces, whole)));
        }
    }

    void jsonIsCodeAndNotMarkdown() {
        const QString json = QStringLiteral("{\"a_b\": \"*x* _y_\", \"list\": [1, {\"k\": null}]}");
        const auto whole = MarkdownBlocks::parse(json);
        QCOMPARE(whole.size(), size_t{1});
        QVERIFY(whole[0].kind == Kind::Code && !whole[0].open);
        QCOMPARE(whole[0].language, QString("json"));
        QCOMPARE(whole[0].text,
                 QString("{\n  \"a_b\": \"*x* _y_\",\n  \"list\": [\n    1,\n    {\n      \"k\": "
                         "null\n    }\n  ]\n}"));
        QCOMPARE(describe(inPieces(json, [] { return 1; })), describe(whole));
        // While it streams only its end grows.
        MarkdownBlocks stream;
        QString before;
        for (const QChar c : json) {
            stream.append(QStringView(&c, 1));
            if (stream.blocks().empty() || stream.blocks()[0].kind != Kind::Code) continue;
            QVERIFY2(stream.blocks()[0].text.startsWith(before), qPrintable(stream.blocks()[0].text));
            before = stream.blocks()[0].text;
        }
        QVERIFY(before.size() > 50);
        const auto reasoned =
            MarkdownBlocks::parse(u"<think>\nhm\n</think>\n\n[{\"n\": 1}]\n\nThat is *all*.");
        QCOMPARE(reasoned.size(), size_t{3});
        QVERIFY(reasoned[1].kind == Kind::Code && reasoned[2].kind == Kind::Paragraph);
        QString longText = QStringLiteral("[\"first\"");
        for (int i = 0; i < 20'000; ++i) longText += QStringLiteral(", \"a_b_%1\"").arg(i);
        for (const MarkdownBlock& block : MarkdownBlocks::parse(longText + u']')) {
            QVERIFY(block.kind == Kind::Code);
            QCOMPARE(block.language, QString("json"));
        }
        for (const char* text :
             {"[1] Smith", "{curly} words", "[\"quoted\"] words", "[link](https://x.org)", "{"})
            QVERIFY2(MarkdownBlocks::parse(QString(text)).at(0).kind == Kind::Paragraph, text);
    }

    void anOpenFenceIsCodeAtOnce() {
        MarkdownBlocks blocks;
        blocks.append(u"Look:\n```cpp\nint x");
        QCOMPARE(blocks.blocks().size(), 2U);
        QCOMPARE(blocks.blocks()[1].kind, Kind::Code);
        QVERIFY(blocks.blocks()[1].open);
        QCOMPARE(blocks.append(u" = 1;\n``"), 1);
        QCOMPARE(blocks.blocks()[1].text, QStringLiteral("int x = 1;"));
        blocks.append(u"`\n");
        QVERIFY(!blocks.blocks()[1].open);
        blocks.append(u"after");
        QCOMPARE(blocks.blocks()[2].text, QStringLiteral("after"));
    }

    void reasoningStreams() {
        MarkdownBlocks blocks;
        blocks.append(u"<thi");
        QVERIFY(blocks.blocks().empty());
        blocks.append(u"nk>so");
        QCOMPARE(blocks.blocks().size(), 1U);
        QCOMPARE(blocks.blocks()[0].kind, Kind::Reasoning);
        QVERIFY(blocks.blocks()[0].open);
        blocks.append(u" it is</think>Yes.");
        QCOMPARE(blocks.blocks()[0].text, QStringLiteral("so it is"));
        QVERIFY(!blocks.blocks()[0].open);
        QCOMPARE(blocks.blocks()[1].text, QStringLiteral("Yes."));
        QVERIFY(MarkdownBlocks::parse(u"<think>\n\n</think>\n\nHi").size() == 1);
    }

    void hostileTextsTakeLinearTime_data() {
        QTest::addColumn<QString>("unit");
        for (const char* unit :
             {"_",        "*",      ">",   "[",       "`",     "~",        "|",
              "- ",       "> ",     "![",  "](",      "<",     "&#",       "a|",
              "\n- ",     "* * ",   "_a ", "[x](",    "\n\n",  "\n```\n",  "$$",
              "$",        "\\[",    "1. ", "http://", "a\n",   "|-",       "\n|a|b|\n|-|-|\n",
              "**a _b ",  "~~",     "\t",  "\n    ",  "[^1]:", "[a]: b\n", "<think>",
              "[{\"a\":", "[\"a\","})
            QTest::newRow(unit) << QString::fromLatin1(unit);
    }
    void hostileTextsTakeLinearTime() {
        QFETCH(QString, unit);
        const auto time = [&](int count) {
            const QString text = unit.repeated(count);
            QElapsedTimer timer;
            timer.start();
            MarkdownBlocks::parse(text);
            return static_cast<double>(timer.nsecsElapsed()) / 1e6;
        };
        time(1000);
        const double large = std::min(time(100'000), time(100'000));
        // A square would take minutes; the limit leaves room for slow machines and sanitizers.
        QVERIFY2(large < 2500, qPrintable(QStringLiteral("100,000 times took %1 ms").arg(large)));
    }

    void aLongStreamTakesLinearTime_data() {
        QTest::addColumn<QString>("unit");
        QTest::newRow("one paragraph") << "word ";
        QTest::newRow("list") << "- item of a list\n";
        QTest::newRow("paragraphs") << "Some *text* here.\n\n";
        QTest::newRow("quote") << "> quoted line\n";
        QTest::newRow("table") << "| a | b |\n";
    }
    void aLongStreamTakesLinearTime() {
        QFETCH(QString, unit);
        const auto time = [&](int pieces) {
            MarkdownBlocks blocks;
            if (unit.startsWith(u'|')) blocks.append(u"| a | b |\n|---|---|\n");
            QElapsedTimer timer;
            timer.start();
            for (int i = 0; i < pieces; ++i) blocks.append(unit);
            blocks.finish();
            return static_cast<double>(timer.nsecsElapsed()) / 1e6;
        };
        time(500);
        const double one = time(5000), four = time(20000);
        qInfo("5,000 pieces %.1f ms, 20,000 pieces %.1f ms", one, four);
        QVERIFY2(four < 16 * one + 200, "four times the text took over sixteen times the time");
    }
};

QTEST_GUILESS_MAIN(TestMarkdownBlocks)
#include "tst_markdown_blocks.moc"
