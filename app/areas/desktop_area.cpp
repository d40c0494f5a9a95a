#include "areas/desktop_area.h"

#include <QClipboard>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QUrl>

#include "chat/rich_text.h"

namespace hearth::app {

void DesktopArea::copyText(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

void DesktopArea::offerSelection(const QString& text) {
    QClipboard* const clipboard = QGuiApplication::clipboard();
    if (clipboard->supportsSelection()) clipboard->setText(text, QClipboard::Selection);
}

QString DesktopArea::linkHost(const QString& address) const {
    const QUrl url(safeLinkAddress(address), QUrl::StrictMode);
    if (url.isEmpty()) return {};
    if (url.scheme() == QLatin1String("mailto")) return url.path();
    // The ASCII form shows look-alike letters of other scripts for what they are.
    return QString::fromLatin1(QUrl::toAce(url.host()));
}

bool DesktopArea::openLink(const QString& address) {
    const QUrl url(safeLinkAddress(address), QUrl::StrictMode);
    return !url.isEmpty() && QDesktopServices::openUrl(url);
}

}  // namespace hearth::app
