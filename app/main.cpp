#include <QDesktopServices>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QPalette>
#include <QQmlApplicationEngine>
#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QScreen>
#include <QStandardPaths>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

#include "attachments/pdf_child.h"
#include "endpoints/endpoint_directory.h"
#include "endpoints/key_ring.h"
#include "hearth/host_resources.h"
#include "inference/cache_keeper.h"
#include "inference/inference_thread.h"
#include "log/error_log.h"
#include "log/message_log.h"
#include "look/fonts.h"
#include "look/icon_provider.h"
#include "machine/disk_speed.h"
#include "machine/machine_checker.h"
#include "model_files/model_files.h"
#include "models/foreign_models.h"
#include "models/model_probe.h"
#include "settings/language.h"
#include "window/application.h"
#include "window/command_line.h"
#include "window/desktop_notifier.h"
#include "window/lock_holder.h"
#include "window/orderly_end.h"
#include "window/qml_lockdown.h"
#include "window/restart.h"
#include "window/screenshot.h"
#include "window/single_instance.h"
#include "window/steady_application.h"
#include "window/store_start.h"
#include "window/window_place.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

namespace {

using namespace hearth;
using namespace hearth::app;

/// The models of other computers as rows among the installed ones.
std::vector<ModelFacts> remoteModels(const Endpoints& endpoints) {
    std::vector<ModelFacts> rows;
    for (const Endpoints::Choice& choice : endpoints.choices()) {
        ModelFacts facts;
        facts.path = choice.path;
        facts.name = choice.name;
        facts.owner = choice.host;
        facts.remote = true;
        rows.push_back(facts);
    }
    return rows;
}

QByteArray readResource(const QString& path) {
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
}

/// Memory that a model may take: what is free, and what the one in use would give back.
quint64 roomForModel(const EngineStatus& engine) {
    const MemoryPlan& used = engine.info().memory;
    return availableMemoryBytes() + (engine.isReady() ? used.totalBytes() : 0);
}

/// The model that was named, as a path that other programs understand; empty when none was.
QString namedModel(const CommandLine& options) {
    return options.model().isEmpty() ? QString() : modelPathOf(options.model());
}

/// Whether a window with the same data is open already; the file that was named is then shown there.
bool isOpenAlready(const CommandLine& options) {
    if (!options.screenshot().isEmpty()) return false;
    const QString model = namedModel(options);
    return SingleInstance(options.dataFolder())
        .handOver(model.isEmpty() ? QStringList() : QStringList{model});
}

DownloadJob::Folders downloadFolders(const QString& models) {
    return {models + QStringLiteral("/.downloads"), models};
}

/// What the check of the machine looks at beside the engine.
MachineSurroundings surroundings(const ModelsFolder& folder, KeyRing& keys, const Endpoints& endpoints) {
    return {[] {
                QFile cpuinfo(QStringLiteral("/proc/cpuinfo"));
                return cpuinfo.open(QFile::ReadOnly) ? processorName(cpuinfo.readAll()) : QString();
            },
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

/// Where the window was when it was closed, if it can be there again.
std::optional<QPoint> lastPlace(const AppSettings& settings) {
    QList<QRect> screens;
    for (const QScreen* screen : QGuiApplication::screens()) screens += screen->availableGeometry();
    return windowPlace(settings.windowGeometry(), screens, QGuiApplication::platformName());
}

/// Makes the window as much smaller as its frame needs on the screen, below its usual least size too: at 300
/// % that is larger than many screens. What frame it has is known a while after it came up.
void makeRoomForFrame(QWindow& window) {
    if (window.visibility() != QWindow::Windowed || window.screen() == nullptr) return;
    const QMargins frame = window.frameMargins();
    const QSize room = window.screen()->availableGeometry().size() -
                       QSize(frame.left() + frame.right(), frame.top() + frame.bottom());
    window.setMinimumSize(window.minimumSize().boundedTo(room));
    if (const QSize fitting = window.size().boundedTo(room); fitting != window.size()) window.resize(fitting);
}

void bringToFront(QWindow& window) {
    window.setWindowStates(window.windowStates() & ~Qt::WindowMinimized);
    window.show();
    window.raise();
    window.requestActivate();
}

/// The values of StuckWindow.Choice.
enum class HolderChoice { Quit, EndIt, Wait };

/// Says that another process has the chats open and does not answer, and asks what to do.
HolderChoice askAboutHolder(const LockHolder& holder, OrderlyEnd& end) {
    SpokenLanguage language;
    language.speak({});
    QQmlApplicationEngine qml;
    lockDown(qml);
    qml.addImageProvider(QStringLiteral("icon"), new IconProvider);
    qml.addImportPath(QStringLiteral("qrc:/qt/qml"));
    const bool dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    qml.setInitialProperties({{QStringLiteral("process"), holder.process()}, {QStringLiteral("dark"), dark}});
    QObject::connect(&end, &OrderlyEnd::requested, &qml, [] { QCoreApplication::exit(0); });
    qml.load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Main/StuckWindow.qml")));
    if (qml.rootObjects().isEmpty()) return HolderChoice::Quit;
    const int choice = QGuiApplication::exec();
    return choice == 1 ? HolderChoice::EndIt : choice == 2 ? HolderChoice::Wait : HolderChoice::Quit;
}

/// Writes what fails there into the log, word for word.
template <class Source>
void logFailures(ErrorLog& log, const char* context, Source& source) {
    QObject::connect(&source, &Source::failed, &source,
                     [&log, context](const QString& title, const QString& body) {
                         log.add(QLatin1String(context), title + QStringLiteral(". ") + body);
                     });
}

/// Writes only that something failed there: files of chats are named after them, and what a person looks for
/// is nobody's business.
template <class Source>
void logOnlyThat(ErrorLog& log, const char* context, const char* sentence, Source& source) {
    QObject::connect(&source, &Source::failed, &source,
                     [&log, context, sentence] { log.add(QLatin1String(context), QLatin1String(sentence)); });
}

/// The process ends with its window, and in time.
void endWithWindow(OrderlyEnd& end, QWindow& window, CacheKeeper& cache) {
    QObject::connect(&end, &OrderlyEnd::requested, &window, &QWindow::close);
    QObject::connect(&cache, &CacheKeeper::changed, &end,
                     [&] { cache.isClosing() ? end.begin() : end.cancel(); });
    // Also when a dialog of the desktop is still open.
    QObject::connect(&window, &QWindow::visibleChanged, &end, [](bool visible) {
        if (!visible) QCoreApplication::exit(0);
    });
}

int runWindow(int argc, char* argv[]) {
    QCoreApplication::setApplicationName(QStringLiteral("hearth"));
    QCoreApplication::setApplicationVersion(QStringLiteral(HEARTH_VERSION));
    CommandLine options;
    QStringList arguments;
    for (int i = 0; i < argc; ++i) arguments += QString::fromLocal8Bit(argv[i]);
    options.read(arguments);
    // --help and --version need no screen.
    if (options.isQuestion()) options.process(QCoreApplication(argc, argv));
    if (isOpenAlready(options)) return 0;
    // Before everything that may still be at work when the window is gone.
    OrderlyEnd end;
    // Both have to be known before Qt looks at the screen and for a graphics card.
    if (options.software()) QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
    const StoreStart opened = startStore(options.dataFolder(), [&options] { return isOpenAlready(options); });
    if (opened.handedOver) return 0;
    const std::unique_ptr<store::Store>& store = opened.store;
    const QString& storeProblem = opened.problem;
    useScale(AppSettings::scaleIn(*store));
    const std::optional<RestartPlace> reopened = takeRestartPlace();
    SteadyApplication qtApplication(argc, argv);
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Hearth"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.hearth.Hearth"));
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    options.process(qtApplication);
    setUpFonts();
    if (opened.taken && options.screenshot().isEmpty())
        if (const auto holder = LockHolder::find(options.dataFolder())) {
            const HolderChoice choice = askAboutHolder(*holder, end);
            if (choice == HolderChoice::Quit) return 0;
            if (choice == HolderChoice::EndIt) holder->end();
            // The start begins anew.
            if (reopened) prepareRestart(*reopened);
            restart(argv);
        }
    if (!storeProblem.isEmpty()) QTextStream(stderr) << storeProblem << Qt::endl;

    // A picture is taken beside a window that may write the same file.
    ErrorLog errors(options.screenshot().isEmpty() ? options.dataFolder() + QStringLiteral("/logs")
                                                   : QString());
    const MessageLog messageLog(errors);
    if (!storeProblem.isEmpty()) errors.add(QStringLiteral("chats"), storeProblem);
    ToastQueue toasts;
    AppSettings settings(*store);
    settings.offerBackends(backendLabels());
    KeyBindings keyBindings(settings);
    SpokenLanguage language;
    language.speak(settings.language());
    SamplingSettings sampling(*store);
    PresetListModel presets(*store, sampling);
    EndpointDirectory directory;
    InferenceThread inference([&directory](const EngineOptions& wanted,
                                           const std::function<void(const Engine::LoadProgress&)>& progress,
                                           std::stop_token stop) {
        auto remote = directory.engineFor(QString::fromStdString(wanted.model.string()));
        return remote ? std::move(remote) : Engine::load(wanted, progress, stop);
    });
    EngineStatus engineStatus(inference, settings);
    CacheKeeper cacheKeeper(inference, engineStatus);
    const MemoryPlanner planner = [engineOptions = settings.engineOptions({})](const QString& path) {
        EngineOptions forFile = engineOptions;
        forFile.model = path.toStdString();
        return Engine::plan(forFile);
    };
    const QString ownFolder = options.dataFolder() + QStringLiteral("/models");
    QDir().mkpath(ownFolder);
    const QString modelsFolder = ModelsFolder::pathBy(settings, ownFolder);
    InstalledModels models(
        modelsFolder, [planner](const QString& path) { return probeModel(path, planner); }, engineStatus);
    SystemKeyRing keys;
    Endpoints endpoints(*store, keys, directory);
    models.setExtra(settings.extraModels());
    const ForeignFolders foreign =
        ForeignFolders::find(QDir::homePath(), [](const char* name) { return qEnvironmentVariable(name); });
    models.setForeignFinder([foreign] { return findForeignModels(foreign); });
    QObject::connect(&models, &InstalledModels::extraChanged, &settings, &AppSettings::setExtraModels);
    const auto showRemote = [&] { models.setRemote(remoteModels(endpoints)); };
    QObject::connect(&endpoints, &Endpoints::choicesChanged, &models, showRemote);
    showRemote();
    // A model of a server goes on with the address and the key that count from now on.
    QObject::connect(&endpoints, &Endpoints::saved, &engineStatus, [&](const QString& id) {
        const auto used = readEndpointPath(engineStatus.modelPath());
        if (used && used->endpointId == id) engineStatus.reload();
    });
    HubClient hubClient(HubEnvironment::ofProcess());
    Downloads downloads(downloadFolders(modelsFolder), hubClient.environment());
    HubSearch hub(hubClient,
                  HubSearch::readCurated(readResource(QStringLiteral(":/hearth/models/curated.json"))),
                  [&engineStatus] { return roomForModel(engineStatus); });
    // One conversation's cache, whatever else would fit: that is what a model needs.
    const MemoryPlanner frugal = [engineOptions = settings.engineOptions({})](const QString& path) {
        EngineOptions forFile = engineOptions;
        forFile.model = path.toStdString();
        forFile.cacheBytes = 1;
        return Engine::plan(forFile);
    };
    ModelCard card([engineOptions = settings.engineOptions({})](const QString& path) {
        return readCard(path, [&engineOptions](const QString& file, int contextLength) {
            EngineOptions wanted = engineOptions;
            wanted.model = file.toStdString();
            wanted.contextLength = contextLength;
            wanted.cacheBytes = 1;
            return Engine::plan(wanted);
        });
    });
    ModelQuantizer quantizer(
        modelsFolder, [](const auto& before, const auto& after, const auto& progress, const auto& stop) {
            return compareModels(before, after, {}, progress, stop);
        });
    QObject::connect(&quantizer, &ModelQuantizer::made, &models, &InstalledModels::refresh);
    LoadOptions loadOptions(settings, engineStatus, Engine::plan);
    DraftChoices drafts(models, engineStatus, [&settings](const QString& model, const QString& draft) {
        EngineOptions wanted = settings.engineOptions(model);
        wanted.draftModel = draft.toStdString();
        return checkDraft(wanted);
    });
    HubPage hubPage(
        hubClient, [frugal](const QString& path) { return probeModel(path, frugal); }, downloads,
        modelsFolder);
    ConversationListModel conversations(*store, toasts);
    ConversationSearch search(*store);
    TrashModel trash(*store, conversations);
    ConversationExchange exchange(*store, conversations, toasts);
    ReplyInspector inspector(*store, inference, engineStatus);
    NextTokenModel nextToken(*store, inference, engineStatus);
    ChatController chat({*store, inference, engineStatus, conversations, sampling, toasts, presets});
    PromptListModel prompts(*store);
    FindInChat find(*chat.messages());
    ModelsFolder folder({settings, models, engineStatus, ownFolder, foreign, measureFolderRead,
                         [&downloads] { return !downloads.isIdle(); }, [&chat] { return chat.canStop(); }});
    QObject::connect(&folder, &ModelsFolder::pathChanged, &downloads, [&](const QString& path) {
        downloads.setFolders(downloadFolders(path));
        hubPage.setModelsFolder(path);
        quantizer.setFolder(path);
    });
    StartChoice start(settings, models, engineStatus);
    MachineChecker machine(checkMachine, surroundings(folder, keys, endpoints));
    QObject::connect(&machine, &MachineChecker::diskMeasured, &folder, &ModelsFolder::setReadSpeed);
    if (const auto earlier = MachineFindings::fromJson(settings.lastCheck())) machine.restore(*earlier);
    QObject::connect(&machine, &MachineChecker::found, &settings,
                     [&] { settings.setLastCheck(machine.findings().toJson()); });
    ChatBackup backup(
        *store, storeProblem.isEmpty() ? options.dataFolder() + QStringLiteral("/hearth.db") : QString(),
        toasts);
    StartGuard guard(*store);
    About about({engineStatus, machine, errors, options.dataFolder(), QDir::homePath(),
                 HEARTH_GPU_ENGINE != 0,
                 readLicences(readResource(QStringLiteral(":/hearth/licences/licences.json"))),
                 licenceFolders(QCoreApplication::applicationDirPath()), QDesktopServices::openUrl});
    Application application(
        {conversations, chat,    engineStatus, cacheKeeper, models,    sampling,    presets, settings,
         keyBindings,   toasts,  search,       inspector,   exchange,  trash,       machine, nextToken,
         find,          prompts, hub,          hubPage,     downloads, endpoints,   card,    quantizer,
         folder,        start,   drafts,       backup,      guard,     loadOptions, about,   storeProblem});

    QObject::connect(&chat, &ChatController::conversationChanged, &settings,
                     [&] { settings.setLastConversation(chat.conversationId()); });
    // The chart follows the last reply that is shown, and both follow the settings.
    const auto showLast = [&] {
        nextToken.setMessage(std::max<qint64>(0, chat.messages()->lastMessageOf("assistant")));
    };
    const auto setParams = [&] {
        nextToken.setParams(sampling.params());
        inspector.alternatives()->setParams(sampling.params());
    };
    QObject::connect(&chat, &ChatController::branchShown, &nextToken, showLast);
    QObject::connect(&chat, &ChatController::replyEnded, &nextToken, showLast);
    // A reply that another one took the place of is not looked at any longer.
    QObject::connect(&chat, &ChatController::replyEnded, &inspector, [&] {
        if (inspector.isActive() && chat.messages()->rowOf(inspector.messageId()) < 0)
            inspector.inspect(std::max<qint64>(0, chat.messages()->lastMessageOf("assistant")));
    });
    QObject::connect(&engineStatus, &EngineStatus::becameReady, &nextToken, showLast);
    QObject::connect(&sampling, &SamplingSettings::valuesChanged, &nextToken, setParams);
    setParams();
    // The cache holds what was said. It lies beside the chats, and goes when one of them goes for good.
    const auto keepCache = [&, prefixes = options.dataFolder() + QStringLiteral("/prefixes")] {
        inference.keepPrefixes(prefixes, settings.keepCache());
    };
    QObject::connect(&settings, &AppSettings::changed, &inference, keepCache);
    keepCache();
    QObject::connect(&trash, &TrashModel::erased, &inference, &InferenceThread::clearCache);
    if (store->erasedAtStart()) inference.clearCache();
    const auto setReplies = [&] {
        chat.setOverflow(settings.overflow() == QLatin1String("drop")    ? Overflow::DropOldest
                         : settings.overflow() == QLatin1String("slide") ? Overflow::KeepStart
                                                                         : Overflow::Refuse);
        chat.setSpeculation(engineStatus.drafts()     ? Speculation::DraftModel
                            : settings.promptLookup() ? Speculation::PromptLookup
                                                      : Speculation::Off);
    };
    QObject::connect(&settings, &AppSettings::changed, &chat, setReplies);
    QObject::connect(&engineStatus, &EngineStatus::changed, &chat, setReplies);
    setReplies();
    QObject::connect(&qtApplication, &SteadyApplication::memoryWasFull, &application, [&application] {
        emit application.errorRaised(QCoreApplication::translate("Main", "The memory is full"),
                                     SteadyApplication::sentence());
    });
    QObject::connect(&chat, &ChatController::failed, &application, &Application::errorRaised);
    QObject::connect(&conversations, &ConversationListModel::failed, &application, &Application::errorRaised);
    QObject::connect(&prompts, &PromptListModel::failed, &application, &Application::errorRaised);
    QObject::connect(&presets, &PresetListModel::failed, &application, &Application::errorRaised);
    QObject::connect(&trash, &TrashModel::failed, &application, &Application::errorRaised);
    QObject::connect(&search, &ConversationSearch::failed, &application, &Application::errorRaised);
    QObject::connect(&backup, &ChatBackup::failed, &application, &Application::errorRaised);
    QObject::connect(&exchange, &ConversationExchange::failed, &application, &Application::errorRaised);
    logFailures(errors, "chat", chat);
    logFailures(errors, "chats", conversations);
    logFailures(errors, "trash", trash);
    logFailures(errors, "system prompts", prompts);
    logFailures(errors, "presets", presets);
    logFailures(errors, "download", downloads);
    logOnlyThat(errors, "backup", "A backup was not made.", backup);
    logOnlyThat(errors, "files of chats", "A chat was not saved or imported.", exchange);
    logOnlyThat(errors, "search", "A search did not work.", search);
    QObject::connect(
        &engineStatus, &EngineStatus::loadFailed, &engineStatus,
        [&errors](const InferenceProblem& problem) { errors.add(QStringLiteral("model"), problem.message); });

    QObject::connect(&downloads, &Downloads::failed, &application, &Application::errorRaised);
    QObject::connect(
        &downloads, &Downloads::installed, &models, [&](const QString& path, const QString& title) {
            models.refresh();
            toasts.show(QCoreApplication::translate("Models", "%1 is downloaded and verified").arg(title),
                        QCoreApplication::translate("Models", "Load"),
                        [&engineStatus, path] { engineStatus.load(path); });
        });

    QQmlApplicationEngine qml;
    lockDown(qml);
    qml.addImageProvider(QStringLiteral("icon"), new IconProvider);
    qml.addImportPath(QStringLiteral("qrc:/qt/qml"));
    QVariantMap properties{{QStringLiteral("app"), QVariant::fromValue(&application)}};
    if (const auto place = lastPlace(settings)) {
        properties[QStringLiteral("x")] = place->x();
        properties[QStringLiteral("y")] = place->y();
    }
    qml.setInitialProperties(properties);
    QObject::connect(&settings, &AppSettings::changed, &qml, [&] {
        const QString before = language.code();
        language.speak(settings.language());
        if (language.code() == before) return;
        qml.retranslate();
        keyBindings.retranslate();
        engineStatus.retranslate();
        machine.retranslate();
        about.retranslate();
        conversations.reload();
        emit sampling.valuesChanged();
    });
    qml.load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Main/Main.qml")));
    if (qml.rootObjects().isEmpty()) {
        QTextStream(stderr) << QStringLiteral(
                                   "The window could not be made; this copy of Hearth is incomplete. "
                                   "Install it again.")
                            << Qt::endl;
        return 1;
    }

    QWindow& window = *qobject_cast<QWindow*>(qml.rootObjects().first());
    SingleInstance instance(options.dataFolder());
    QObject::connect(&instance, &SingleInstance::startedAgain, &models, [&](const QStringList& files) {
        cacheKeeper.stay();
        bringToFront(window);
        for (const QString& file : files) models.addFile(QUrl::fromLocalFile(file));
    });
    if (options.screenshot().isEmpty()) instance.listen();
    QObject::connect(&end, &OrderlyEnd::requested, &backup, &ChatBackup::stopAsking);
    endWithWindow(end, window, cacheKeeper);
    QTimer::singleShot(300, &window, [&window] { makeRoomForFrame(window); });
    DesktopNotifier notifier;
    QObject::connect(&chat, &ChatController::replyEnded, &notifier,
                     [&](qint64 conversationId, const QString& title, double totalMs) {
                         if (settings.notifications() && totalMs >= DesktopNotifier::longReplyMs &&
                             QGuiApplication::applicationState() != Qt::ApplicationActive)
                             notifier.replyEnded(conversationId, title);
                     });
    QObject::connect(&notifier, &DesktopNotifier::opened, &chat, [&](qint64 conversationId) {
        chat.open(conversationId);
        bringToFront(window);
    });

    QObject::connect(&chat, &ChatController::conversationChanged, &guard,
                     [&] { guard.setOpen(chat.conversationId()); });
    QObject::connect(&guard, &StartGuard::openRequested, &chat, &ChatController::open);
    const qint64 wanted = reopened                ? reopened->conversationId
                          : start.opensLastChat() ? settings.lastConversation()
                                                  : 0;
    if (const qint64 last = guard.chatToOpen(wanted); last != 0)
        reopened && reopened->messageId != 0 ? chat.openAt(last, reopened->messageId) : chat.open(last);
    else if (!guard.heldBackTitle().isEmpty())
        settings.setLastConversation(0);
    models.refresh();
    downloads.resumeAll();
    if (const QString model = reopened && !reopened->modelPath.isEmpty()
                                  ? reopened->modelPath
                                  : start.modelPath(namedModel(options));
        !model.isEmpty())
        engineStatus.load(model);
    if (!options.screenshot().isEmpty())
        takeScreenshot(*qobject_cast<QQuickWindow*>(qml.rootObjects().first()), engineStatus,
                       options.screenshot());
    const int status = QGuiApplication::exec();
    end.begin();
    chat.flush();
    settings.flush();
    guard.endedWell();
    store->checkpoint();
    return status;
}

}  // namespace

int main(int argc, char* argv[]) {
    // A child of ours that reads one file: nothing of the window.
    if (argc == 2 && std::string_view(argv[1]) == pdfChildArgument) return servePdfText();
    const int status = runWindow(argc, argv);
    restartIfPrepared(argv);
    return status;
}
