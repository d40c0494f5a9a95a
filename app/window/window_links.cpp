#include "window/window_links.h"

#include <QCoreApplication>
#include <algorithm>
#include <type_traits>
#include <utility>

#include "inference/cache_owner.h"
#include "model_files/route_path.h"
#include "serving/served_models.h"
#include "window/window_parts.h"

namespace hearth::app {

namespace {

/// The models of other computers as rows among the installed ones.
std::vector<ModelFacts> remoteModels(const Endpoints& endpoints) {
    std::vector<ModelFacts> rows;
    for (const Endpoints::Choice& choice : endpoints.choices()) {
        ModelFacts facts;
        facts.path = choice.path;
        facts.name = choice.name;
        facts.owner = choice.server;
        facts.remote = true;
        facts.leaves = !choice.isHere;
        rows.push_back(facts);
    }
    return rows;
}

/// Writes what fails there into the log, word for word.
template <class Source>
void logFailures(ErrorLog& log, const char* context, Source& source) {
    QObject::connect(&source, &Source::failed, &source,
                     [&log, context](const QString& title, const QString& body) {
                         log.add(QLatin1String(context), title + QStringLiteral(". ") + body);
                     });
}

/// Writes only that something failed there.
template <class Source>
void logOnlyThat(ErrorLog& log, const char* context, const char* sentence, Source& source) {
    QObject::connect(&source, &Source::failed, &source,
                     [&log, context, sentence] { log.add(QLatin1String(context), QLatin1String(sentence)); });
}

/// Loads it, or has documents found or ordered by it.
void useModel(WindowParts& parts, const QString& path) {
    const ModelFacts* facts = parts.models.factsOf(path);
    const ModelPurpose purpose = facts == nullptr ? ModelPurpose::Chat : facts->purpose;
    if (purpose == ModelPurpose::Embedding)
        parts.documentVectors.use(path);
    else if (purpose == ModelPurpose::Reranking)
        parts.rerankerChoice.use(path);
    else
        parts.engine.load(path);
}

void linkAdding(WindowParts& parts) {
    QObject::connect(&parts.models, &InstalledModels::extraChanged, &parts.settings,
                     &AppSettings::setExtraModels);
    QObject::connect(&parts.models, &InstalledModels::added, &parts.toasts,
                     [&parts](const QString& path, const QString& name) {
                         parts.toasts.show(QCoreApplication::translate("Models", "%1 is added").arg(name),
                                           QCoreApplication::translate("Models", "Use"),
                                           [&parts, path] { useModel(parts, path); });
                     });
}

void linkDownloads(WindowParts& parts) {
    QObject::connect(&parts.folder, &ModelsFolder::pathChanged, &parts.downloads,
                     [&parts](const QString& path) {
                         parts.downloads.setFolders(downloadFolders(path));
                         parts.hubPage.setModelsFolder(path);
                         parts.quantizer.setFolder(path);
                     });
    QObject::connect(&parts.folder, &ModelsFolder::filesMoved, &parts.folder,
                     [&parts](const QString& from, const QString& to) {
                         parts.store.conversations().moveModels(from, to);
                     });
    QObject::connect(&parts.quantizer, &ModelQuantizer::made, &parts.models, &InstalledModels::refresh);
    QObject::connect(
        &parts.downloads, &Downloads::installed, &parts.models,
        [&parts](const QString& path, const QString& title) {
            parts.models.refresh();
            parts.toasts.show(
                QCoreApplication::translate("Models", "%1 is downloaded and verified").arg(title),
                QCoreApplication::translate("Models", "Use"), [&parts, path] { useModel(parts, path); });
        });
}

/// The chart of the next token and the inspector follow the last reply that is shown, and the settings.
void linkLookingAtReplies(WindowParts& parts) {
    const auto lastReply = [&parts] {
        return std::max<qint64>(0, parts.chat.messages()->lastMessageOf(QStringLiteral("assistant")));
    };
    const auto showLast = [&parts, lastReply] {
        parts.nextToken.setMessage(lastReply());
        parts.inspector.way()->setMessage(lastReply());
    };
    const auto setParams = [&parts] {
        parts.nextToken.setParams(parts.sampling.params());
        parts.inspector.alternatives()->setParams(parts.sampling.params());
    };
    QObject::connect(&parts.chat, &ChatController::branchShown, &parts.nextToken, showLast);
    QObject::connect(&parts.chat, &ChatController::replyEnded, &parts.nextToken, showLast);
    // The inspector looks at what is shown: not at a reply that another one took the place of, nor at one of
    // another chat.
    const auto look = [&parts, lastReply] {
        ReplyInspector& inspector = parts.inspector;
        if (inspector.isActive() && parts.chat.messages()->rowOf(inspector.messageId()) < 0)
            inspector.inspect(lastReply());
    };
    QObject::connect(&parts.chat, &ChatController::branchShown, &parts.inspector, look);
    QObject::connect(&parts.chat, &ChatController::replyEnded, &parts.inspector, [&parts, look] {
        look();
        parts.inspector.refresh();
    });
    QObject::connect(&parts.engine, &EngineStatus::becameReady, &parts.inspector, &ReplyInspector::refresh);
    const auto count = [&parts] { parts.costs.setConversation(parts.chat.conversationId()); };
    QObject::connect(&parts.chat, &ChatController::conversationChanged, &parts.costs, count);
    QObject::connect(&parts.chat, &ChatController::replyEnded, &parts.costs, count);
    QObject::connect(&parts.endpoints, &Endpoints::pricesChanged, &parts.costs, &TokenCosts::refresh);
    count();
    QObject::connect(&parts.engine, &EngineStatus::becameReady, &parts.nextToken, showLast);
    QObject::connect(&parts.sampling, &SamplingSettings::valuesChanged, &parts.nextToken, setParams);
    setParams();
}

void setReplies(WindowParts& parts) {
    parts.chat.setDefaultOverflow(store::overflowOf(parts.settings.overflow()));
    parts.chat.setReuseReplies(parts.settings.reuseReplies());
}

void linkChatModels(WindowParts& parts) {
    const auto offer = [&parts] {
        std::vector<ChatModels::Choice> choices;
        for (const ModelFacts& model : parts.models.all())
            if (model.canChat()) choices.push_back({model.path, model.name});
        parts.chat.models()->set(std::move(choices));
    };
    QObject::connect(&parts.models, &InstalledModels::scanningChanged, &parts.chat, offer);
    QObject::connect(&parts.models, &InstalledModels::countChanged, &parts.chat, offer);
    offer();
}

}  // namespace

DownloadJob::Folders downloadFolders(const QString& modelsFolder) {
    return {modelsFolder + QStringLiteral("/.downloads"), modelsFolder};
}

void linkModels(WindowParts& parts) {
    QObject::connect(&parts.settings, &AppSettings::changed, &parts.engine,
                     [&parts] { parts.processChoice.set(parts.settings.ownProcess()); });
    parts.models.setExtra(parts.settings.extraModels());
    parts.models.setForeignFinder([foreign = parts.foreign] { return findForeignModels(foreign); });
    linkAdding(parts);
    const auto showRemote = [&parts] { parts.models.setRemote(remoteModels(parts.endpoints)); };
    QObject::connect(&parts.endpoints, &Endpoints::choicesChanged, &parts.models, showRemote);
    showRemote();
    // A model of a server goes on with the address and the key that count from now on.
    QObject::connect(&parts.endpoints, &Endpoints::saved, &parts.engine, [&parts](const QString& id) {
        QStringList paths;
        for (const auto& model : parts.engine.models()->all()) {
            const QString& path = model->path;
            const auto used = readEndpointPath(path == routePath ? parts.settings.routeLarge() : path);
            if (used && used->endpointId == id) paths += path;
        }
        for (const QString& path : std::as_const(paths)) parts.engine.models()->reload(path);
    });
    linkDownloads(parts);
    QObject::connect(&parts.machine, &MachineChecker::diskMeasured, &parts.folder,
                     &ModelsFolder::setReadSpeed);
    if (const auto earlier = MachineFindings::fromJson(parts.settings.lastCheck()))
        parts.machine.restore(*earlier);
    QObject::connect(&parts.machine, &MachineChecker::found, &parts.settings,
                     [&parts] { parts.settings.setLastCheck(parts.machine.findings().toJson()); });
    QObject::connect(
        &parts.conversations, &ConversationListModel::busyChanged, &parts.machineWatch, [&parts] {
            parts.machineWatch.setWatchedBy(QStringLiteral("reply"), parts.conversations.busyCount() > 0);
            parts.speeds.setResting(parts.conversations.busyCount() == 0);
        });
    const auto tellSpeed = [&parts](const ModelFacts& facts) {
        return parts.speeds.textFor(facts.work, facts.plan);
    };
    parts.models.setSpeedTeller(tellSpeed);
    parts.hubPage.setSpeedTeller(tellSpeed);
    QObject::connect(&parts.speeds, &SpeedBook::changed, &parts.models, [&parts] {
        parts.models.tellSpeeds();
        parts.hubPage.tellSpeeds();
    });
}

void linkChats(WindowParts& parts) {
    QObject::connect(&parts.chat, &ChatController::conversationChanged, &parts.settings,
                     [&parts] { parts.settings.setLastConversation(parts.chat.conversationId()); });
    QObject::connect(&parts.chat, &ChatController::conversationChanged, &parts.guard,
                     [&parts] { parts.guard.setOpen(parts.chat.conversationId()); });
    QObject::connect(&parts.guard, &StartGuard::openRequested, &parts.chat, &ChatController::open);
    linkLookingAtReplies(parts);
    parts.cacheFolder.follow();
    const auto forgetErased = [&parts] {
        try {
            std::vector<std::string> owners;
            for (const qint64 id : parts.store.conversations().ids()) owners.push_back(cacheOwner(id));
            parts.inference.keepOwners(owners);
        } catch (const store::StoreError&) {
            // Nobody knows whose is what.
            parts.inference.clearCache();
        }
    };
    QObject::connect(&parts.trash, &TrashModel::erased, &parts.inference, forgetErased);
    if (parts.store.erasedAtStart()) forgetErased();
    QObject::connect(&parts.settings, &AppSettings::changed, &parts.chat, [&parts] { setReplies(parts); });
    setReplies(parts);
    linkChatModels(parts);
    parts.chat.setSpeculation([&settings = parts.settings](const OpenModel& model) {
        if (model.drafts()) return Speculation::DraftModel;
        if (!settings.promptLookup()) return Speculation::Off;
        return model.info.guessesItself && settings.ownGuesses() ? Speculation::Own
                                                                 : Speculation::PromptLookup;
    });
}

void linkPrograms(WindowParts& parts) {
    ProgramAccess& programs = parts.programs;
    const auto setModels = [&parts, &programs] {
        const ServedModels served = servedModels(*parts.engine.models(), parts.inference);
        programs.setModels(served.models, served.rule);
    };
    QObject::connect(&parts.engine, &EngineStatus::changed, &programs, setModels);
    QObject::connect(parts.engine.models(), &OpenModels::changed, &programs, setModels);
    QObject::connect(parts.engine.models(), &OpenModels::countChanged, &programs, setModels);
    setModels();
    programs.restore(parts.settings.programsMayAsk(), parts.settings.programPort(),
                     parts.settings.programsNeedKey());
    QObject::connect(&programs, &ProgramAccess::choiceChanged, &parts.settings, [&parts, &programs] {
        parts.settings.setProgramAccess(programs.isOn(), programs.port(), programs.needsKey());
    });
}

void linkDocuments(WindowParts& parts) {
    QObject::connect(&parts.conversations, &ConversationListModel::busyChanged, &parts.documents,
                     [&parts] { parts.documents.setHeld(parts.conversations.busyCount() > 0); });
    QObject::connect(&parts.documents, &DocumentLibrary::madeAnew, &parts.documentSearch,
                     &DocumentSearch::openAgain);
    DocumentSearch& search = parts.documentSearch;
    QObject::connect(&search, &DocumentSearch::vectorsDamaged, &parts.documents,
                     &DocumentLibrary::makeVectors);
    const auto offer = [&parts] {
        if (parts.models.isScanning()) return;
        std::vector<ModelChoice::Model> embedding, reranking;
        for (const ModelFacts& model : parts.models.all()) {
            const ModelChoice::Model offered{model.path, model.name, model.sizeBytes};
            if (model.problem.isEmpty() && model.purpose == ModelPurpose::Embedding)
                embedding.push_back(offered);
            if (model.problem.isEmpty() && model.purpose == ModelPurpose::Reranking)
                reranking.push_back(offered);
        }
        parts.documentVectors.setModels(std::move(embedding));
        parts.rerankerChoice.setModels(std::move(reranking));
    };
    QObject::connect(&parts.settings, &AppSettings::changed, &parts.documentVectors, [&parts] {
        if (!parts.embeddingDevice.set(parts.settings.backend().toStdString())) return;
        parts.documentVectors.loadAgain();
        parts.rerankerChoice.loadAgain();
    });
    QObject::connect(&parts.models, &InstalledModels::scanningChanged, &parts.documentVectors, offer);
    QObject::connect(&parts.models, &InstalledModels::countChanged, &parts.documentVectors, offer);
    parts.chat.setPassageSource(
        {[&parts] { return parts.documents.paths(); },
         [&search](const PassageQuery& query, auto done) { search.find(query, std::move(done)); },
         [&search](const PassageSpot& spot, auto done) { search.around(spot, std::move(done)); },
         [&search](const QString& words, auto done) { search.list(words, std::move(done)); },
         [&search](const QStringList& paths, qint64 mostBytes, auto done) {
             search.readWhole(paths, mostBytes, std::move(done));
         }});
}

void linkEarlierAnswers(WindowParts& parts) {
    EarlierAnswers& earlier = *parts.chat.earlierAnswers();
    QuestionVectors& vectors = parts.questionVectors;
    earlier.setVectors({[&vectors] { return vectors.hasModel(); },
                        [&vectors](const QStringList& texts, int mostMs, auto done) {
                            vectors.make(texts, mostMs, std::move(done));
                        }});
    QObject::connect(&parts.documentVectors, &DocumentVectors::changed, &earlier, &EarlierAnswers::tell);
}

void linkFailures(WindowParts& parts, ErrorLog& log) {
    const auto show = [&parts](auto& source) {
        using Source = std::remove_reference_t<decltype(source)>;
        QObject::connect(&source, &Source::failed, &parts.application, &Application::errorRaised);
    };
    show(parts.chat);
    show(parts.conversations);
    show(parts.prompts);
    show(parts.presets);
    show(parts.trash);
    show(parts.search);
    show(parts.backup);
    show(parts.cacheOverview);
    show(parts.cacheFolder);
    show(parts.exchange);
    show(parts.downloads);
    logFailures(log, "chat", parts.chat);
    logFailures(log, "chats", parts.conversations);
    logFailures(log, "trash", parts.trash);
    logFailures(log, "system prompts", parts.prompts);
    logFailures(log, "presets", parts.presets);
    logFailures(log, "download", parts.downloads);
    logFailures(log, "cache", parts.cacheOverview);
    logFailures(log, "cache", parts.cacheFolder);
    logOnlyThat(log, "backup", "A backup was not made.", parts.backup);
    logOnlyThat(log, "files of chats", "A chat was not saved or imported.", parts.exchange);
    logOnlyThat(log, "search", "A search did not work.", parts.search);
    QObject::connect(&parts.toolServers, &McpDirectory::notKept, &parts.toasts,
                     [&parts, &log](const QString& sentence) {
                         log.add(QStringLiteral("tool servers"), sentence);
                         parts.toasts.show(sentence);
                     });
    QObject::connect(&parts.toolSchemas, &ToolSchemaCheck::leftOut, &parts.tools,
                     [&log](const QString& sentence) { log.add(QStringLiteral("tools"), sentence); });
    // Replies come all the same: each is said once.
    QObject::connect(&parts.inference, &InferenceThread::cacheFailed, &parts.toasts,
                     [&parts, &log, told = QStringList()](const QString& sentence) mutable {
                         if (told.contains(sentence)) return;
                         told += sentence;
                         log.add(QStringLiteral("cache"), sentence);
                         parts.toasts.show(sentence);
                     });
    QObject::connect(
        &parts.engine, &EngineStatus::loadFailed, &parts.engine,
        [&log](const InferenceProblem& problem) { log.add(QStringLiteral("model"), problem.message); });
}

void linkTools(WindowParts& parts) {
    parts.tools.add(parts.builtInTools);
    parts.tools.add(parts.documentTools);
    parts.toolServers.load();
    const auto startServers = [&parts] {
        if (parts.chat.toolCalls()->isOn()) parts.toolServers.startAll();
    };
    QObject::connect(parts.chat.toolCalls(), &CallRounds::changed, &parts.toolServers, startServers);
    startServers();
}

}  // namespace hearth::app
