#include "window/window_parts.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <algorithm>

#include "hearth/error.h"
#include "hearth/host_resources.h"
#include "machine/disk_speed.h"
#include "models/model_probe.h"
#include "window/licences.h"
#include "window/window_links.h"

namespace hearth::app {

namespace {

QByteArray readResource(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

QString madeFolder(const QString& path) {
    QDir().mkpath(path);
    return path;
}

/// Where documents are kept; empty where chats are not.
QString documentsFile(const WindowSurroundings& around) {
    return around.storeProblem.isEmpty() ? around.dataFolder + QStringLiteral("/documents.db") : QString();
}

/// Before anybody asks the settings how models are loaded.
AppSettings& withBackends(AppSettings& settings, const std::vector<BackendLabel>& backends) {
    settings.offerBackends(backends);
    return settings;
}

/// The options of another model with what is chosen for every one.
EngineOptions optionsFor(EngineOptions common, const QString& path) {
    common.model = path.toStdString();
    return common;
}

MemoryPlanner plannerOf(const AppSettings& settings, const LoadPlanner& plan) {
    return [plan, common = settings.engineOptions({})](const QString& path) {
        return plan(optionsFor(common, path));
    };
}

/// Not known where the file cannot be read: the planner says why.
TokenWork workOf(const WorkReader& reader, const QString& path) {
    try {
        if (reader) return reader(path);
    } catch (const Error&) {
        // The planner has said so.
    }
    return {};
}

/// What models run on that have layers on a card; empty: there is no such engine.
std::string cardBackendOf(const std::vector<BackendLabel>& backends) {
    const auto card = std::ranges::find(backends, DeviceType::GraphicsCard, &BackendLabel::type);
    return card != backends.end() ? card->name : std::string();
}

/// Of models that chat, which are planned so, and of those that make embeddings or score.
ModelProbe probeOf(const MemoryPlanner& planner, const HeaderFunctions& headers) {
    return [planner, embeds = headers.makesEmbeddings, reranks = headers.reranks, work = headers.work,
            open = headers.open](const QString& path) {
        const bool chats = !embeds || !embeds(path);
        if (chats) {
            ModelFacts facts = probeModel(path, planner, open);
            if (facts.problem.isEmpty()) facts.work = workOf(work, path);
            return facts;
        }
        ModelFacts facts = probeModel(
            path, [](const QString&) { return MemoryPlan(); }, open);
        facts.purpose = reranks && reranks(path) ? ModelPurpose::Reranking : ModelPurpose::Embedding;
        facts.plan.weightsBytes = static_cast<uint64_t>(facts.sizeBytes);
        facts.plan.deviceFreeBytes = availableMemoryBytes();
        return facts;
    };
}

/// Of one conversation's cache, whatever else would fit: that is what a model needs.
ContextPlanner frugalPlannerOf(const AppSettings& settings, const LoadPlanner& plan) {
    return [plan, common = settings.engineOptions({})](const QString& path, int contextLength) {
        EngineOptions wanted = optionsFor(common, path);
        if (contextLength > 0) wanted.contextLength = contextLength;
        wanted.cacheBytes = 1;
        return plan(wanted);
    };
}

/// Of models that may be downloaded.
ModelProbe frugalProbeOf(const AppSettings& settings, const HeaderFunctions& headers) {
    const ContextPlanner planner = frugalPlannerOf(settings, headers.plan);
    return probeOf([planner](const QString& path) { return planner(path, 0); }, headers);
}

CardReader cardReaderOf(const AppSettings& settings, const HeaderFunctions& headers) {
    return [planner = frugalPlannerOf(settings, headers.plan), open = headers.open](const QString& path) {
        return readCard(path, planner, open);
    };
}

EngineFactory engineOf(const EndpointDirectory& directory, const EngineFactory& load) {
    return [&directory, load](const EngineOptions& wanted,
                              const std::function<void(const LoadStatus&)>& progress, std::stop_token stop) {
        auto remote = directory.engineFor(QString::fromStdString(wanted.model.string()));
        return remote ? std::move(remote) : load(wanted, progress, stop);
    };
}

/// Models of this computer, in this process or in one of their own.
EngineFactory localEngineOf(const EngineFunctions& engine, const QString& cacheFolder,
                            const ProcessChoice& choice) {
    return inChosenProcess(engine.load, engine.loadApart ? engine.loadApart(cacheFolder) : EngineFactory(),
                           choice);
}

/// Those that make embeddings, in the same way: as the choice says when one is loaded.
EmbedderLoader localEmbedderOf(const EngineFunctions& engine, const ProcessChoice& choice) {
    return [here = engine.loadEmbedder, own = engine.loadEmbedderApart, &choice](
               const EmbedderOptions& options, const std::stop_token& stop) {
        return own && choice.isOwn() ? own(options, stop) : here(options, stop);
    };
}

/// What is read of models before they are loaded, in the same way.
HeaderFunctions headersOf(const EngineFunctions& engine, const ProcessChoice& choice) {
    return inChosenProcess({.plan = engine.plan,
                            .checkDraft = engine.checkDraft,
                            .makesEmbeddings = engine.makesEmbeddings,
                            .reranks = engine.reranks,
                            .work = engine.readWork},
                           engine.readApart, choice);
}

/// Memory of models of this computer. One that could lie on a graphics card as a whole goes there as a whole:
/// others leave it first.
MemoryNeed memoryNeedOf(const HeaderFunctions& headers, const CardLister& listCards) {
    const auto hasCard = std::make_shared<std::optional<bool>>();
    return [plan = headers.plan, listCards, hasCard](const EngineOptions& options) {
        if (!plan || readEndpointPath(QString::fromStdString(options.model.string())))
            return ModelSource::Memory();
        if (!*hasCard) *hasCard = listCards && !listCards().empty();
        const bool wantsCard = **hasCard && options.backend != "cpu" && options.gpuLayers < 0;
        return memoryFor(plan(options), wantsCard);
    };
}

DraftChecker draftCheckerOf(const AppSettings& settings,
                            const std::function<DraftCheck(const EngineOptions&)>& check) {
    return [&settings, check](const QString& model, const QString& draft) {
        EngineOptions wanted = settings.engineOptions(model);
        wanted.draftModel = draft.toStdString();
        return check(wanted);
    };
}

QString nameOfProcessor() {
    QFile cpuinfo(QStringLiteral("/proc/cpuinfo"));
    return cpuinfo.open(QFile::ReadOnly) ? processorName(cpuinfo.readAll()) : QString();
}

/// What the check of the machine looks at beside the engine.
MachineSurroundings surroundings(const ModelsFolder& folder, KeyRing& keys, const Endpoints& endpoints) {
    return {nameOfProcessor,
            [&folder] {
                return MachineSurroundings::Folder{folder.url().toLocalFile(), folder.shownPath()};
            },
            measureFolderRead,
            [&keys, &endpoints](const auto& answer) {
                // Asking is the way to know whether it answers.
                keys.read(QStringLiteral("check"), [&keys, &endpoints, answer](const QByteArray&) {
                    answer({keys.isPersistent(), endpoints.keyCount()});
                });
            }};
}

}  // namespace

quint64 WindowParts::roomForModel(const EngineStatus& engine) {
    const MemoryPlan& used = engine.info().memory;
    return availableMemoryBytes() + (engine.isReady() ? used.totalBytes() : 0) +
           static_cast<quint64>(engine.models().otherBytes());
}

WindowParts::WindowParts(const WindowSurroundings& around)
    : store(around.store),
      ownModelsFolder(madeFolder(around.dataFolder + QStringLiteral("/models"))),
      settings(store),
      processChoice(settings.ownProcess()),
      headers(headersOf(around.engine, processChoice)),
      keys(withBackends(settings, around.engine.backends)),
      sampling(store),
      presets(store, sampling),
      inference(engineOf(
          directory,
          localEngineOf(around.engine, around.dataFolder + QStringLiteral("/prefixes"), processChoice))),
      engine(inference, settings),
      cache(inference, engine),
      cacheOverview(store, inference, settings),
      modelsFolder(ModelsFolder::pathBy(settings, ownModelsFolder)),
      foreign(ForeignFolders::find(QDir::homePath(),
                                   [](const char* name) { return qEnvironmentVariable(name); })),
      models(modelsFolder, probeOf(plannerOf(settings, headers.plan), headers), engine),
      cacheFolder(settings, keyRing, inference, around.dataFolder + QStringLiteral("/prefixes")),
      endpoints(store, keyRing, directory),
      hubClient(HubEnvironment::ofProcess()),
      downloads(downloadFolders(modelsFolder), hubClient.environment()),
      hub(hubClient, HubSearch::readCurated(readResource(QStringLiteral(":/hearth/models/curated.json"))),
          [this] { return roomForModel(engine); }),
      card(cardReaderOf(settings, headers)),
      quantizer(modelsFolder, around.engine.compare, around.engine.calibrate),
      loadOptions(settings, engine, headers.plan),
      kvCosts(settings, engine, inference, around.engine.measureKvTypes),
      precisions(
          engine, [cards = around.engine.listCards] { return placesHere(cards); }, headers.open),
      speeds(store, around.engine.measureSpeed, cardBackendOf(around.engine.backends)),
      speed(speeds, engine, inference, headers.work),
      costs(store),
      drafts(models, engine, draftCheckerOf(settings, headers.checkDraft)),
      route(settings, models, engine, inference,
            [this] {
                // What the cache has not taken yet is free.
                const MemoryPlan& used = engine.info().memory;
                return availableMemoryBytes() + used.totalBytes() - used.kvBytes + used.kvCommittedBytes;
            }),
      hubPage(hubClient, frugalProbeOf(settings, headers), downloads, modelsFolder),
      conversations(store, toasts),
      search(store),
      trash(store, conversations),
      exchange(store, conversations, toasts),
      inspector(store, inference, engine),
      nextToken(store, inference, engine),
      toolSettings(store),
      builtInTools(toolSettings),
      toolList(tools, toolSettings),
      toolServers(around.dataFolder + QStringLiteral("/mcp.json"), keyRing, tools,
                  McpDirectory::connectKept(QStringLiteral("/proc/self/exe"))),
      serverPrompts(toolServers),
      embeddingDevice(settings.backend().toStdString()),
      embedder(std::make_shared<SharedEmbedder>(
          onDevice(localEmbedderOf(around.engine, processChoice), embeddingDevice))),
      reranker(std::make_shared<PassageReranker>(
          onDevice(localEmbedderOf(around.engine, processChoice), embeddingDevice))),
      questionVectors(embedder),
      documents(store, documentsFile(around), DocumentReader(), embedder),
      documentVectors(store, documents, embedder),
      rerankerChoice(store, reranker),
      documentSearch(documents.file(), embedder, reranker),
      documentTools(documents, documentSearch),
      chat({store, inference, engine, conversations, sampling, toasts, presets, tools, toolSettings}),
      prompts(store),
      find(*chat.messages()),
      folder({settings, models, engine, ownModelsFolder, foreign, measureFolderRead,
              [this] { return !downloads.isIdle(); }, [this] { return conversations.busyCount() > 0; }}),
      start(settings, models, engine, headers.makesEmbeddings),
      machine(around.engine.checkMachine, surroundings(folder, keyRing, endpoints)),
      cards(around.engine.listCards),
      machineWatch(around.engine.readDevices, nameOfProcessor()),
      backup(store,
             around.storeProblem.isEmpty() ? around.dataFolder + QStringLiteral("/hearth.db") : QString(),
             toasts),
      guard(store),
      programs(keyRing, around.engine.serve),
      about({engine, machine, around.errors, around.dataFolder, QDir::homePath(), around.hasGpuEngine,
             readLicences(readResource(QStringLiteral(":/hearth/licences/licences.json"))),
             licenceFolders(QCoreApplication::applicationDirPath()), QDesktopServices::openUrl}),
      // clang-format off
      application({conversations, chat, engine, cache, cacheOverview, models, sampling, presets,
          settings, keys, toasts, search, inspector, exchange, trash, machine, cards, machineWatch,
          nextToken, find, prompts, hub, hubPage, downloads, endpoints, card,
          quantizer, folder, start, drafts, route, backup, guard, loadOptions,
          programs, toolSettings, toolList, toolServers, serverPrompts, about, kvCosts, precisions, speed, costs,
            documents, documentVectors, rerankerChoice, documentSearch, around.storeProblem}) {
    // clang-format on
    inference.setMemoryNeed(memoryNeedOf(headers, around.engine.listCards));
    language.speak(settings.language());
    linkModels(*this);
    linkChats(*this);
    linkPrograms(*this);
    linkDocuments(*this);
    linkEarlierAnswers(*this);
    linkFailures(*this, around.errors);
    linkTools(*this);
}

}  // namespace hearth::app
