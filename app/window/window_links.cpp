#include "window/window_links.h"

#include <QCoreApplication>
#include <algorithm>
#include <type_traits>
#include <utility>

#include "inference/cache_tenant.h"
#include "log/error_log.h"
#include "model_files/model_files.h"
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
    const ModelFacts* facts = parts.models.installed.factsOf(path);
    const ModelPurpose purpose = facts == nullptr ? ModelPurpose::Chat : facts->purpose;
    if (purpose == ModelPurpose::Embedding)
        parts.documents.vectors.use(path);
    else if (purpose == ModelPurpose::Reranking)
        parts.documents.reranker.use(path);
    else
        parts.models.engine.load(path);
}

void linkAdding(WindowParts& parts) {
    QObject::connect(&parts.models.installed, &InstalledModels::extraChanged, parts.settings.app.models,
                     &ModelSettings::setExtraModels);
    QObject::connect(&parts.models.installed, &InstalledModels::added, &parts.desktop.toasts,
                     [&parts](const QString& path, const QString& name) {
                         parts.desktop.toasts.show(
                             QCoreApplication::translate("Models", "%1 is added").arg(name),
                             QCoreApplication::translate("Models", "Use"),
                             [&parts, path] { useModel(parts, path); });
                     });
    QObject::connect(&parts.models.installed, &InstalledModels::refused, &parts.desktop.toasts,
                     [&parts](const QString& text) { parts.desktop.toasts.show(text); });
}

void linkDownloads(WindowParts& parts) {
    QObject::connect(&parts.models.folder, &ModelsFolder::pathChanged, &parts.models.downloads,
                     [&parts](const QString& path) {
                         parts.models.downloads.setFolders(ModelsArea::downloadFolders(path));
                         parts.models.hubPage.setModelsFolder(path);
                         parts.models.visionDownload.setModelsFolder(path);
                         parts.models.quantizer.setFolder(path);
                     });
    QObject::connect(&parts.models.folder, &ModelsFolder::filesMoved, &parts.models.folder,
                     [&parts](const QString& from, const QString& to) {
                         parts.store.conversations().moveModels(from, to);
                     });
    QObject::connect(&parts.models.quantizer, &ModelQuantizer::made, &parts.models.installed,
                     &InstalledModels::refresh);
    QObject::connect(
        &parts.models.downloads, &Downloads::installed, &parts.models.installed,
        [&parts](const QString& path, const QString& title) {
            parts.models.installed.refresh();
            if (isVisionFile(path)) {
                parts.desktop.toasts.show(
                    QCoreApplication::translate("Models", "%1 sees pictures from the next time it is loaded")
                        .arg(title));
                return;
            }
            parts.desktop.toasts.show(
                QCoreApplication::translate("Models", "%1 is downloaded and verified").arg(title),
                QCoreApplication::translate("Models", "Use"), [&parts, path] { useModel(parts, path); });
        });
}

/// The chart of the next token and the inspector follow the last reply that is shown, and the settings.
void linkLookingAtReplies(WindowParts& parts) {
    const auto lastReply = [&parts] {
        return std::max<qint64>(0, parts.chats.chat.messages()->lastMessageOf(QStringLiteral("assistant")));
    };
    const auto showLast = [&parts, lastReply] {
        parts.inspector.nextToken.setMessage(lastReply());
        parts.inspector.reply.way()->setMessage(lastReply());
    };
    const auto setParams = [&parts] {
        parts.inspector.nextToken.setParams(parts.settings.sampling.params());
        parts.inspector.reply.alternatives()->setParams(parts.settings.sampling.params());
    };
    QObject::connect(&parts.chats.chat, &ChatController::branchShown, &parts.inspector.nextToken, showLast);
    QObject::connect(&parts.chats.chat, &ChatController::replyEnded, &parts.inspector.nextToken, showLast);
    // The inspector looks at what is shown: not at a reply that another one took the place of, nor at one of
    // another chat.
    const auto look = [&parts, lastReply] {
        ReplyInspector& inspector = parts.inspector.reply;
        if (inspector.isActive() && parts.chats.chat.messages()->rowOf(inspector.messageId()) < 0)
            inspector.inspect(lastReply());
    };
    QObject::connect(&parts.chats.chat, &ChatController::branchShown, &parts.inspector.reply, look);
    QObject::connect(&parts.chats.chat, &ChatController::replyEnded, &parts.inspector.reply, [&parts, look] {
        look();
        parts.inspector.reply.refresh();
    });
    QObject::connect(&parts.models.engine, &EngineStatus::becameReady, &parts.inspector.reply,
                     &ReplyInspector::refresh);
    const auto count = [&parts] { parts.inspector.costs.setConversation(parts.chats.chat.conversationId()); };
    QObject::connect(&parts.chats.chat, &ChatController::conversationChanged, &parts.inspector.costs, count);
    QObject::connect(&parts.chats.chat, &ChatController::replyEnded, &parts.inspector.costs, count);
    QObject::connect(&parts.models.endpoints, &Endpoints::pricesChanged, &parts.inspector.costs,
                     &TokenCosts::refresh);
    count();
    QObject::connect(&parts.models.engine, &EngineStatus::becameReady, &parts.inspector.nextToken, showLast);
    QObject::connect(&parts.settings.sampling, &SamplingSettings::valuesChanged, &parts.inspector.nextToken,
                     setParams);
    setParams();
}

