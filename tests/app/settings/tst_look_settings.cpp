#include "settings/look_settings.h"

#include <QtTest>

#include "settings/app_settings.h"

using namespace hearth::app;

class TestLookSettings : public QObject {
    Q_OBJECT

private slots:
    void theScaleIsKnownBeforeThereIsAWindow() {
        const auto store = store::Store::inMemory();
        QCOMPARE(LookSettings::scaleIn(*store), 1.0);
        AppSettings(*store).look->setScale(2);
        QCOMPARE(LookSettings::scaleIn(*store), 2.0);
        store->settings().put(QStringLiteral("app"), QJsonObject{{"scale", 1000}});
        QCOMPARE(LookSettings::scaleIn(*store), 3.0);
        store->settings().put(QStringLiteral("app"), QJsonObject{{"scale", "big"}});
        QCOMPARE(LookSettings::scaleIn(*store), 1.0);
    }

    void aLanguageOrTheSystems() {
        const auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            QCOMPARE(settings.look->languageIndex(), 0);
            QCOMPARE(settings.look->language(), QString());
            const qsizetype french = settings.look->languageNames().indexOf(QStringLiteral("Français"));
            settings.look->setLanguageIndex(static_cast<int>(french));
            QCOMPARE(settings.look->language(), QStringLiteral("fr"));
            settings.look->setLanguageIndex(99);
            QCOMPARE(settings.look->languageIndex(), static_cast<int>(french));
        }
        AppSettings settings(*store);
        QCOMPARE(settings.look->language(), QStringLiteral("fr"));
        settings.look->setLanguageIndex(0);
        QCOMPARE(settings.look->language(), QString());
    }
};

QTEST_GUILESS_MAIN(TestLookSettings)

#include "tst_look_settings.moc"
