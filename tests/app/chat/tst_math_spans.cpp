#include "chat/math_spans.h"

#include <QElapsedTimer>
#include <QtTest>

using hearth::app::MathSpan;
using hearth::app::mathSpans;

class TestMathSpans : public QObject {
    Q_OBJECT

private slots:
    void formulasAreFound_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("formulas");
        const auto row = [](const char* text, const QStringList& formulas = {}) {
            QTest::newRow(text) << QString::fromUtf8(text) << formulas;
        };
        row("so $x^2$ it is", {"x^2"});
        row("($x$), the $n$th, $k$-means", {"x", "n", "k"});
        row("$a$ and $b$.", {"a", "b"});
        row("其中$x$是", {"x"});
        row("\\(x + 1\\) and \\[ y = 2 \\]", {"x + 1", "[ y = 2 "});
        row("over\n$$\nx\n$$\nlines", {"[\nx\n"});
        row("$$ x $$", {"[ x "});
        row("\\[\na\\\\[4pt]\nb\n\\]", {"[\na\\\\[4pt]\nb\n"});
        row("$\\$5 + x$", {"\\$5 + x"});
        row("$2 \\text{ apples and pears}$", {"2 \\text{ apples and pears}"});
        // Text that stays what it is.
        row("It costs $5 and then $10");
        row("It costs $5, not $7.50.");
        row("from $5 to 10$ or so");
        row("US$5 and A$6$");
        row("$ 5 $ and $x $ and $ y$");
        row("set $HOME/$USER and $PATH");
        row("\\$x\\$ and $$$ and $$$$");
        row("`$x$` and ``a ` $y$``");
        row("```sh\necho $A$\n```");
        row("- item\n  ```\n  $x$\n  ```\n  $y$", {"y"});
        row("$x\n\ny$ and \\(a\n\nb\\)");
        row("\\[1\\] Smith, \\[2\\] Miller");
        row("\\\\(x\\\\)");
        row("a $`x`$ b");
    }
    void formulasAreFound() {
        QFETCH(QString, text);
        QStringList found;
        for (const MathSpan& span : mathSpans(text)) {
            const QString inside = text.mid(span.start + span.markLength, span.length - 2 * span.markLength);
            found += (span.isDisplay ? QStringLiteral("[") : QString()) + inside;
        }
        QTEST(found, "formulas");
    }

    void hostileOnesTakeLinearTime() {
        QElapsedTimer timer;
        timer.start();
        for (const char* part : {"$", "$a", "$$", "$$a", "\\(", "\\[", "`", "` ``", "`a``b```c", "$a`",
                                 "\\(\\[", "\n$$ ", "```\n", "$5 a$ "})
            mathSpans(QString(part).repeated(100000));
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestMathSpans)
#include "tst_math_spans.moc"
