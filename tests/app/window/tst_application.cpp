#include "window/application.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QtTest>

#include "inference/inference_thread.h"
#include "log/error_log.h"
#include "support/scripted_engine.h"

using namespace hearth;
using namespace hearth::app;

class TestApplication : public QObject {
    Q_OBJECT

private slots:
    void handsOutItsPartsAndKnowsLinks() {
        const auto store = store::Store::inMemory();
        ToastQueue toasts;
        AppSettings settings(*store);
        SamplingSettings sampling(*store);
        PresetListModel presets(*store, sampling);
        InferenceThread inference(test::scripted(std::make_shared<test::EngineScript>()));
        EngineStatus engine(inference, settings);
        InstalledModels models(QString(), {}, engine);
        ConversationListModel conversations(*store, toasts);
        ConversationSearch search(*store);
        ReplyInspector inspector(*store, inference, engine);
        TrashModel trash(*store, conversations);
        NextTokenModel nextToken(*store, inference, engine);
        ConversationExchange exchange(*store, conversations, toasts);
        ToolBox tools;
        ToolSettings toolSettings(*store);
        ToolList toolList(tools, toolSettings);
        ChatController chat(
            {*store, inference, engine, conversations, sampling, toasts, presets, tools, toolSettings});
        PromptListModel prompts(*store);
        FindInChat find(*chat.messages());
        MachineChecker machine(
            [](const MachineCheckListener&, const std::stop_token&) { return MachineReport(); });
        MachineWatch machineWatch({}, QString());
        HubClient client(HubEnvironment{});
        Downloads downloads({}, {});
        HubSearch hub(client, {}, [] { return quint64(0); });
        KeyRing keys;
        McpDirectory toolServers(QString(), keys, tools);
        McpPrompts serverPrompts(toolServers);
        DocumentLibrary documents(*store, QString());
        DocumentVectors documentVectors(*store, documents, {});
        RerankerChoice rerankerChoice(*store, {});
        DocumentSearch documentSearch{QString()};
        EndpointDirectory directory;
        Endpoints endpoints(*store, keys, directory);
        ModelCard card({});
        ModelQuantizer quantizer(QString(), {}, {});
        HubPage hubPage(client, {}, downloads, {});
        CacheKeeper cache(inference, engine);
        KeyBindings keyBindings(settings);
        ModelsFolder folder({settings, models, engine, QString(), {}, {}, {}, {}});
        StartChoice start(settings, models, engine);
        DraftChoices drafts(models, engine, {});
        ModelRoute route(settings, models, engine, inference, [] { return quint64(0); });
        LoadOptions loadOptions(settings, engine, [](const EngineOptions&) { return MemoryPlan(); });
        KvCosts kvCosts(settings, engine, inference, {});
        PrecisionTable precisions(engine, {});
        SpeedBook speeds(*store, {}, {});
        TokenCosts costs(*store);
        SpeedView speed(speeds, engine, inference, {});
        StartGuard guard(*store);
        ProgramAccess programs(keys, {});
        CacheOverview overview(*store, inference, settings);
        const ErrorLog log{QString()};
        CardList cards({});
        About about({engine, machine, log, {}, {}, false, {}, {}, {}});
        ChatBackup backup(*store, QString(), toasts);
        // clang-format off
        Application application({conversations, chat, engine, cache, overview, models, sampling, presets,
            settings, keyBindings, toasts, search, inspector, exchange, trash, machine, cards, machineWatch,
            nextToken, find, prompts, hub, hubPage, downloads, endpoints, card,
            quantizer, folder, start, drafts, route, backup, guard, loadOptions,
            programs, toolSettings, toolList, toolServers, serverPrompts, about, kvCosts, precisions, speed, costs,
            documents, documentVectors, rerankerChoice, documentSearch, QStringLiteral("problem")});
        // clang-format on
        for (const char* name : {"conversations",   "chat",           "engine",         "models",
                                 "sampling",        "presets",        "settings",       "toasts",
                                 "search",          "exchange",       "trash",          "machine",
                                 "nextToken",       "find",           "prompts",        "hub",
                                 "hubPage",         "downloads",      "endpoints",      "card",
                                 "quantizer",       "cache",          "cacheOverview",  "keys",
                                 "modelsFolder",    "start",          "drafts",         "backup",
                                 "guard",           "loadOptions",    "about",          "programs",
                                 "tools",           "toolSettings",   "toolServers",    "serverPrompts",
                                 "kvCosts",         "precisions",     "speed",          "documents",
                                 "documentVectors", "documentSearch", "rerankerChoice", "machineWatch"})
            QVERIFY2(application.property(name).value<QObject*>() != nullptr, name);
        QCOMPARE(application.storeProblem(), QStringLiteral("problem"));
        application.copyText(QStringLiteral("copied"));
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("copied"));

        QCOMPARE(application.linkHost(QStringLiteral("https://example.org/a")),
                 QStringLiteral("example.org"));
        QCOMPARE(application.linkHost(QStringLiteral("https://user@evil.example/paypal.com")),
                 QStringLiteral("evil.example"));
        // A look-alike letter of another script shows.
        QVERIFY(application.linkHost(QStringLiteral("https://p\u0430ypal.com"))
                    .startsWith(QStringLiteral("xn--")));
        for (const char* bad : {"file:///etc/passwd", "javascript:alert(1)", "ftp://x", "", "https://"}) {
            QVERIFY(application.linkHost(QString::fromLatin1(bad)).isEmpty());
            QVERIFY(!application.openLink(QString::fromLatin1(bad)));
        }
    }
};

QTEST_MAIN(TestApplication)
#include "tst_application.moc"
