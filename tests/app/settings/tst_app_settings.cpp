#include "settings/app_settings.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>
#include <functional>
#include <vector>

using namespace hearth::app;

class TestAppSettings : public QObject {
    Q_OBJECT

    using S = AppSettings;
    /// A default, and another value that a restart keeps.
    struct Setting {
        const char* key;
        std::function<QVariant(const S&)> read;
        QVariant standard;
        std::function<void(S&)> write;
        QVariant written;
    };
    static inline const QString m = QStringLiteral("/m.gguf"), d = QStringLiteral("/d.gguf");
    static inline const QJsonObject object{{"a", 1}};
    static QVariant list(const QList<int>& numbers) { return QVariant::fromValue(numbers); }
    static std::vector<Setting> settingsOfTheWindow() {
        return {
            {"theme", [](const S& s) { return s.theme(); }, "system", [](S& s) { s.setTheme("dark"); },
             "dark"},
            {"language", [](const S& s) { return s.languageIndex(); }, 0, [](S& s) { s.setLanguageIndex(2); },
             2},
            {"scale", [](const S& s) { return s.scale(); }, 1.0, [](S& s) { s.setScale(1.5); }, 1.5},
            {"reduceMotion", [](const S& s) { return s.reduceMotion(); }, false,
             [](S& s) { s.setReduceMotion(true); }, true},
            {"barFigures", [](const S& s) { return s.barFigures(); }, false,
             [](S& s) { s.setBarFigures(true); }, true},
            {"notifications", [](const S& s) { return s.notifications(); }, true,
             [](S& s) { s.setNotifications(false); }, false},
            {"keepCache", [](const S& s) { return s.keepCache(); }, true, [](S& s) { s.setKeepCache(false); },
             false},
            {"encryptCache", [](const S& s) { return s.encryptCache(); }, false,
             [](S& s) { s.setEncryptCache(true); }, true},
            {"cacheGigabytes", [](const S& s) { return s.cacheGigabytes(); }, 10,
             [](S& s) { s.setCacheGigabytes(3); }, 3},
            {"cacheGigabytesADay", [](const S& s) { return s.cacheGigabytesADay(); }, 10,
             [](S& s) { s.setCacheGigabytesADay(4); }, 4},
            {"reuseReplies", [](const S& s) { return s.reuseReplies(); }, true,
             [](S& s) { s.setReuseReplies(false); }, false},
            {"programsMayAsk", [](const S& s) { return s.programsMayAsk(); }, false,
             [](S& s) { s.setProgramAccess(true, 81, true); }, true},
            {"programPort", [](const S& s) { return s.programPort(); }, 8080,
             [](S& s) { s.setProgramAccess(true, 81, true); }, 81},
            {"programsNeedKey", [](const S& s) { return s.programsNeedKey(); }, false,
             [](S& s) { s.setProgramAccess(true, 81, true); }, true},
            {"startLastModel", [](const S& s) { return s.startLastModel(); }, true,
             [](S& s) { s.setStartLastModel(false); }, false},
            {"foldPastes", [](const S& s) { return s.foldPastes(); }, true,
             [](S& s) { s.setFoldPastes(false); }, false},
        };
    }
    static std::vector<Setting> settingsOfModels() {
        return {
            {"openLastChat", [](const S& s) { return s.openLastChat(); }, true,
             [](S& s) { s.setOpenLastChat(false); }, false},
            {"modelsFolder", [](const S& s) { return s.modelsFolder(); }, "",
             [](S& s) { s.setModelsFolder("/disk"); }, "/disk"},
            {"keys", [](const S& s) { return s.keys(); }, QJsonObject(), [](S& s) { s.setKeys(object); },
             object},
            {"threads", [](const S& s) { return s.threads(); }, 0, [](S& s) { s.setThreads(3); }, 3},
            {"contextLength", [](const S& s) { return s.contextLength(); }, 0,
             [](S& s) { s.setContextLength(4096); }, 4096},
            {"overflow", [](const S& s) { return s.overflow(); }, "stop",
             [](S& s) { s.setOverflow("slide"); }, "slide"},
            {"ownGuesses", [](const S& s) { return s.ownGuesses(); }, true,
             [](S& s) { s.setOwnGuesses(false); }, false},
            {"ownProcess", [](const S& s) { return s.ownProcess(); }, false,
             [](S& s) { s.setOwnProcess(true); }, true},
            {"promptLookup", [](const S& s) { return s.promptLookup(); }, true,
             [](S& s) { s.setPromptLookup(false); }, false},
            {"kvType", [](const S& s) { return s.kvType(); }, "f16", [](S& s) { s.setKvType("q8_0"); },
             "q8_0"},
            {"backend", [](const S& s) { return s.backendIndex(); }, 0, [](S& s) { s.setBackendIndex(1); },
             1},
            {"cards", [](const S& s) { return list(s.cards()); }, list({}), [](S& s) { s.useCard(1, true); },
             list({1})},
            {"cardSplit", [](const S& s) { return s.cardSplit(); }, 0, [](S& s) { s.setCardSplit(1); }, 1},
            {"sidebarVisible", [](const S& s) { return s.sidebarVisible(); }, true,
             [](S& s) { s.setSidebarVisible(false); }, false},
            {"sidebarWidth", [](const S& s) { return s.sidebarWidth(); }, 256,
             [](S& s) { s.setSidebarWidth(300); }, 300},
            {"panelVisible", [](const S& s) { return s.panelVisible(); }, false,
             [](S& s) { s.setPanelVisible(true); }, true},
        };
    }
    static std::vector<Setting> otherSettings() {
        return {
            {"panelWidth", [](const S& s) { return s.panelWidth(); }, 320, [](S& s) { s.setPanelWidth(400); },
             400},
            {"panelTab", [](const S& s) { return s.panelTab(); }, 0, [](S& s) { s.setPanelTab(2); }, 2},
            {"windowGeometry", [](const S& s) { return s.windowGeometry(); }, QRect(),
             [](S& s) {
                 s.setWindowGeometry({1, 2, 3, 4});
             },
             QRect(1, 2, 3, 4)},
            {"windowMaximized", [](const S& s) { return s.windowMaximized(); }, false,
             [](S& s) { s.setWindowMaximized(true); }, true},
            {"lastModel", [](const S& s) { return s.lastModel(); }, "", [](S& s) { s.setLastModel(m); }, m},
            {"routeSmall", [](const S& s) { return s.routeSmall(); }, "", [](S& s) { s.setRouteSmall(m); },
             m},
            {"routeLarge", [](const S& s) { return s.routeLarge(); }, "", [](S& s) { s.setRouteLarge(d); },
             d},
            {"lastLoad", [](const S& s) { return s.lastLoad().seconds; }, 0.0,
             [](S& s) {
                 s.setLastLoad({m, 1.5, 6e9});
             },
             1.5},
            {"lastCheck", [](const S& s) { return s.lastCheck(); }, QJsonObject(),
             [](S& s) { s.setLastCheck(object); }, object},
            {"extraModels", [](const S& s) { return s.extraModels(); }, QStringList(),
             [](S& s) {
                 s.setExtraModels({m, d});
             },
             QStringList{m, d}},
            {"lastConversation", [](const S& s) { return s.lastConversation(); }, qint64(0),
             [](S& s) { s.setLastConversation(77); }, qint64(77)},
            {"loadOptions", [](const S& s) { return s.loadOptionsFor(m); }, QJsonObject(),
             [](S& s) { s.setLoadOption(m, "gpuLayers", 3); }, QJsonObject{{"gpuLayers", 3}}},
            {"draftModels", [](const S& s) { return s.draftModelFor(m); }, "",
             [](S& s) { s.setDraftModel(m, d); }, d},
            {"kvCosts", [](const S& s) { return s.kvCosts(); }, QJsonObject(),
             [](S& s) { s.setKvCosts(m, object); }, QJsonObject{{m, object}}},
            {"fileFolders", [](const S& s) { return s.fileFolder("model"); }, "",
             [](S& s) { s.keepFileFolder("model", "/folder"); }, "/folder"},
            {"recentFolders", [](const S& s) { return s.recentFolders(); }, QStringList(),
             [](S& s) { s.keepFileFolder("model", "/folder"); }, QStringList{"/folder"}},
        };
    }

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
        QVERIFY(split() == hearth::GpuSplit::Auto);
        settings.setCardSplit(1);
        QVERIFY(split() == hearth::GpuSplit::Layers);
        settings.setCardSplit(7);
        QCOMPARE(settings.cardSplit(), 2);
        QVERIFY(split() == hearth::GpuSplit::TensorParallel);
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

