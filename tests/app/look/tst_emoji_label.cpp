#include <QGuiApplication>
#include <QTest>
#include <QTextDocument>

#include "look/emoji_label.h"
#include "look/fonts.h"

using namespace hearth::app;

class TestEmojiLabel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { setUpFonts(); }
    void plainTextStaysAsItIs() {
        EmojiLabel label;
        label.setProperty("text", "1 < 2 & so on");
        label.setProperty("room", 10);
        QVERIFY(!label.isRich());
        QCOMPARE(label.shown(), QStringLiteral("1 < 2 & so on"));
    }
    void emojiAreInTheirFont() {
        if (emojiFamily().isEmpty()) QSKIP("SKIPPED: the font Noto Color Emoji is not installed");
        EmojiLabel label;
        label.setProperty("text", QString::fromUtf16(u"<b> 1\ufe0f\u20e3 & \u2764\ufe0f\u2764"));
        QVERIFY(label.isRich());
        QVERIFY(label.shown().contains(
            u"&lt;b&gt; <span style=\"font-family:'Noto Color Emoji'\">1\u20e3</span> &amp; "));
        QVERIFY(label.shown().contains(u"'>\u2764</span>\u2764") ||
                label.shown().contains(u"\">\u2764</span>\u2764"));
    }
    void isCutWhereThereIsNoRoom() {
        if (emojiFamily().isEmpty()) QSKIP("SKIPPED: the font Noto Color Emoji is not installed");
        EmojiLabel label;
        label.setProperty("font", QGuiApplication::font());
        label.setProperty("text", QString::fromUtf16(u"\U0001F600 a rather long title that has no room"));
        const auto plain = [&label] {
            QTextDocument document;
            document.setHtml(label.shown());
            return document.toPlainText();
        };
        const auto width = [&label] {
            QTextDocument document;
            document.setDefaultFont(QGuiApplication::font());
            document.setDocumentMargin(0);
            document.setHtml(label.shown());
            return document.idealWidth();
        };
        const double whole = width();
        QVERIFY(plain().endsWith(u"room"));
        for (const double room : {40.0, 100.0, 150.0, whole + 1}) {
            label.setProperty("room", room);
            QVERIFY2(width() <= room, qPrintable(QStringLiteral("%1 in %2").arg(width()).arg(room)));
            QCOMPARE(plain().endsWith(QChar(0x2026)), room < whole);
        }
        label.setProperty("room", 3);
        QCOMPARE(plain(), QString(QChar(0x2026)));
    }
};

QTEST_MAIN(TestEmojiLabel)
#include "tst_emoji_label.moc"
