#include "window/main_window.h"

#include <QGuiApplication>
#include <QQuickWindow>
#include <QScreen>
#include <QTimer>
#include <QUrl>
#include <optional>

#include "hearth/platform/process.h"
#include "look/icon_provider.h"
#include "pictures/picture_provider.h"
#include "pictures/scaled_picture.h"
#include "window/orderly_end.h"
#include "window/qml_lockdown.h"
#include "window/window_icon.h"
#include "window/window_parts.h"
#include "window/window_place.h"

namespace hearth::app {

namespace {

/// Time after the window appears until the size of its frame is known.
constexpr int frameKnownMs = 300;

/// Position of the window when it was closed, if it is still possible.
std::optional<QPoint> lastPlace(const AppSettings& settings) {
    QList<QRect> screens;
    for (const QScreen* screen : QGuiApplication::screens()) screens += screen->availableGeometry();
    return windowPlace(settings.window->windowGeometry(), screens, QGuiApplication::platformName());
}

/// Makes the window as much smaller as its frame needs on the screen, below its usual least size too: at 300
/// % that is larger than many screens.
void makeRoomForFrame(QWindow& window) {
    // An invisible screen says nothing about the available room.
    if (QGuiApplication::platformName() == QLatin1String("offscreen")) return;
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

}  // namespace

MainWindow::MainWindow(WindowParts& parts, OrderlyEnd& end, const QString& dataFolder)
    : m_parts(parts), m_instance(dataFolder) {
    load();
    if (window() == nullptr) return;
    followLanguage();
    connectInstance();
    connectNotices();
    connectEnd(end);
    QTimer::singleShot(frameKnownMs, window(), [this] { makeRoomForFrame(*window()); });
}

QQuickWindow* MainWindow::window() const {
    const QObjectList roots = m_qml.rootObjects();
    return roots.isEmpty() ? nullptr : qobject_cast<QQuickWindow*>(roots.first());
}

void MainWindow::load() {
    lockDown(m_qml);
    auto* icons = new IconProvider;
    QGuiApplication::setWindowIcon(windowIcon(*icons));
    m_qml.addImageProvider(QStringLiteral("icon"), icons);
    m_qml.addImageProvider(
        QStringLiteral("picture"),
        new PictureProvider(
            m_parts.store.pictures(), [](const auto& file, const QSize& wanted, const std::stop_token& stop) {
                return shownPicture(QString::fromUtf8(platform::ownProgram()), file, wanted, stop);
            }));
    m_qml.addImportPath(QStringLiteral("qrc:/qt/qml"));
    m_parts.give(m_qml);
    QVariantMap properties;
    if (const auto place = lastPlace(m_parts.settings.app)) {
        properties[QStringLiteral("x")] = place->x();
        properties[QStringLiteral("y")] = place->y();
    }
    m_qml.setInitialProperties(properties);
    m_qml.load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Main/Main.qml")));
}

void MainWindow::followLanguage() {
    QObject::connect(&m_parts.settings.app, &AppSettings::changed, &m_qml, [this] {
        const QString before = m_parts.settings.language.code();
        m_parts.settings.language.speak(m_parts.settings.app.look->language());
        if (m_parts.settings.language.code() == before) return;
        m_qml.retranslate();
        m_parts.settings.keys.retranslate();
        m_parts.models.engine.retranslate();
        m_parts.machine.checker.retranslate();
        m_parts.machine.sandbox.retranslate();
        m_parts.session.about.retranslate();
        m_parts.chats.conversations.reload();
        m_parts.chats.chat.retranslate();
        emit m_parts.settings.sampling.valuesChanged();
    });
}

void MainWindow::connectInstance() {
    QObject::connect(&m_instance, &SingleInstance::startedAgain, &m_parts.models.installed,
                     [this](const QStringList& files) {
                         m_parts.models.cache.stay();
                         bringToFront(*window());
                         for (const QString& file : files)
                             m_parts.models.installed.openFile(QUrl::fromLocalFile(file));
                     });
}

void MainWindow::connectNotices() {
    QObject::connect(&m_parts.chats.chat, &ChatController::replyEnded, &m_notifier,
                     [this](qint64 conversationId, const QString& title, double totalMs) {
                         if (m_parts.settings.app.chats->notifications() &&
                             totalMs >= DesktopNotifier::longReplyMs &&
                             QGuiApplication::applicationState() != Qt::ApplicationActive)
                             m_notifier.replyEnded(conversationId, title);
                     });
    QObject::connect(&m_parts.chats.chat, &ChatController::callAsked, &m_notifier,
                     [this](qint64 conversationId, const QString& title) {
                         if (m_parts.settings.app.chats->notifications() &&
                             QGuiApplication::applicationState() != Qt::ApplicationActive)
                             m_notifier.callAsked(conversationId, title);
                     });
    QObject::connect(&m_notifier, &DesktopNotifier::opened, &m_parts.chats.chat,
                     [this](qint64 conversationId) {
                         m_parts.chats.chat.open(conversationId);
                         bringToFront(*window());
                     });
}

void MainWindow::connectEnd(OrderlyEnd& end) {
    QObject::connect(&end, &OrderlyEnd::requested, &m_parts.chats.backup, &ChatBackup::stopAsking);
    QObject::connect(&end, &OrderlyEnd::requested, window(), &QWindow::close);
    QObject::connect(&m_parts.models.cache, &CacheKeeper::changed, &end,
                     [this, &end] { m_parts.models.cache.isClosing() ? end.begin() : end.cancel(); });
    // Also when a dialog of the desktop is still open.
    QObject::connect(window(), &QWindow::visibleChanged, &end, [](bool visible) {
        if (!visible) QCoreApplication::exit(0);
    });
}

}  // namespace hearth::app
