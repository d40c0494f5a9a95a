#include "areas/settings_area.h"

#include <QtTest>

#include "store/store.h"

using namespace hearth;
using namespace hearth::app;

class TestSettingsArea : public QObject {
    Q_OBJECT

private slots:
    void whatModelsMayRunOnIsKnownBeforeAnythingIsAsked() {
        const auto store = store::Store::inMemory();
        SettingsArea area(*store, {{.name = "cpu", .title = "CPU"}});
        area.app.engine->setBackendIndex(1);
        QCOMPARE(area.app.engine->backend(), QString("cpu"));
        QVERIFY(!area.language.code().isEmpty());
    }

    void qmlReadsItsParts() {
        const auto store = store::Store::inMemory();
        const SettingsArea area(*store, {});
        QCOMPARE(area.property("app").value<QObject*>(), &area.app);
        QCOMPARE(area.property("prompts").value<QObject*>(), &area.prompts);
    }
};

QTEST_GUILESS_MAIN(TestSettingsArea)
#include "tst_settings_area.moc"
