#include "inference/context_note.h"

#include <QtTest>

using namespace hearth;
using namespace hearth::app;

class TestContextNote : public QObject {
    Q_OBJECT

private slots:
    void saysWhatLiesBeyondTheTraining_data() {
        QTest::addColumn<ContextScaling>("scaling");
        QTest::addColumn<int>("trained");
        QTest::addColumn<int>("unscaled");
        QTest::addColumn<int>("wanted");
        QTest::addColumn<QStringList>("says");
        const auto row = [](const char* name, ContextScaling scaling, int trained, int unscaled, int wanted,
                            const QStringList& says) {
            QTest::newRow(name) << scaling << trained << unscaled << wanted << says;
        };
        row("within", ContextScaling::None, 8192, 0, 8192, {});
        row("beyond", ContextScaling::None, 8192, 0, 131072, {"8,192", "no scaling"});
        row("within YaRN", ContextScaling::Yarn, 131072, 32768, 65536, {"YaRN", "32,768"});
        row("before YaRN", ContextScaling::Yarn, 131072, 32768, 16384, {});
        row("beyond YaRN", ContextScaling::Yarn, 131072, 32768, 262144, {"131,072", "no scaling"});
        row("linear", ContextScaling::Linear, 16384, 4096, 8192, {"linear", "4,096"});
        row("dynamic", ContextScaling::Dynamic, 4096, 4096, 8192, {"4,096", "dynamic"});
        row("not known", ContextScaling::None, 0, 0, 131072, {});
    }
    void saysWhatLiesBeyondTheTraining() {
        QFETCH(ContextScaling, scaling);
        QFETCH(int, trained);
        QFETCH(int, unscaled);
        QFETCH(int, wanted);
        QFETCH(QStringList, says);
        const QString note =
            contextNote({.length = trained, .scaling = scaling, .unscaledLength = unscaled}, wanted);
        if (says.isEmpty()) QCOMPARE(note, QString());
        for (const QString& word : says) QVERIFY2(note.contains(word), qPrintable(note));
    }
};

QTEST_GUILESS_MAIN(TestContextNote)
#include "tst_context_note.moc"
