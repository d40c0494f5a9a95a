#include "settings/app_settings.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
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
            {"theme", [](const S& s) { return s.look->theme(); }, "system",
             [](S& s) { s.look->setTheme("dark"); }, "dark"},
            {"language", [](const S& s) { return s.look->languageIndex(); }, 0,
             [](S& s) { s.look->setLanguageIndex(2); }, 2},
            {"scale", [](const S& s) { return s.look->scale(); }, 1.0, [](S& s) { s.look->setScale(1.5); },
             1.5},
            {"reduceMotion", [](const S& s) { return s.look->reduceMotion(); }, false,
             [](S& s) { s.look->setReduceMotion(true); }, true},
            {"barFigures", [](const S& s) { return s.look->barFigures(); }, false,
             [](S& s) { s.look->setBarFigures(true); }, true},
            {"notifications", [](const S& s) { return s.chats->notifications(); }, true,
             [](S& s) { s.chats->setNotifications(false); }, false},
            {"keepCache", [](const S& s) { return s.cache->keepCache(); }, true,
             [](S& s) { s.cache->setKeepCache(false); }, false},
            {"encryptCache", [](const S& s) { return s.cache->encryptCache(); }, false,
             [](S& s) { s.cache->setEncryptCache(true); }, true},
            {"cacheGigabytes", [](const S& s) { return s.cache->cacheGigabytes(); }, 10,
             [](S& s) { s.cache->setCacheGigabytes(3); }, 3},
            {"cacheGigabytesADay", [](const S& s) { return s.cache->cacheGigabytesADay(); }, 10,
             [](S& s) { s.cache->setCacheGigabytesADay(4); }, 4},
            {"reuseReplies", [](const S& s) { return s.cache->reuseReplies(); }, true,
             [](S& s) { s.cache->setReuseReplies(false); }, false},
            {"programsMayAsk", [](const S& s) { return s.programsMayAsk(); }, false,
             [](S& s) { s.setProgramAccess(true, 81, true); }, true},
            {"programPort", [](const S& s) { return s.programPort(); }, 8080,
             [](S& s) { s.setProgramAccess(true, 81, true); }, 81},
            {"programsNeedKey", [](const S& s) { return s.programsNeedKey(); }, false,
             [](S& s) { s.setProgramAccess(true, 81, true); }, true},
            {"startLastModel", [](const S& s) { return s.chats->startLastModel(); }, true,
             [](S& s) { s.chats->setStartLastModel(false); }, false},
            {"foldPastes", [](const S& s) { return s.chats->foldPastes(); }, true,
             [](S& s) { s.chats->setFoldPastes(false); }, false},
        };
    }
    static std::vector<Setting> settingsOfModels() {
        return {
            {"openLastChat", [](const S& s) { return s.chats->openLastChat(); }, true,
             [](S& s) { s.chats->setOpenLastChat(false); }, false},
            {"modelsFolder", [](const S& s) { return s.models->modelsFolder(); }, "",
             [](S& s) { s.models->setModelsFolder("/disk"); }, "/disk"},
            {"keys", [](const S& s) { return s.keys(); }, QJsonObject(), [](S& s) { s.setKeys(object); },
             object},
            {"threads", [](const S& s) { return s.engine->threads(); }, 0,
             [](S& s) { s.engine->setThreads(3); }, 3},
            {"contextLength", [](const S& s) { return s.engine->contextLength(); }, 0,
             [](S& s) { s.engine->setContextLength(4096); }, 4096},
            {"overflow", [](const S& s) { return s.chats->overflow(); }, "stop",
             [](S& s) { s.chats->setOverflow("slide"); }, "slide"},
            {"ownGuesses", [](const S& s) { return s.engine->ownGuesses(); }, true,
             [](S& s) { s.engine->setOwnGuesses(false); }, false},
            {"ownProcess", [](const S& s) { return s.engine->ownProcess(); }, false,
             [](S& s) { s.engine->setOwnProcess(true); }, true},
            {"promptLookup", [](const S& s) { return s.engine->promptLookup(); }, true,
             [](S& s) { s.engine->setPromptLookup(false); }, false},
            {"kvType", [](const S& s) { return s.engine->kvType(); }, "f16",
             [](S& s) { s.engine->setKvType("q8_0"); }, "q8_0"},
            {"backend", [](const S& s) { return s.engine->backendIndex(); }, 0,
             [](S& s) { s.engine->setBackendIndex(1); }, 1},
            {"cards", [](const S& s) { return list(s.engine->cards()); }, list({}),
             [](S& s) { s.engine->useCard(1, true); }, list({1})},
            {"cardSplit", [](const S& s) { return s.engine->cardSplit(); }, 0,
             [](S& s) { s.engine->setCardSplit(1); }, 1},
            {"sidebarVisible", [](const S& s) { return s.window->sidebarVisible(); }, true,
             [](S& s) { s.window->setSidebarVisible(false); }, false},
            {"sidebarWidth", [](const S& s) { return s.window->sidebarWidth(); }, 256,
             [](S& s) { s.window->setSidebarWidth(300); }, 300},
            {"panelVisible", [](const S& s) { return s.window->panelVisible(); }, false,
             [](S& s) { s.window->setPanelVisible(true); }, true},
        };
    }
    static std::vector<Setting> otherSettings() {
        return {
            {"panelWidth", [](const S& s) { return s.window->panelWidth(); }, 320,
             [](S& s) { s.window->setPanelWidth(400); }, 400},
            {"panelTab", [](const S& s) { return s.window->panelTab(); }, 0,
             [](S& s) { s.window->setPanelTab(2); }, 2},
            {"windowGeometry", [](const S& s) { return s.window->windowGeometry(); }, QRect(),
             [](S& s) {
                 s.window->setWindowGeometry({1, 2, 3, 4});
             },
             QRect(1, 2, 3, 4)},
            {"windowMaximized", [](const S& s) { return s.window->windowMaximized(); }, false,
             [](S& s) { s.window->setWindowMaximized(true); }, true},
            {"lastModel", [](const S& s) { return s.models->lastModel(); }, "",
             [](S& s) { s.models->setLastModel(m); }, m},
            {"routeSmall", [](const S& s) { return s.models->routeSmall(); }, "",
             [](S& s) { s.models->setRouteSmall(m); }, m},
            {"routeLarge", [](const S& s) { return s.models->routeLarge(); }, "",
             [](S& s) { s.models->setRouteLarge(d); }, d},
            {"lastLoad", [](const S& s) { return s.models->lastLoad().seconds; }, 0.0,
             [](S& s) {
                 s.models->setLastLoad({m, 1.5, 6e9});
             },
             1.5},
            {"lastCheck", [](const S& s) { return s.lastCheck(); }, QJsonObject(),
             [](S& s) { s.setLastCheck(object); }, object},
            {"extraModels", [](const S& s) { return s.models->extraModels(); }, QStringList(),
             [](S& s) {
                 s.models->setExtraModels({m, d});
             },
             QStringList{m, d}},
            {"lastConversation", [](const S& s) { return s.window->lastConversation(); }, qint64(0),
             [](S& s) { s.window->setLastConversation(77); }, qint64(77)},
            {"loadOptions", [](const S& s) { return s.models->loadOptionsFor(m); }, QJsonObject(),
             [](S& s) { s.models->setLoadOption(m, "gpuLayers", 3); }, QJsonObject{{"gpuLayers", 3}}},
            {"draftModels", [](const S& s) { return s.models->draftModelFor(m); }, "",
             [](S& s) { s.models->setDraftModel(m, d); }, d},
            {"kvCosts", [](const S& s) { return s.models->kvCosts(); }, QJsonObject(),
             [](S& s) { s.models->setKvCosts(m, object); }, QJsonObject{{m, object}}},
            {"fileFolders", [](const S& s) { return s.window->fileFolder("model"); }, "",
             [](S& s) { s.window->keepFileFolder("model", "/folder"); }, "/folder"},
            {"recentFolders", [](const S& s) { return s.window->recentFolders(); }, QStringList(),
             [](S& s) { s.window->keepFileFolder("model", "/folder"); }, QStringList{"/folder"}},
        };
    }

