#include "chat/block_pieces.h"

#include <QtTest>

#include "chat/markdown_blocks.h"
#include "chat/plain_text.h"

using namespace hearth::app;
using Kind = MarkdownBlock::Kind;
using Joint = MarkdownBlock::Joint;

class TestBlockPieces : public QObject {
    Q_OBJECT

    static QString joined(const std::vector<TextPiece>& pieces) {
        QString text;
        for (const TextPiece& piece : pieces) {
            if (piece.joint == Joint::Line) text += u'\n';
            text += piece.text;
        }
        return text;
    }
    static QString words(const std::vector<MarkdownBlock>& blocks) {
        PlainBlocks plain;
        for (const MarkdownBlock& block : blocks) plain.add(block, wordsOf(block), true);
        return plain.text();
    }

private slots:
    void shortTextIsOnePiece() {
        const auto pieces = textPieces(u"one\ntwo");
        QCOMPARE(pieces.size(), 1U);
        QCOMPARE(pieces[0].text.toString(), QStringLiteral("one\ntwo"));
        QCOMPARE(textPieces({}).size(), 1U);
    }

    void nothingIsLost_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("words") << QStringLiteral("word ").repeated(10'000);
        QTest::newRow("lines") << QStringLiteral("a line\n").repeated(10'000);
        QTest::newRow("empty lines") << QString(10'000, u'\n');
        QTest::newRow("one word") << QString(50'000, u'x');
        QTest::newRow("pairs") << QStringLiteral("\U0001F600").repeated(20'000);
        QTest::newRow("marks") << u'a' + QString(20'000, QChar(0x301));
        QTest::newRow("long lines") << (QString(9'000, u'x') + u'\n').repeated(5);
    }
    void nothingIsLost() {
        QFETCH(QString, text);
        const auto pieces = textPieces(text);
        QVERIFY(pieces.size() > 1);
        QCOMPARE(joined(pieces), text);
        for (const TextPiece& piece : pieces) {
            QVERIFY(piece.text.size() <= mostPieceCharacters);
            QVERIFY(piece.text.count(u'\n') <= mostPieceLines);
            QVERIFY(piece.text.isEmpty() || !piece.text.front().isLowSurrogate());
        }
    }

    void stylesGoOnInTheNextPiece() {
        std::vector<MarkdownBlock> blocks;
        const QString inside = QStringLiteral("word ").repeated(2'000);
        appendInPieces(blocks,
                       {.text = QStringLiteral("<b>a <a href=\"x\">%1</a></b>&lt;<br/>end").arg(inside)});
        QVERIFY(blocks.size() > 1);
        for (const MarkdownBlock& block : blocks) {
            QCOMPARE(block.text.count(QLatin1String("<b>")), block.text.count(QLatin1String("</b>")));
            QCOMPARE(block.text.count(QLatin1String("<a href=\"x\">")),
                     block.text.count(QLatin1String("</a>")));
        }
        QVERIFY(blocks[1].text.startsWith(QLatin1String("<b><a href=\"x\">word")));
        QCOMPARE(words(blocks), QStringLiteral("a %1<\nend").arg(inside));
    }

    void tablesKeepTheirWidths() {
        const auto blocks = MarkdownBlocks::parse(QStringLiteral("| a | b |\n|---|---|\n") +
                                                  QStringLiteral("| 1 | 2 |\n").repeated(500) +
                                                  QStringLiteral("| the longest | 2 |\n"));
        QVERIFY(blocks.size() > 2);
        qsizetype rows = 0;
        for (const MarkdownBlock& block : blocks) {
            QCOMPARE(block.kind, Kind::Table);
            QVERIFY(block.cells.size() * 2 <= mostPieceCells);
            QCOMPARE(block.widest.value(0), QStringLiteral("the longest"));
            rows += block.cells.size();
        }
        QCOMPARE(rows, 502);
        QCOMPARE(blocks[0].joint, Joint::None);
        QCOMPARE(blocks[1].joint, Joint::Line);
    }

    void largeTablesComeInSmallParts() {
        const QString head = QStringLiteral("| a | b |\n|---|---|\n"), row = QStringLiteral("| 1 | 2 |\n");
        QCOMPARE(MarkdownBlocks::parse(head + row.repeated(59)).size(), size_t{1});
        for (const MarkdownBlock& block : MarkdownBlocks::parse(head + row.repeated(60)))
            QVERIFY(block.cells.size() <= 20);
    }

    void whatHoldsTheWindowIsSlow_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<bool>("slow");
        const QString emoji = QStringLiteral("\U0001F469"), bold = QStringLiteral("<b>a</b> ");
        QTest::newRow("words") << QStringLiteral("word ").repeated(400) << Kind::Paragraph << false;
        QTest::newRow("some emoji") << emoji.repeated(31) << Kind::Paragraph << false;
        QTest::newRow("many emoji") << emoji.repeated(32) << Kind::Paragraph << true;
        QTest::newRow("some styles") << bold.repeated(60) << Kind::ListItem << false;
        QTest::newRow("many styles") << bold.repeated(64) << Kind::ListItem << true;
        QTest::newRow("templates") << QStringLiteral("a<b<c>>\n").repeated(200) << Kind::Code << false;
        QTest::newRow("long line") << QString(1024, u'x') << Kind::Code << true;
    }
    void whatHoldsTheWindowIsSlow() {
        QFETCH(QString, text);
        QFETCH(Kind, kind);
        QFETCH(bool, slow);
        QCOMPARE(isSlow({.kind = kind, .text = text}), slow);
    }

    void emojiFillARowSoon() {
        std::vector<MarkdownBlock> blocks;
        appendInPieces(blocks, {.text = QStringLiteral("\U0001F600").repeated(1000)});
        QVERIFY(blocks.size() > 10);
        QString whole;
        for (const MarkdownBlock& block : blocks) whole += block.text;
        QCOMPARE(whole, QStringLiteral("\U0001F600").repeated(1000));
        for (const TextPiece& piece : textPieces(whole)) QVERIFY(piece.text.size() <= 130);
    }

    void aLongFenceStaysCode() {
        QString code;
        for (int i = 0; i < 20'000; ++i) code += QStringLiteral("int x%1 = 1;\n").arg(i);
        const auto blocks = MarkdownBlocks::parse(QStringLiteral("Look:\n```cpp\n%1```\nafter").arg(code));
        QCOMPARE(blocks.front().text, QStringLiteral("Look:"));
        QCOMPARE(blocks.back().text, QStringLiteral("after"));
        std::vector<MarkdownBlock> inside(blocks.begin() + 1, blocks.end() - 1);
        for (const MarkdownBlock& block : inside) {
            QCOMPARE(block.kind, Kind::Code);
            QCOMPARE(block.language, QStringLiteral("cpp"));
        }
        QCOMPARE(words(inside) + u'\n', code);
    }

    void longReasoningStaysReasoning() {
        const QString thought = QStringLiteral("a thought of some words\n").repeated(5'000);
        for (const QString& text : {thought, QString(thought).replace(u'\n', u' ')}) {
            const auto blocks = MarkdownBlocks::parse(QStringLiteral("<think>%1</think>\n\nYes.").arg(text));
            QCOMPARE(blocks.back().kind, Kind::Paragraph);
            QCOMPARE(blocks.back().text, QStringLiteral("Yes."));
            for (size_t i = 0; i + 1 < blocks.size(); ++i) QCOMPARE(blocks[i].kind, Kind::Reasoning);
        }
    }

    void aLongTableStaysATable() {
        QString text = QStringLiteral("| a | b |\n|---|---|\n");
        for (int i = 0; i < 10'000; ++i) text += QStringLiteral("| %1 | x |\n").arg(i);
        const auto blocks = MarkdownBlocks::parse(text);
        QList<QString> first;
        for (const MarkdownBlock& block : blocks) {
            QCOMPARE(block.kind, Kind::Table);
            for (const QStringList& row : block.cells) first += row[0];
        }
        QCOMPARE(first.size(), 10'001);
        for (int i = 0; i < 10'000; ++i) QCOMPARE(first[i + 1], QString::number(i));
    }

    void longTextCutDifferentlyGivesTheSameBlocks() {
        const QString text =
            QStringLiteral("<think>%1</think>\n%2\n\n```sh\n%3```\n\n| a |\n|---|\n%4\n# Head\n\n%5")
                .arg(QStringLiteral("so ").repeated(20'000), QStringLiteral("**w** x\n").repeated(9'000),
                     QStringLiteral("ls -l\n").repeated(9'000), QStringLiteral("| c |\n").repeated(9'000),
                     QString(90'000, u'y'));
        const auto whole = MarkdownBlocks::parse(text);
        for (const qsizetype step : {1'000, 7'777, 50'000}) {
            MarkdownBlocks streamed;
            for (qsizetype at = 0; at < text.size(); at += step)
                streamed.append(QStringView(text).mid(at, step));
            streamed.finish();
            QCOMPARE(streamed.blocks().size(), whole.size());
            QVERIFY(streamed.blocks() == whole);
        }
    }
};

QTEST_GUILESS_MAIN(TestBlockPieces)
#include "tst_block_pieces.moc"
