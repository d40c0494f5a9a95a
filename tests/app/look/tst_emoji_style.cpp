#include <QGuiApplication>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include "look/emoji_style.h"
#include "look/fonts.h"

using namespace hearth::app;

// Held against the layout: a sequence that falls apart has more than one glyph.
class TestEmojiStyle : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        setUpFonts();
        if (emojiFamily().isEmpty()) QSKIP("SKIPPED: the font Noto Color Emoji is not installed");
        m_component.setData(R"(import QtQuick
            TextEdit {
                property bool rich: false
                textFormat: rich ? TextEdit.RichText : TextEdit.PlainText
                width: 400
            })",
                            {});
    }
    void oneGlyphASequence_data() {
        QTest::addColumn<QString>("sequence");
        QTest::newRow("heart") << QString::fromUtf16(u"\u2764\ufe0f");
        QTest::newRow("check") << QString::fromUtf16(u"\u2714\ufe0f");
        QTest::newRow("family") << QString::fromUtf16(
            u"\U0001F469\u200d\U0001F469\u200d\U0001F467\u200d\U0001F466");
        QTest::newRow("keycap") << QString::fromUtf16(u"1\ufe0f\u20e3");
        QTest::newRow("flag") << QString::fromUtf16(u"\U0001F1E9\U0001F1EA");
    }
    void oneGlyphASequence() {
        QFETCH(const QString, sequence);
        for (const bool rich : {false, true}) {
            const std::unique_ptr<QObject> edit(m_component.createWithInitialProperties({{"rich", rich}}));
            QVERIFY2(edit, qPrintable(m_component.errorString()));
            EmojiStyle style;
            auto* document = edit->property("textDocument").value<QQuickTextDocument*>();
            style.setDocument(document);
            // Text that comes after the style, as it does while a reply streams.
            edit->setProperty("text", rich ? QStringLiteral("<p>a <b>%1</b> b</p>").arg(sequence)
                                           : QStringLiteral("a %1 b").arg(sequence));
            QTextDocument& shown = *document->textDocument();
            QCOMPARE(shown.toPlainText(), QStringLiteral("a %1 b").arg(sequence));
            QVERIFY(!shown.isUndoAvailable());
            int glyphs = 0;
            double width = 0;
            for (const QGlyphRun& run :
                 shown.firstBlock().layout()->glyphRuns(2, static_cast<int>(sequence.size()))) {
                QCOMPARE(run.rawFont().familyName(), emojiFamily());
                for (const quint32 glyph : run.glyphIndexes()) QVERIFY(glyph != 0);
                glyphs += static_cast<int>(run.glyphIndexes().size());
                width += run.boundingRect().width();
            }
            QCOMPARE(glyphs, 1);
            QVERIFY2(width < 30, qPrintable(QString::number(width)));
        }
    }
    void leavesOtherTextInItsFont() {
        const std::unique_ptr<QObject> edit(m_component.create());
        EmojiStyle style;
        auto* document = edit->property("textDocument").value<QQuickTextDocument*>();
        edit->setProperty("text", QString::fromUtf16(u"1 \u00a9 \u2764 #"));
        style.setDocument(document);
        QVERIFY(document->textDocument()->firstBlock().layout()->formats().isEmpty());
    }
    // 680 changes of font take the layout more than a tenth of a second.
    void boundsTheChangesOfFont() {
        const std::unique_ptr<QObject> edit(m_component.create());
        EmojiStyle style;
        auto* document = edit->property("textDocument").value<QQuickTextDocument*>();
        style.setDocument(document);
        edit->setProperty("text", QString::fromUtf16(u"\U0001F600a").repeated(680));
        const auto formats = document->textDocument()->firstBlock().layout()->formats();
        QVERIFY(!formats.isEmpty() && formats.size() <= 40);
    }

private:
    QQmlEngine m_engine;
    QQmlComponent m_component{&m_engine};
};

QTEST_MAIN(TestEmojiStyle)
#include "tst_emoji_style.moc"
