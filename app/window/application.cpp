#include "window/application.h"

#include <QClipboard>
#include <QCoreApplication>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QUrl>

#include "chat/rich_text.h"

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
    const QUrl url(safeLinkAddress(address), QUrl::StrictMode);
    if (url.isEmpty()) return {};
    if (url.scheme() == QLatin1String("mailto")) return url.path();
    // The ASCII form shows look-alike letters of other scripts for what they are.
    return QString::fromLatin1(QUrl::toAce(url.host()));
}

bool Application::openLink(const QString& address) {
    const QUrl url(safeLinkAddress(address), QUrl::StrictMode);
    return !url.isEmpty() && QDesktopServices::openUrl(url);
}

}  // namespace hearth::app
