#include <QFontDatabase>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QTest>

#include "look/fonts.h"

class TestFonts : public QObject {
    Q_OBJECT

private slots:
    void setsTheApplicationFont() {
        hearth::app::setUpFonts();
        const QFont font = QGuiApplication::font();
        QCOMPARE(font.pixelSize(), 13);
        QCOMPARE(font.hintingPreference(), QFont::PreferNoHinting);
        QCOMPARE(font.families().value(0), QStringLiteral("Inter"));
        QVERIFY(font.families().contains(QStringLiteral("Noto Color Emoji")));
        QVERIFY(QFont::substitutes(QStringLiteral("JetBrains Mono"))
                    .contains(QStringLiteral("DejaVu Sans Mono"), Qt::CaseInsensitive));
    }

    void namesInstalledFamilies() {
        if (!QFontDatabase::hasFamily(QStringLiteral("DejaVu Sans Mono")))
            QSKIP("SKIPPED: no DejaVu fonts here");
        QVERIFY(QFontDatabase::hasFamily(hearth::app::codeFamily()));
        QVERIFY(QFontDatabase::hasFamily(hearth::app::textFamily()));
    }

    // Code must line up: all letters of one width, with the family that is chosen on this machine.
    void codeIsMonospaced() {
        QFont font(hearth::app::codeFamily());
        font.setPixelSize(13);
        const QFontMetricsF metrics(font);
        QCOMPARE(metrics.horizontalAdvance(QStringLiteral("iiii")),
                 metrics.horizontalAdvance(QStringLiteral("MMMM")));
    }
};

QTEST_MAIN(TestFonts)
#include "tst_fonts.moc"