private slots:
    void keepsWhatWasSet() {
        const auto store = store::Store::inMemory();
        {
            AppSettings settings(*store);
            QCOMPARE(settings.look->theme(), QStringLiteral("system"));
            QVERIFY(settings.window->sidebarVisible());
            QVERIFY(settings.window->windowGeometry().isNull());
            settings.look->setTheme(QStringLiteral("dark"));
            settings.look->setScale(1.5);
            settings.window->setWindowGeometry({10, 20, 800, 600});
            settings.models->setLastModel(QStringLiteral("/m.gguf"));
            settings.window->setLastConversation(77);
            settings.window->setSidebarVisible(false);
            QVERIFY(settings.cache->keepCache());
            settings.cache->setKeepCache(false);
            QCOMPARE(settings.cache->cacheGigabytes(), 10);
            QCOMPARE(settings.cache->cacheGigabytesADay(), 10);
            settings.cache->setCacheGigabytes(0);
            settings.cache->setCacheGigabytesADay(25);
            QVERIFY(settings.chats->startLastModel() && settings.chats->openLastChat());
            settings.chats->setStartLastModel(false);
            settings.chats->setOpenLastChat(false);
            settings.models->setModelsFolder(QStringLiteral("/disk/models"));
            settings.models->setLastLoad({QStringLiteral("/m.gguf"), 1.5, 6e9});
        }
        AppSettings settings(*store);
        QVERIFY(settings.look->isDark());
        QCOMPARE(settings.look->scale(), 1.5);
        QCOMPARE(settings.window->windowGeometry(), QRect(10, 20, 800, 600));
        QCOMPARE(settings.models->lastModel(), QStringLiteral("/m.gguf"));
        QCOMPARE(settings.window->lastConversation(), 77);
        QVERIFY(!settings.window->sidebarVisible());
        QVERIFY(!settings.cache->keepCache());
        QCOMPARE(settings.cache->cacheGigabytes(), 1);
        QCOMPARE(settings.cache->cacheGigabytesADay(), 25);
        QVERIFY(!settings.chats->startLastModel() && !settings.chats->openLastChat());
        QCOMPARE(settings.models->modelsFolder(), QStringLiteral("/disk/models"));
        QCOMPARE(settings.models->lastLoad().path, QStringLiteral("/m.gguf"));
        QCOMPARE(settings.models->lastLoad().seconds, 1.5);
        QCOMPARE(settings.models->lastLoad().bytes, 6e9);
    }

    // No key of the source is left out.
    void everySettingOutlivesARestart() {
        std::vector<Setting> all = settingsOfTheWindow();
        for (const auto& more : {settingsOfModels(), otherSettings()})
            all.insert(all.end(), more.begin(), more.end());
        QSet<QString> listed;
        for (const Setting& one : all) listed += QString::fromLatin1(one.key);
        QSet<QString> inSource;
        for (const char* name : {"app", "cache", "chat", "engine", "look", "model", "window"})
            for (const char* end : {"_settings.h", "_settings.cpp"}) {
                QFile source(QStringLiteral(HEARTH_SOURCE_DIR "/app/settings/") + QLatin1String(name) +
                             QLatin1String(end));
                if (!source.exists()) continue;
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
            settings.engine->offerBackends(backends);
            for (const Setting& one : all) QVERIFY2(one.read(settings) == one.standard, one.key);
            for (const Setting& one : all) one.write(settings);
            for (const Setting& one : all) QVERIFY2(one.read(settings) == one.written, one.key);
        }
        const auto store = store::Store::open(folder.path().toStdString());
        AppSettings settings(*store);
        settings.engine->offerBackends(backends);
        for (const Setting& one : all) QVERIFY2(one.read(settings) == one.written, one.key);
    }

    void takesOnlyWhatMakesSense() {
        const auto store = store::Store::inMemory();
        AppSettings settings(*store);
        settings.look->setTheme(QStringLiteral("pink"));
        QCOMPARE(settings.look->theme(), QStringLiteral("system"));
        settings.look->setScale(99);
        QCOMPARE(settings.look->scale(), 3.0);
        settings.engine->setThreads(-4);
        QCOMPARE(settings.engine->threads(), 0);
        settings.engine->setKvType(QStringLiteral("q9"));
        QCOMPARE(settings.engine->kvType(), QStringLiteral("f16"));
        QVERIFY(settings.engine->promptLookup());
        settings.engine->setPromptLookup(false);
        QVERIFY(!settings.engine->promptLookup());
        QVERIFY(settings.engine->ownGuesses());
        settings.engine->setOwnGuesses(false);
        QVERIFY(!settings.engine->ownGuesses());
        QVERIFY(!settings.engine->ownProcess());
        settings.engine->setOwnProcess(true);
        QVERIFY(settings.engine->ownProcess());
        QCOMPARE(settings.engineOptions({}).backend, std::string("cpu"));
        settings.engine->setOwnProcess(false);
        settings.engine->setBackendIndex(1);
        QCOMPARE(settings.engine->backend(), QStringLiteral("auto"));
        settings.engine->offerBackends({{"cuda", "GPU", hearth::DeviceType::GraphicsCard},
                                        {"abacus", "Abacus", hearth::DeviceType::Accelerator},
                                        {"cpu", "CPU", hearth::DeviceType::Processor}});
        QCOMPARE(settings.engine->backendNames(),
                 QStringList({"Automatic", "Graphics card", "Abacus", "CPU"}));
        settings.engine->setBackendIndex(4);
        QCOMPARE(settings.engine->backendIndex(), 0);
        settings.engine->setBackendIndex(1);
        settings.window->setSidebarWidth(5);
        QCOMPARE(settings.window->sidebarWidth(), 220);
        settings.window->setPanelWidth(5000);
        QCOMPARE(settings.window->panelWidth(), 480);
        settings.engine->setContextLength(4096);
        const hearth::EngineOptions options = settings.engineOptions(QStringLiteral("/x.gguf"));
        QCOMPARE(options.backend, std::string("cuda"));
        QCOMPARE(options.contextLength, 4096);
        QCOMPARE(options.model.string(), std::string("/x.gguf"));
        QVERIFY(settings.engine->maxThreads() >= 1);
    }
};

QTEST_GUILESS_MAIN(TestAppSettings)
#include "tst_app_settings.moc"