void setReplies(WindowParts& parts) {
    parts.chats.chat.relief->setDefault(store::overflowOf(parts.settings.app.chats->overflow()));
    parts.chats.chat.starter->setReuseReplies(parts.settings.app.cache->reuseReplies());
}

void linkChatModels(WindowParts& parts) {
    const auto offer = [&parts] {
        std::vector<ChatModels::Choice> choices;
        for (const ModelFacts& model : parts.models.installed.all())
            if (model.canChat()) choices.push_back({model.path, model.name});
        parts.chats.chat.models->set(std::move(choices));
    };
    QObject::connect(&parts.models.installed, &InstalledModels::scanningChanged, &parts.chats.chat, offer);
    QObject::connect(&parts.models.installed, &InstalledModels::countChanged, &parts.chats.chat, offer);
    offer();
}

}  // namespace

void linkModels(WindowParts& parts) {
    QObject::connect(&parts.settings.app, &AppSettings::changed, &parts.models.engine,
                     [&parts] { parts.models.processChoice.set(parts.settings.app.engine->ownProcess()); });
    parts.models.installed.setExtra(parts.settings.app.models->extraModels());
    parts.models.installed.setForeignFinder(
        [foreign = parts.models.foreign] { return findForeignModels(foreign); });
    linkAdding(parts);
    const auto showRemote = [&parts] {
        parts.models.installed.setRemote(remoteModels(parts.models.endpoints));
    };
    QObject::connect(&parts.models.endpoints, &Endpoints::choicesChanged, &parts.models.installed,
                     showRemote);
    showRemote();
    // A model of a server goes on with the address and the key that count from now on.
    QObject::connect(
        &parts.models.endpoints, &Endpoints::saved, &parts.models.engine, [&parts](const QString& id) {
            QStringList paths;
            for (const auto& model : parts.models.engine.models()->all()) {
                const QString& path = model->path;
                const auto used =
                    readEndpointPath(path == routePath ? parts.settings.app.models->routeLarge() : path);
                if (used && used->endpointId == id) paths += path;
            }
            for (const QString& path : std::as_const(paths)) parts.models.engine.models()->reload(path);
        });
    linkDownloads(parts);
    QObject::connect(&parts.machine.checker, &MachineChecker::diskMeasured, &parts.models.folder,
                     &ModelsFolder::setReadSpeed);
    if (const auto earlier = MachineFindings::fromJson(parts.settings.app.lastCheck()))
        parts.machine.checker.restore(*earlier);
    QObject::connect(&parts.machine.checker, &MachineChecker::found, &parts.settings.app, [&parts] {
        parts.settings.app.setLastCheck(parts.machine.checker.findings().toJson());
    });
    QObject::connect(parts.chats.conversations.busy, &BusyConversations::changed, &parts.machine.watch,
                     [&parts] {
                         parts.machine.watch.setWatchedBy(QStringLiteral("reply"),
                                                          parts.chats.conversations.busy->count() > 0);
                         parts.models.speeds.setResting(parts.chats.conversations.busy->count() == 0);
                     });
    const auto tellSpeed = [&parts](const ModelFacts& facts) {
        return parts.models.speeds.textFor(facts.work, facts.plan);
    };
    parts.models.installed.setSpeedTeller(tellSpeed);
    parts.models.hubPage.setSpeedTeller(tellSpeed);
    QObject::connect(&parts.models.speeds, &SpeedBook::changed, &parts.models.installed, [&parts] {
        parts.models.installed.tellSpeeds();
        parts.models.hubPage.tellSpeeds();
    });
}

