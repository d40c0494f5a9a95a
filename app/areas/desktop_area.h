#pragma once

#include <QString>

#include "areas/area.h"
#include "notices/toast_queue.h"

namespace hearth::app {

/// Short notices of the window, and the way to the desktop: its clipboard, its browser.
class DesktopArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Desktop)
    QML_SINGLETON

public:
    /// No default constructor, so that QML takes create().
    explicit DesktopArea(QObject* parent) : QObject(parent) {}
    static DesktopArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<DesktopArea>(engine); }

    HEARTH_PART(ToastQueue, toasts);

    Q_INVOKABLE void copyText(const QString& text);
    /// Makes a text the selection that the middle mouse button pastes, where the desktop has one.
    Q_INVOKABLE void offerSelection(const QString& text);
    /// The host that a link leads to, for the question before it is opened; empty for links that are never
    /// opened.
    Q_INVOKABLE QString linkHost(const QString& address) const;
    /// Opens an http, https or mailto link outside Hearth. Call it only after the person saw linkHost().
    Q_INVOKABLE bool openLink(const QString& address);

signals:
    /// Something went wrong that is no part of a reply. Shown above the chat.
    void errorRaised(const QString& title, const QString& body);
};

}  // namespace hearth::app
