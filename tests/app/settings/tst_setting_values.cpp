#include "settings/setting_values.h"

#include <QSignalSpy>
#include <QtTest>

#include "settings/app_settings.h"

using namespace hearth::app;

class TestSettingValues : public QObject {
    Q_OBJECT

private slots:
    void valuesOfAWrongTypeAreTheDefault() {
        const auto store = store::Store::inMemory();
        store->settings().put(QStringLiteral("app"), QJsonObject{{"scale", "large"}, {"panelTab", true}});
        const AppSettings settings(*store);
        QCOMPARE(settings.look->scale(), 1.0);
        QCOMPARE(settings.window->panelTab(), 0);
    }

    void writesSoonByItself() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        QSignalSpy changed(&settings, &AppSettings::changed);
        settings.window->setPanelTab(2);
        settings.window->setPanelTab(2);
        QCOMPARE(changed.count(), 1);
        QTRY_COMPARE(store->settings().find(QStringLiteral("app")).toObject().value("panelTab").toInt(), 2);
    }
};

QTEST_GUILESS_MAIN(TestSettingValues)

#include "tst_setting_values.moc"
