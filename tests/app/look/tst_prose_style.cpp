#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include "look/prose_style.h"

using hearth::app::ProseStyle;

// Held against QTextDocument, which is what shows the text.
class TestProseStyle : public QObject {
    Q_OBJECT

private slots:
    void dressesMeaning() {
        ProseStyle style;
        style.setProperty("link", QColor("#a54109"));
        style.setProperty("codeGround", QColor("#efece7"));
        style.setProperty("markGround", QColor("#feda81"));
        QTextDocument document;
        document.setHtml(style.apply(
            "a <b>bold</b> <code>x &lt; y</code> <a href=\"https://e.org\">link</a> <mark>m</mark>"));
        QCOMPARE(document.toPlainText(),
                 QString("a bold \u00a0x < y\u00a0 link m").replace(QChar(0xa0), u' '));
        const QTextBlock block = document.firstBlock();
        QCOMPARE(block.blockFormat().lineHeightType(), int(QTextBlockFormat::FixedHeight));
        QCOMPARE(block.blockFormat().lineHeight(), 24.0);
        bool bold = false, code = false, link = false, mark = false;
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextCharFormat format = it.fragment().charFormat();
            const QString text = it.fragment().text();
            if (text == "bold") bold = format.fontWeight() == QFont::DemiBold;
            if (text.contains("x < y"))
                code = format.background().color() == QColor("#efece7") &&
                       format.fontFamilies().toStringList().value(0) == "JetBrains Mono";
            if (text == "link")
                link = format.isAnchor() && format.anchorHref() == "https://e.org" &&
                       format.foreground().color() == QColor("#a54109") && !format.fontUnderline();
            if (text == "m") mark = format.background().color() == QColor("#feda81");
        }
        QVERIFY(bold);
        QVERIFY(code);
        QVERIFY(link);
        QVERIFY(mark);
    }

    void knowsWhereEmojiMayBe() {
        ProseStyle style;
        for (const char* text : {"plain <b>text</b>, \"quotes\" – dashes … é 中", ""}) {
            style.setProperty("richText", QString::fromUtf8(text));
            QVERIFY2(!style.mayHoldEmoji(), text);
        }
        for (const char* text : {"\U0001F600", "\u2705", "1\uFE0F\u20E3"}) {
            style.setProperty("richText", QString::fromUtf8(text));
            QVERIFY2(style.mayHoldEmoji(), text);
        }
    }

    void formulasComeWithoutTheirSource() {
        ProseStyle style;
        style.setProperty("line", 0);
        QCOMPARE(style.apply("so <math tex=\"\\sin x&lt;1\">sin <i>x</i>&lt;1</math> a"),
                 QStringLiteral("so sin <i>x</i>&lt;1 a"));
        QCOMPARE(style.apply("<math tex=\"x"), QString());
    }

    void formulasAreItalicOnlyInTheirLetters() {
        QCOMPARE(ProseStyle::formula("St \u2248 0.2 < f"),
                 QString("<i>St</i>&nbsp;\u2248&nbsp;0.2&nbsp;&lt;&nbsp;<i>f</i>"));
    }
    void htmlFollowsTheTheme() {
        ProseStyle style;
        int changes = 0;
        connect(&style, &ProseStyle::changed, &style, [&changes] { ++changes; });
        style.setProperty("richText", "<code>x</code>");
        style.setProperty("codeGround", QColor("#111111"));
        QVERIFY(style.html().contains("#111111"));
        style.setProperty("codeGround", QColor("#eeeeee"));
        QVERIFY(style.html().contains("#eeeeee"));
        QCOMPARE(changes, 3);
    }

    void leavesLinesToTheFontWhenAsked() {
        ProseStyle style;
        style.setProperty("line", 0);
        QCOMPARE(style.apply("plain"), QString("plain"));
    }
};

QTEST_MAIN(TestProseStyle)
#include "tst_prose_style.moc"
