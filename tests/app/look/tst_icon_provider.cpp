#include <QFile>
#include <QTemporaryFile>
#include <QTest>

#include "look/icon_provider.h"

using hearth::app::IconProvider;

class TestIconProvider : public QObject {
    Q_OBJECT

private slots:
    // Every icon of the table can be read, shows something, and stays inside its square.
    void everyIconIsDrawn() {
        QFile table(QStringLiteral(HEARTH_SOURCE_DIR "/resources/icons/icons.tsv"));
        QVERIFY(table.open(QIODevice::ReadOnly));
        const qsizetype lines = table.readAll().trimmed().split('\n').size() - 1;
        IconProvider provider;
        QCOMPARE(provider.names().size(), lines);
        for (const QString& name : provider.names()) {
            QSize size;
            const QImage image =
                provider.requestImage(name + QStringLiteral("/ff0000/1.75"), &size, QSize(48, 48));
            QCOMPARE(image.size(), QSize(48, 48));
            QCOMPARE(size, QSize(48, 48));
            int drawn = 0;
            int onEdge = 0;
            for (int y = 0; y < 48; ++y)
                for (int x = 0; x < 48; ++x) {
                    const QRgb dot = qUnpremultiply(image.pixel(x, y));
                    if (qAlpha(dot) == 0) continue;
                    ++drawn;
                    if (x == 0 || y == 0 || x == 47 || y == 47) ++onEdge;
                    if (qAlpha(dot) > 64) QVERIFY2(qRed(dot) > 200 && qGreen(dot) < 30, qPrintable(name));
                }
            QVERIFY2(drawn > 20, qPrintable(name));
            QVERIFY2(onEdge == 0, qPrintable(name));
        }
    }

    void takesColourAndStroke() {
        IconProvider provider;
        const auto ink = [&](const char* id) {
            const QImage image = provider.requestImage(QLatin1String(id), nullptr, QSize(24, 24));
            int sum = 0;
            for (int y = 0; y < 24; ++y)
                for (int x = 0; x < 24; ++x) sum += qAlpha(image.pixel(x, y));
            return sum;
        };
        QVERIFY(ink("plus/000000/3") > 1.8 * ink("plus/000000/1.5"));
        QVERIFY(ink("plus/80000000/1.5") < 0.6 * ink("plus/000000/1.5"));
        QVERIFY(ink("half/000000/1") > ink("play/000000/1"));  // filled
    }

    void saysWhenAnIconIsMissing() {
        IconProvider provider;
        QTest::ignoreMessage(QtWarningMsg, "There is no icon \"unknown/000000/1\".");
        QImage image = provider.requestImage(QStringLiteral("unknown/000000/1"), nullptr, QSize(16, 16));
        QCOMPARE(image.pixel(8, 8), qRgba(0, 0, 0, 0));
        QTest::ignoreMessage(QtWarningMsg, "There is no icon \"plus/grey/1\".");
        provider.requestImage(QStringLiteral("plus/grey/1"), nullptr, QSize(16, 16));
    }

    void saysWhatIsWrongInATable() {
        QTemporaryFile table;
        QVERIFY(table.open());
        table.write("name\tpath\ngood\tM1 1L5 5\nbad\tnot a path\n");
        table.close();
        QTest::ignoreMessage(QtWarningMsg, "The icon line \"bad\tnot a path\" is not a name and a path.");
        const IconProvider provider(table.fileName());
        QCOMPARE(provider.names(), QStringList{QStringLiteral("good")});
        QTest::ignoreMessage(QtWarningMsg, "The icons cannot be read from /nowhere.");
        QVERIFY(IconProvider(QStringLiteral("/nowhere")).names().isEmpty());
    }
};

QTEST_MAIN(TestIconProvider)
#include "tst_icon_provider.moc"
