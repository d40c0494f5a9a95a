#include "chat/emphasis_marks.h"

#include <QElapsedTimer>
#include <QtTest>

#include "chat/markdown_parser.h"

using namespace hearth::app;

class TestEmphasisMarks : public QObject {
    Q_OBJECT

private slots:
    /// The examples of the rule "CJK-friendly emphasis", and the same in other forms.
    void emphasisEndsBesideEastAsianPunctuation_data() {
        QTest::addColumn<QString>("rich");
        const auto row = [](const char* source, const char* rich) {
            QTest::newRow(source) << QString::fromUtf8(rich);
        };
        row("**注意：**这是重点。", "<b>注意：</b>这是重点。");
        row("**“引号”**后面的中文。", "<b>“引号”</b>后面的中文。");
        row("これは**「強調」**です。", "これは<b>「強調」</b>です。");
        row("**제목(title)**입니다", "<b>제목(title)</b>입니다");
        row("**（括号）**文", "<b>（括号）</b>文");
        row("文**（括号）**", "文<b>（括号）</b>");
        row("*斜体。*文字", "<i>斜体。</i>文字");
        row("***重要！***文字", "<i><b>重要！</b></i>文字");
        row("**重要:**说明", "<b>重要:</b>说明");
        row("**结束。**abc", "<b>结束。</b>abc");
        row("中文**`代码`**中文", "中文<b><code>代码</code></b>中文");
        row("**[链接](https://e.org)**后面", "<b><a href=\"https://e.org\">链接</a></b>后面");
        row("**𠮷野家、**です", "<b>𠮷野家、</b>です");
        // Text that is right already, and text without emphasis.
        row("**粗体**文字", "<b>粗体</b>文字");
        row("3 * 4 * 5 个", "3 * 4 * 5 个");
        row("星号\\*：\\*文字", "星号*：*文字");
        row("`**注意：**这`", "<code>**注意：**这</code>");
        row("**foo(bar)**baz", "**foo(bar)**baz");
    }
    void emphasisEndsBesideEastAsianPunctuation() {
        QFETCH(QString, rich);
        const auto blocks = parseMarkdown(QString::fromUtf8(QTest::currentDataTag()));
        QCOMPARE(blocks.size(), 1U);
        QCOMPARE(blocks[0].text, rich);
    }

    void marksAreNowhereElse() {
        QCOMPARE(withEmphasisMarks("**a.**b"), QString("**a.**b"));
        const QString text = QString::fromUtf8("# 标题：\n\n* 列表：文\n\n```\n**注意：**这\n```\n");
        for (const MarkdownBlock& block : parseMarkdown(text)) QVERIFY(!block.text.contains(emphasisMark));
        // A text that holds the mark itself.
        QCOMPARE(parseMarkdown(QString("a") + emphasisMark)[0].text, QString("a") + QChar(0xfffd));
    }

    void takesTimeByLength() {
        QElapsedTimer timer;
        timer.start();
        for (const char* part : {"**注：", "*", "\\", "：**", "\\*："})
            withEmphasisMarks(QString::fromUtf8(part).repeated(300000));
        QVERIFY2(timer.elapsed() < 3000, qPrintable(QString::number(timer.elapsed())));
    }
};

QTEST_APPLESS_MAIN(TestEmphasisMarks)
#include "tst_emphasis_marks.moc"
