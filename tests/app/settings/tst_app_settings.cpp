#include "settings/app_settings.h"

#include <QSignalSpy>
#include <QtTest>

using namespace hearth::app;

class TestAppSettings : public QObject {
    Q_OBJECT

private slots:
    void cardsAreTickedAndUsedWhereThereAreSome() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.offerBackends({{.name = "cuda", .title = "GPU", .type = hearth::DeviceType::GraphicsCard},
                                {.name = "cpu", .title = "CPU", .type = hearth::DeviceType::Processor}});
        const auto devices = [&] { return settings.engineOptions(QStringLiteral("/x.gguf")).devices; };
        QVERIFY(settings.cards().isEmpty() && devices().empty());
        settings.useCard(2, true);
        settings.useCard(0, true);
        settings.useCard(2, true);
        QCOMPARE(settings.cards(), (QList<int>{0, 2}));
        QCOMPARE(devices(), (std::vector<int>{0, 2}));
        settings.setBackendIndex(1);
        QCOMPARE(devices(), (std::vector<int>{0, 2}));
        settings.setBackendIndex(2);
        QVERIFY(devices().empty());
        settings.useCard(0, false);
        QCOMPARE(settings.cards(), QList<int>{2});
    }

    void severalCardsShareAsIsChosen() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        const auto split = [&] { return settings.engineOptions(QStringLiteral("/x.gguf")).cardSplit; };
        QVERIFY(split() == hearth::CardSplit::Auto);
        settings.setCardSplit(1);
        QVERIFY(split() == hearth::CardSplit::Layers);
        settings.setCardSplit(7);
        QCOMPARE(settings.cardSplit(), 2);
        QVERIFY(split() == hearth::CardSplit::Products);
    }

    void keepsWhatWasSet() {
        const auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            QCOMPARE(settings.theme(), QStringLiteral("system"));
            QVERIFY(settings.sidebarVisible());
            QVERIFY(settings.windowGeometry().isNull());
            settings.setTheme(QStringLiteral("dark"));
            settings.setScale(1.5);
            settings.setWindowGeometry({10, 20, 800, 600});
            settings.setLastModel(QStringLiteral("/m.gguf"));
            settings.setLastConversation(77);
            settings.setSidebarVisible(false);
            QVERIFY(settings.keepCache());
            settings.setKeepCache(false);
            QCOMPARE(settings.cacheGigabytes(), 10);
            QCOMPARE(settings.cacheGigabytesADay(), 10);
            settings.setCacheGigabytes(0);
            settings.setCacheGigabytesADay(25);
            QVERIFY(settings.startLastModel() && settings.openLastChat());
            settings.setStartLastModel(false);
            settings.setOpenLastChat(false);
            settings.setModelsFolder(QStringLiteral("/disk/models"));
            settings.setLastLoad({QStringLiteral("/m.gguf"), 1.5, 6e9});
        }
        AppSettings settings(*store);
        QVERIFY(settings.isDark());
        QCOMPARE(settings.scale(), 1.5);
        QCOMPARE(settings.windowGeometry(), QRect(10, 20, 800, 600));
        QCOMPARE(settings.lastModel(), QStringLiteral("/m.gguf"));
        QCOMPARE(settings.lastConversation(), 77);
        QVERIFY(!settings.sidebarVisible());
        QVERIFY(!settings.keepCache());
        QCOMPARE(settings.cacheGigabytes(), 1);
        QCOMPARE(settings.cacheGigabytesADay(), 25);
        QVERIFY(!settings.startLastModel() && !settings.openLastChat());
        QCOMPARE(settings.modelsFolder(), QStringLiteral("/disk/models"));
        QCOMPARE(settings.lastLoad().path, QStringLiteral("/m.gguf"));
        QCOMPARE(settings.lastLoad().seconds, 1.5);
        QCOMPARE(settings.lastLoad().bytes, 6e9);
    }

    void theScaleIsKnownBeforeThereIsAWindow() {
        const auto store = store::Store::inMemory();
        QCOMPARE(AppSettings::scaleIn(*store), 1.0);
        AppSettings(*store).setScale(2);
        QCOMPARE(AppSettings::scaleIn(*store), 2.0);
        store->settings().put(QStringLiteral("app"), QJsonObject{{"scale", 1000}});
        QCOMPARE(AppSettings::scaleIn(*store), 3.0);
        store->settings().put(QStringLiteral("app"), QJsonObject{{"scale", "big"}});
        QCOMPARE(AppSettings::scaleIn(*store), 1.0);
    }

    void aLanguageOrTheSystems() {
        const auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            QCOMPARE(settings.languageIndex(), 0);
            QCOMPARE(settings.language(), QString());
            const qsizetype french = settings.languageNames().indexOf(QStringLiteral("Français"));
            settings.setLanguageIndex(static_cast<int>(french));
            QCOMPARE(settings.language(), QStringLiteral("fr"));
            settings.setLanguageIndex(99);
            QCOMPARE(settings.languageIndex(), static_cast<int>(french));
        }
        AppSettings settings(*store);
        QCOMPARE(settings.language(), QStringLiteral("fr"));
        settings.setLanguageIndex(0);
        QCOMPARE(settings.language(), QString());
    }

    void eachModelHasItsOwnDraftModel() {
        const auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            QCOMPARE(settings.draftModelFor(QStringLiteral("/a.gguf")), QString());
            settings.setDraftModel(QStringLiteral("/a.gguf"), QStringLiteral("/small.gguf"));
            settings.setDraftModel(QStringLiteral("/b.gguf"), QStringLiteral("/tiny.gguf"));
            settings.setDraftModel(QStringLiteral("/b.gguf"), QString());
        }
        AppSettings settings(*store);
        QCOMPARE(settings.engineOptions(QStringLiteral("/a.gguf")).draftModel.string(),
                 std::string("/small.gguf"));
        QVERIFY(settings.engineOptions(QStringLiteral("/b.gguf")).draftModel.empty());
    }

    void eachPurposeHasItsOwnFolder() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        QCOMPARE(settings.fileFolder("export"), QString());
        for (int i = 0; i < 7; ++i) settings.keepFileFolder("export", QStringLiteral("/folder %1").arg(i));
        settings.keepFileFolder("model", "/folder 4");
        settings.flush();
        const AppSettings again(*store);
        QCOMPARE(again.fileFolder("export"), QStringLiteral("/folder 6"));
        QCOMPARE(again.fileFolder("model"), QStringLiteral("/folder 4"));
        QCOMPARE(again.recentFolders(),
                 QStringList({"/folder 4", "/folder 6", "/folder 5", "/folder 3", "/folder 2"}));
    }

    void takesOnlyWhatMakesSense() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.setTheme(QStringLiteral("pink"));
        QCOMPARE(settings.theme(), QStringLiteral("system"));
        settings.setScale(99);
        QCOMPARE(settings.scale(), 3.0);
        settings.setThreads(-4);
        QCOMPARE(settings.threads(), 0);
        settings.setKvType(QStringLiteral("q9"));
        QCOMPARE(settings.kvType(), QStringLiteral("f16"));
        QVERIFY(settings.promptLookup());
        settings.setPromptLookup(false);
        QVERIFY(!settings.promptLookup());
        QVERIFY(settings.ownGuesses());
        settings.setOwnGuesses(false);
        QVERIFY(!settings.ownGuesses());
        QVERIFY(!settings.ownProcess());
        settings.setOwnProcess(true);
        QVERIFY(settings.ownProcess());
        QCOMPARE(settings.engineOptions({}).backend, std::string("cpu"));
        settings.setOwnProcess(false);
        settings.setBackendIndex(1);
        QCOMPARE(settings.backend(), QStringLiteral("auto"));
        settings.offerBackends({{"cuda", "GPU", hearth::DeviceType::GraphicsCard},
                                {"abacus", "Abacus", hearth::DeviceType::Accelerator},
                                {"cpu", "CPU", hearth::DeviceType::Processor}});
        QCOMPARE(settings.backendNames(), QStringList({"Automatic", "Graphics card", "Abacus", "CPU"}));
        settings.setBackendIndex(4);
        QCOMPARE(settings.backendIndex(), 0);
        settings.setBackendIndex(1);
        settings.setSidebarWidth(5);
        QCOMPARE(settings.sidebarWidth(), 220);
        settings.setPanelWidth(5000);
        QCOMPARE(settings.panelWidth(), 480);
        settings.setContextLength(4096);
        const hearth::EngineOptions options = settings.engineOptions(QStringLiteral("/x.gguf"));
        QCOMPARE(options.backend, std::string("cuda"));
        QCOMPARE(options.contextLength, 4096);
        QCOMPARE(options.model.string(), std::string("/x.gguf"));
        QVERIFY(settings.maxThreads() >= 1);
    }

    void valuesOfAWrongTypeAreTheDefault() {
        const auto store = store::Store::inMemory();
        store->settings().put(QStringLiteral("app"), QJsonObject{{"scale", "large"}, {"panelTab", true}});
        const AppSettings settings(*store);
        QCOMPARE(settings.scale(), 1.0);
        QCOMPARE(settings.panelTab(), 0);
    }

    void writesSoonByItself() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        QSignalSpy changed(&settings, &AppSettings::changed);
        settings.setPanelTab(2);
        settings.setPanelTab(2);
        QCOMPARE(changed.count(), 1);
        QTRY_COMPARE(store->settings().find(QStringLiteral("app")).toObject().value("panelTab").toInt(), 2);
    }
};

QTEST_GUILESS_MAIN(TestAppSettings)
#include "tst_app_settings.moc"