void linkChats(WindowParts& parts) {
    QObject::connect(&parts.chats.chat, &ChatController::conversationChanged, &parts.settings.app, [&parts] {
        parts.settings.app.window->setLastConversation(parts.chats.chat.conversationId());
    });
    QObject::connect(&parts.chats.chat, &ChatController::conversationChanged, &parts.session.guard,
                     [&parts] { parts.session.guard.setOpen(parts.chats.chat.conversationId()); });
    QObject::connect(&parts.session.guard, &StartGuard::openRequested, &parts.chats.chat,
                     &ChatController::open);
    linkLookingAtReplies(parts);
    parts.cacheFolder.follow();
    const auto forgetErased = [&parts] {
        try {
            std::vector<std::string> tenants;
            for (const qint64 id : parts.store.conversations().ids()) tenants.push_back(cacheTenant(id));
            parts.models.inference.caches().keepTenants(tenants);
        } catch (const store::StoreError&) {
            // Nobody knows whose is what.
            parts.models.inference.caches().clear();
        }
    };
    QObject::connect(&parts.chats.trash, &TrashModel::erased, &parts.models.inference, forgetErased);
    if (parts.store.erasedAtStart()) forgetErased();
    QObject::connect(&parts.settings.app, &AppSettings::changed, &parts.chats.chat,
                     [&parts] { setReplies(parts); });
    setReplies(parts);
    linkChatModels(parts);
    parts.chats.chat.starter->setSpeculation([&settings = parts.settings.app](const OpenModel& model) {
        if (model.drafts()) return Speculation::DraftModel;
        if (!settings.engine->promptLookup()) return Speculation::Off;
        return model.info.hasMtp && settings.engine->ownGuesses() ? Speculation::Own
                                                                  : Speculation::PromptLookup;
    });
}

void linkPrograms(WindowParts& parts) {
    ProgramAccess& programs = parts.session.programs;
    const auto setModels = [&parts, &programs] {
        const ServedModels served = servedModels(*parts.models.engine.models(), parts.models.inference);
        programs.setModels(served.models, served.rule);
    };
    QObject::connect(&parts.models.engine, &EngineStatus::changed, &programs, setModels);
    QObject::connect(parts.models.engine.models(), &OpenModels::changed, &programs, setModels);
    QObject::connect(parts.models.engine.models(), &OpenModels::countChanged, &programs, setModels);
    setModels();
    programs.restore(parts.settings.app.programsMayAsk(), parts.settings.app.programPort(),
                     parts.settings.app.programsNeedKey());
    QObject::connect(&programs, &ProgramAccess::choiceChanged, &parts.settings.app, [&parts, &programs] {
        parts.settings.app.setProgramAccess(programs.isOn(), programs.port(), programs.needsKey());
    });
}

void linkDocuments(WindowParts& parts) {
    QObject::connect(
        parts.chats.conversations.busy, &BusyConversations::changed, &parts.documents.library,
        [&parts] { parts.documents.library.setHeld(parts.chats.conversations.busy->count() > 0); });
    QObject::connect(&parts.documents.library, &DocumentLibrary::madeAnew, &parts.documents.search,
                     &DocumentSearch::openAgain);
    DocumentSearch& search = parts.documents.search;
    QObject::connect(&search, &DocumentSearch::vectorsDamaged, &parts.documents.library,
                     &DocumentLibrary::makeVectors);
    const auto offer = [&parts] {
        if (parts.models.installed.isScanning()) return;
        std::vector<ModelChoice::Model> embedding, reranking;
        for (const ModelFacts& model : parts.models.installed.all()) {
            const ModelChoice::Model offered{model.path, model.name, model.sizeBytes};
            if (model.problem.isEmpty() && model.purpose == ModelPurpose::Embedding)
                embedding.push_back(offered);
            if (model.problem.isEmpty() && model.purpose == ModelPurpose::Reranking)
                reranking.push_back(offered);
        }
        parts.documents.vectors.setModels(std::move(embedding));
        parts.documents.reranker.setModels(std::move(reranking));
    };
    QObject::connect(&parts.settings.app, &AppSettings::changed, &parts.documents.vectors, [&parts] {
        if (!parts.documents.device.set(parts.settings.app.engine->backend().toStdString())) return;
        parts.documents.vectors.loadAgain();
        parts.documents.reranker.loadAgain();
    });
    QObject::connect(&parts.models.installed, &InstalledModels::scanningChanged, &parts.documents.vectors,
                     offer);
    QObject::connect(&parts.models.installed, &InstalledModels::countChanged, &parts.documents.vectors,
                     offer);
    parts.chats.chat.questionPassages->setSource(
        {[&parts] { return parts.documents.library.paths(); },
         [&search](const PassageQuery& query, auto done) { search.find(query, std::move(done)); },
         [&search](const PassageSpot& spot, auto done) { search.around(spot, std::move(done)); },
         [&search](const QString& words, auto done) { search.list(words, std::move(done)); },
         [&search](const QStringList& paths, qint64 mostBytes, auto done) {
             search.readWhole(paths, mostBytes, std::move(done));
         }});
}

