#include "window/main_window.h"

#include <QGuiApplication>
#include <QQuickWindow>
#include <QScreen>
#include <QTimer>
#include <QUrl>
#include <optional>

#include "look/icon_provider.h"
#include "window/orderly_end.h"
#include "window/qml_lockdown.h"
#include "window/window_icon.h"
#include "window/window_parts.h"
#include "window/window_place.h"

namespace hearth::app {

namespace {

/// What frame a window has is known a while after it came up.
constexpr int frameKnownMs = 300;

/// Where the window was when it was closed, if it can be there again.
std::optional<QPoint> lastPlace(const AppSettings& settings) {
    QList<QRect> screens;
    for (const QScreen* screen : QGuiApplication::screens()) screens += screen->availableGeometry();
    return windowPlace(settings.windowGeometry(), screens, QGuiApplication::platformName());
}

/// Makes the window as much smaller as its frame needs on the screen, below its usual least size too: at 300
/// % that is larger than many screens.
void makeRoomForFrame(QWindow& window) {
    // A screen that nobody sees says nothing about room.
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
    m_qml.addImportPath(QStringLiteral("qrc:/qt/qml"));
    QVariantMap properties{{QStringLiteral("app"), QVariant::fromValue(&m_parts.application)}};
    if (const auto place = lastPlace(m_parts.settings)) {
        properties[QStringLiteral("x")] = place->x();
        properties[QStringLiteral("y")] = place->y();
    }
    m_qml.setInitialProperties(properties);
    m_qml.load(QUrl(QStringLiteral("qrc:/qt/qml/Hearth/Main/Main.qml")));
}

void MainWindow::followLanguage() {
    QObject::connect(&m_parts.settings, &AppSettings::changed, &m_qml, [this] {
        const QString before = m_parts.language.code();
        m_parts.language.speak(m_parts.settings.language());
        if (m_parts.language.code() == before) return;
        m_qml.retranslate();
        m_parts.keys.retranslate();
        m_parts.engine.retranslate();
        m_parts.machine.retranslate();
        m_parts.about.retranslate();
        m_parts.conversations.reload();
        m_parts.chat.retranslate();
        emit m_parts.sampling.valuesChanged();
    });
}

void MainWindow::connectInstance() {
    QObject::connect(&m_instance, &SingleInstance::startedAgain, &m_parts.models,
                     [this](const QStringList& files) {
                         m_parts.cache.stay();
                         bringToFront(*window());
                         for (const QString& file : files) m_parts.models.openFile(QUrl::fromLocalFile(file));
                     });
}

void MainWindow::connectNotices() {
    QObject::connect(&m_parts.chat, &ChatController::replyEnded, &m_notifier,
                     [this](qint64 conversationId, const QString& title, double totalMs) {
                         if (m_parts.settings.notifications() && totalMs >= DesktopNotifier::longReplyMs &&
                             QGuiApplication::applicationState() != Qt::ApplicationActive)
                             m_notifier.replyEnded(conversationId, title);
                     });
    QObject::connect(&m_parts.chat, &ChatController::callAsked, &m_notifier,
                     [this](qint64 conversationId, const QString& title) {
                         if (m_parts.settings.notifications() &&
                             QGuiApplication::applicationState() != Qt::ApplicationActive)
                             m_notifier.callAsked(conversationId, title);
                     });
    QObject::connect(&m_notifier, &DesktopNotifier::opened, &m_parts.chat, [this](qint64 conversationId) {
        m_parts.chat.open(conversationId);
        bringToFront(*window());
    });
}

void MainWindow::connectEnd(OrderlyEnd& end) {
    QObject::connect(&end, &OrderlyEnd::requested, &m_parts.backup, &ChatBackup::stopAsking);
    QObject::connect(&end, &OrderlyEnd::requested, window(), &QWindow::close);
    QObject::connect(&m_parts.cache, &CacheKeeper::changed, &end,
                     [this, &end] { m_parts.cache.isClosing() ? end.begin() : end.cancel(); });
    // Also when a dialog of the desktop is still open.
    QObject::connect(window(), &QWindow::visibleChanged, &end, [](bool visible) {
        if (!visible) QCoreApplication::exit(0);
    });
}

}  // namespace hearth::app