    // No key of the source is left out.
    void everySettingOutlivesARestart() {
        std::vector<Setting> all = settingsOfTheWindow();
        for (const auto& more : {settingsOfModels(), otherSettings()})
            all.insert(all.end(), more.begin(), more.end());
        QSet<QString> listed;
        for (const Setting& one : all) listed += QString::fromLatin1(one.key);
        QSet<QString> inSource;
        for (const char* name : {"/app/settings/app_settings.h", "/app/settings/app_settings.cpp"}) {
            QFile source(QStringLiteral(HEARTH_SOURCE_DIR) + QLatin1String(name));
            QVERIFY(source.open(QFile::ReadOnly));
            static const QRegularExpression key(R"re(\b(?:put|value|gigabytes|routeModel)\("(\w+)")re");
            auto found = key.globalMatch(QString::fromUtf8(source.readAll()));
            while (found.hasNext()) inSource += found.next().captured(1);
        }
        QCOMPARE(listed, inSource);

        const std::vector<hearth::BackendLabel> backends{
            {.name = "cuda", .title = "GPU", .type = hearth::DeviceType::GraphicsCard}};
        const QTemporaryDir folder;
        {
            const auto store = store::Store::open(folder.path().toStdString());
            AppSettings settings(*store);
            settings.offerBackends(backends);
            for (const Setting& one : all) QVERIFY2(one.read(settings) == one.standard, one.key);
            for (const Setting& one : all) one.write(settings);
            for (const Setting& one : all) QVERIFY2(one.read(settings) == one.written, one.key);
        }
        const auto store = store::Store::open(folder.path().toStdString());
        AppSettings settings(*store);
        settings.offerBackends(backends);
        for (const Setting& one : all) QVERIFY2(one.read(settings) == one.written, one.key);
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
