#include "window/application.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QUrl>

namespace hearth::app {

Application::Application(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts) {
}

QString Application::version() const {
    return QCoreApplication::applicationVersion();
}

void Application::copyText(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

void Application::offerSelection(const QString& text) {
    QClipboard* const clipboard = QGuiApplication::clipboard();
    if (clipboard->supportsSelection()) clipboard->setText(text, QClipboard::Selection);
}

QString Application::linkHost(const QString& address) const {
    const QUrl url(address, QUrl::StrictMode);
    if (!url.isValid()) return {};
    if (url.scheme() == QLatin1String("mailto")) return url.path();
    if (url.scheme() != QLatin1String("https") && url.scheme() != QLatin1String("http")) return {};
    // The ASCII form shows look-alike letters of other scripts for what they are.
    return QString::fromLatin1(QUrl::toAce(url.host()));
}

bool Application::openLink(const QString& address) {
    if (linkHost(address).isEmpty()) return false;
    return QDesktopServices::openUrl(QUrl(address, QUrl::StrictMode));
}

}  // namespace hearth::app
