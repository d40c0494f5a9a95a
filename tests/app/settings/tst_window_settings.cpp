#include "settings/window_settings.h"

#include <QtTest>

#include "settings/app_settings.h"

using namespace hearth::app;

class TestWindowSettings : public QObject {
    Q_OBJECT

private slots:
    void eachPurposeHasItsOwnFolder() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        QCOMPARE(settings.window->fileFolder("export"), QString());
        for (int i = 0; i < 7; ++i)
            settings.window->keepFileFolder("export", QStringLiteral("/folder %1").arg(i));
        settings.window->keepFileFolder("model", "/folder 4");
        settings.flush();
        const AppSettings again(*store);
        QCOMPARE(again.window->fileFolder("export"), QStringLiteral("/folder 6"));
        QCOMPARE(again.window->fileFolder("model"), QStringLiteral("/folder 4"));
        QCOMPARE(again.window->recentFolders(),
                 QStringList({"/folder 4", "/folder 6", "/folder 5", "/folder 3", "/folder 2"}));
    }
};

QTEST_GUILESS_MAIN(TestWindowSettings)

#include "tst_window_settings.moc"
