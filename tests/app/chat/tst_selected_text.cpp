#include "chat/selected_text.h"

#include <QTest>
#include <QTextDocument>
#include <limits>

#include "chat/message_block_model.h"
#include "look/prose_style.h"

using namespace hearth::app;

// Positions are held against a QTextDocument with the HTML that the window shows.
class TestSelectedText : public QObject {
    Q_OBJECT

    static constexpr int end = std::numeric_limits<int>::max();

    static void fill(MessageBlockModel& blocks, const QString& reply) {
        MessageBlockModel::Message question, answer;
        question.id = 1;
        question.author = QStringLiteral("user");
        question.text = QStringLiteral("Which  <b>?\nSecond line");
        answer.id = 2;
        answer.author = QStringLiteral("assistant");
        answer.text = reply;
        blocks.setMessages({question, answer});
    }

private slots:
    void takesAllThatIsText() {
        MessageBlockModel blocks;
        fill(blocks,
             "<think>\nhm\n</think>\n# Use **restic**\n\nBoth `a < b` & *c*.\n\n1. one\n2. two\n\n- [x] "
             "done\n\n"
             "```sh\nls -l\n\npwd\n```\n\n---\n\n> "
             "so\n\n|a|b|\n|---|---|\n|**1**|2|\n\n$$\\frac{1}{2}$$\n\nend\n");
        QCOMPARE(selectedText(blocks, 0, 0, blocks.count() - 1, end),
                 QStringLiteral(
                     "Which  <b>?\nSecond line\n\nUse restic\n\nBoth a < b & c.\n\n1. one\n2. two\n☑ done\n\n"
                     "ls -l\n\npwd\n\n—\n\nso\n\na\tb\n1\t2\n\n$$\\frac{1}{2}$$\n\nend"));
        QCOMPARE(selectedText(blocks, -5, 0, 1000, end), selectedText(blocks, 0, 0, blocks.count() - 1, end));
    }

    void endsWhereThePersonEnded() {
        MessageBlockModel blocks;
        fill(blocks,
             "Say `ls -l`, **now**.\n\n- first\n- "
             "second\n\n---\n\n|a|b|\n|---|---|\n|1|2|\n\n```\none\ntwo\n```\n");
        const int first = blocks.rowOf(2);  // paragraph, two items, rule, table, code
        // "Say ", then a space that pads the code.
        QCOMPARE(selectedText(blocks, first, 0, first, 7), QStringLiteral("Say ls"));
        QCOMPARE(selectedText(blocks, first, 5, first, 12), QStringLiteral("ls -l,"));
        QCOMPARE(selectedText(blocks, first, 13, first + 1, 3), QStringLiteral("now.\n\n• fir"));
        // A part of an item has no marker; only what begins with the item has.
        QCOMPARE(selectedText(blocks, first + 1, 2, first + 2, 3), QStringLiteral("rst\n• sec"));
        QCOMPARE(selectedText(blocks, first + 2, 0, first + 3, 0), QStringLiteral("• second"));
        // Tables are whole, wherever the end in them is.
        QCOMPARE(selectedText(blocks, first + 3, 0, first + 4, 0), QStringLiteral("a\tb\n1\t2"));
        QCOMPARE(selectedText(blocks, first + 4, 3, first + 5, 5), QStringLiteral("a\tb\n1\t2\n\none\nt"));
        QCOMPARE(selectedText(blocks, 0, 6, 0, 9), QStringLiteral(" <b"));
        QCOMPARE(selectedText(blocks, first, 3, first, 3), QString());
        QCOMPARE(selectedText(blocks, first, 9, first, 3), QString());
        QCOMPARE(selectedText(blocks, first + 2, 0, first, 3), QString());
        QCOMPARE(selectedText(blocks, 100, 0, 120, 3), QString());
        QCOMPARE(selectedText(MessageBlockModel(), 0, 0, 0, 3), QString());
    }

    void formulasAreTheirSourceWhenTheyAreWhole() {
        MessageBlockModel blocks;
        fill(blocks, "so $x^2+y$, `c`\nand $z$.");
        const int row = blocks.rowOf(2);  // "so x²+y,  c \nand z."
        QCOMPARE(selectedText(blocks, row, 0, row, end), QStringLiteral("so $x^2+y$, c\nand $z$."));
        QCOMPARE(selectedText(blocks, row, 1, row, 8), QStringLiteral("o $x^2+y$,"));
        QCOMPARE(selectedText(blocks, row, 4, row, 8), QStringLiteral("²+y,"));
    }

    void positionsAreThoseOfTheWindow() {
        MessageBlockModel blocks;
        fill(
            blocks,
            "Two  blanks, a\nbreak\\\nand a  \nsecond; `code  with &lt; two` and ``a ` b``, **bold "
            "*both***, &amp; "
            "[link](https://e.org/?a&b), $a+\\beta$, 日本語 👍🏽 e\u0301, \u00a0fixed, ~~gone~~ <b>no "
            "tag</b>.");
        const int row = blocks.rowOf(2);
        ProseStyle style;
        QTextDocument document;
        document.setHtml(style.apply(blocks.blockAt(row).text));
        const QString shown = document.toPlainText();
        QVERIFY(shown.size() > 100);
        // A piece at a time, so that one place that is off is seen; padding is a piece that is nothing.
        QString all;
        int nothing = 0;
        for (int i = 0; i < shown.size(); ++i) {
            const QString piece = selectedText(blocks, row, i, row, i + 1);
            if (piece.isEmpty())
                ++nothing;
            else
                QCOMPARE(piece, shown.mid(i, 1));
            all += piece;
        }
        QCOMPARE(nothing, 4);
        QString whole = selectedText(blocks, row, 0, row, end);
        QVERIFY(whole.contains("$a+\\beta$"));
        QCOMPARE(all, whole.replace("$a+\\beta$", "a+β"));
        QVERIFY(all.contains("`") && all.contains("日本語 👍🏽"));
    }
};

QTEST_MAIN(TestSelectedText)
#include "tst_selected_text.moc"