void linkEarlierAnswers(WindowParts& parts) {
    EarlierAnswers& earlier = *parts.chats.chat.earlierAnswers;
    QuestionVectors& vectors = parts.documents.questionVectors;
    earlier.setVectors({[&vectors] { return vectors.hasModel(); },
                        [&vectors](const QStringList& texts, int mostMs, auto done) {
                            vectors.make(texts, mostMs, std::move(done));
                        }});
    QObject::connect(&parts.documents.vectors, &DocumentVectors::changed, &earlier, &EarlierAnswers::tell);
}

void linkFailures(WindowParts& parts, ErrorLog& log) {
    const auto show = [&parts](auto& source) {
        using Source = std::remove_reference_t<decltype(source)>;
        QObject::connect(&source, &Source::failed, &parts.desktop, &DesktopArea::errorRaised);
    };
    show(parts.chats.chat);
    show(parts.chats.conversations);
    show(parts.settings.prompts);
    show(parts.settings.presets);
    show(parts.chats.trash);
    show(parts.chats.search);
    show(parts.chats.backup);
    show(parts.inspector.cache);
    show(parts.cacheFolder);
    show(parts.chats.exchange);
    show(parts.models.downloads);
    logFailures(log, "chat", parts.chats.chat);
    logFailures(log, "chats", parts.chats.conversations);
    logFailures(log, "trash", parts.chats.trash);
    logFailures(log, "system prompts", parts.settings.prompts);
    logFailures(log, "presets", parts.settings.presets);
    logFailures(log, "download", parts.models.downloads);
    logFailures(log, "cache", parts.inspector.cache);
    logFailures(log, "cache", parts.cacheFolder);
    logOnlyThat(log, "backup", "A backup was not made.", parts.chats.backup);
    logOnlyThat(log, "files of chats", "A chat was not saved or imported.", parts.chats.exchange);
    logOnlyThat(log, "search", "A search did not work.", parts.chats.search);
    QObject::connect(&parts.tools.servers, &McpDirectory::notKept, &parts.desktop.toasts,
                     [&parts, &log](const QString& sentence) {
                         log.add(QStringLiteral("tool servers"), sentence);
                         parts.desktop.toasts.show(sentence);
                     });
    QObject::connect(&parts.tools.schemas, &ToolSchemaCheck::leftOut, &parts.tools.box,
                     [&log](const QString& sentence) { log.add(QStringLiteral("tools"), sentence); });
    // Replies come all the same: each is said once.
    QObject::connect(&parts.models.inference.caches(), &ModelCaches::failed, &parts.desktop.toasts,
                     [&parts, &log, told = QStringList()](const QString& sentence) mutable {
                         if (told.contains(sentence)) return;
                         told += sentence;
                         log.add(QStringLiteral("cache"), sentence);
                         parts.desktop.toasts.show(sentence);
                     });
    QObject::connect(
        &parts.models.engine, &EngineStatus::loadFailed, &parts.models.engine,
        [&log](const InferenceProblem& problem) { log.add(QStringLiteral("model"), problem.message); });
}

void linkTools(WindowParts& parts) {
    parts.tools.box.add(parts.tools.builtIn);
    parts.tools.box.add(parts.tools.documents);
    parts.tools.servers.load();
    const auto startServers = [&parts] {
        if (parts.chats.chat.toolCalls->isOn()) parts.tools.servers.startAll();
    };
    QObject::connect(parts.chats.chat.toolCalls, &CallRounds::changed, &parts.tools.servers, startServers);
    startServers();
}

}  // namespace hearth::app
