#include <QGuiApplication>
#include <QQmlExtensionPlugin>
#include <QQuickStyle>
#include <QQuickWindow>
#include <QTextStream>
#include <cstdlib>
#include <optional>

#include "exchange/import_child.h"
#include "hearth/picture_decoder.h"
#include "hearth/platform/program_keeper.h"
#include "hearth/worker.h"
#include "http/fetch_child.h"
#include "log/error_log.h"
#include "log/message_log.h"
#include "look/fonts.h"
#include "model_files/model_files.h"
#include "provider/local_engine.h"
#include "reading/document_child.h"
#include "settings/language.h"
#include "window/command_line.h"
#include "window/first_view.h"
#include "window/lock_holder.h"
#include "window/main_window.h"
#include "window/orderly_end.h"
#include "window/restart.h"
#include "window/screenshot.h"
#include "window/single_instance.h"
#include "window/steady_application.h"
#include "window/store_start.h"
#include "window/stuck_window.h"
#include "window/window_parts.h"

Q_IMPORT_QML_PLUGIN(Hearth_AppPlugin)

namespace {

using namespace hearth;
using namespace hearth::app;

/// The model that was named, as a path that other programs understand; empty when none was.
QString namedModel(const CommandLine& options) {
    return options.model().isEmpty() ? QString() : modelPathOf(options.model());
}

/// True if a window with the same data is open already; that window then shows the file given on the command
/// line.
bool isOpenAlready(const CommandLine& options) {
    if (!options.screenshot().isEmpty()) return false;
    const QString model = namedModel(options);
    return SingleInstance(options.dataFolder())
        .handOver(model.isEmpty() ? QStringList() : QStringList{model});
}

void nameApplication() {
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Hearth"));
    QGuiApplication::setDesktopFileName(QStringLiteral("org.hearth.Hearth"));
    QQuickStyle::setStyle(QStringLiteral("Basic"));
    setUpFonts();
}

/// Shows the window on the contents of the store, until it is closed. Returns the exit status. Throws
/// StoreError when the store cannot be read although it could be opened; the window is then destroyed
/// completely.
int showWindow(const CommandLine& options, const StoreStart& opened, SteadyApplication& qtApplication,
               OrderlyEnd& end, const std::optional<RestartPlace>& reopened) {
    store::Store& store = *opened.store;
    const bool isPicture = !options.screenshot().isEmpty();
    // The process that takes a picture may run next to a window that writes the same file.
    ErrorLog errors(isPicture ? QString() : options.dataFolder() + QStringLiteral("/logs"));
    const MessageLog messageLog(errors);
    if (!opened.problem.isEmpty()) errors.add(QStringLiteral("chats"), opened.problem);
    const LocalEngine engine(options.inProcess() ? std::optional(ModelPlace::InProcess) : std::nullopt);
    WindowParts parts({store, opened.problem, options.dataFolder(), errors, engine, HEARTH_GPU_ENGINE != 0});
    QObject::connect(&qtApplication, &SteadyApplication::memoryWasFull, &parts.desktop, [&parts] {
        emit parts.desktop.errorRaised(QCoreApplication::translate("Main", "The memory is full"),
                                       SteadyApplication::sentence());
    });
    QObject::connect(
        &qtApplication, &SteadyApplication::storeFailed, &parts.desktop, [&parts](const QString& sentence) {
            emit parts.desktop.errorRaised(
                QCoreApplication::translate("Main", "The last action was not carried out"), sentence);
        });
    MainWindow main(parts, end, options.dataFolder());
    if (main.window() == nullptr) {
        QTextStream(stderr) << QStringLiteral(
                                   "The window could not be made; this copy of Hearth is incomplete. "
                                   "Install it again.")
                            << Qt::endl;
        return 1;
    }
    if (!isPicture) main.takeSecondStarts();
    openFirstView(parts, reopened, namedModel(options));
    if (isPicture) takeScreenshot(*main.window(), parts.models.engine, options.screenshot());
    const int status = QGuiApplication::exec();
    end.begin();
    parts.chats.chat.flush();
    parts.settings.app.flush();
    parts.session.guard.endedWell();
    store.checkpoint();
    return status;
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
    // Declared before everything that may still be working when the window is closed.
    OrderlyEnd end;
    // Both have to be known before Qt looks at the screen and for a graphics card.
    if (options.software()) QQuickWindow::setGraphicsApi(QSGRendererInterface::Software);
    StoreStart opened = startStore(options.dataFolder(), [&options] { return isOpenAlready(options); });
    if (opened.handedOver) return 0;
    useScale(LookSettings::scaleIn(*opened.store));
    const std::optional<RestartPlace> reopened = takeRestartPlace();
    SteadyApplication qtApplication(argc, argv);
    options.process(qtApplication);
    nameApplication();
    if (opened.taken && options.screenshot().isEmpty())
        if (const auto holder = LockHolder::find(options.dataFolder())) {
            const HolderChoice choice = askAboutHolder(holder->process(), end);
            if (choice == HolderChoice::Quit) return 0;
            if (choice == HolderChoice::EndIt) holder->end();
            // Repeats the start.
            if (reopened) prepareRestart(*reopened);
            restart(argv);
        }
    if (!opened.problem.isEmpty()) QTextStream(stderr) << opened.problem << Qt::endl;
    try {
        return showWindow(options, opened, qtApplication, end, reopened);
    } catch (const store::StoreError& error) {
        QTextStream(stderr) << error.message() << Qt::endl;
        opened = storeInMemory(error.message());
        return showWindow(options, opened, qtApplication, end, reopened);
    }
}

}  // namespace

int main(int argc, char* argv[]) {
    // A child of ours that reads one file: nothing of the window.
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    // One that reads chats of other programs; what it says is for the person.
    if (isImportChild(argc, argv)) {
        const QCoreApplication application(argc, argv);
        SpokenLanguage language;
        language.speak(QString::fromLatin1(argv[2]));
        return serveImport();
    }
    // One that decodes a picture.
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    // One that reads a picture of the web for a server.
    if (isFetchChild(argc, argv)) return serveFetch(argc, argv);
    // One that ends the processes that a tool server has started.
    if (platform::isProgramKeeper(argc, argv)) return platform::keepProgram(argc, argv);
    // One in which a model runs, shut in.
    if (isWorker(argc, argv)) serveWorker([] { std::_Exit(0); });
    const int status = runWindow(argc, argv);
    restartIfPrepared(argv);
    return status;
}
