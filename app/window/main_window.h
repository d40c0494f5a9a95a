#pragma once

#include <QObject>
#include <QQmlApplicationEngine>
#include <QString>

#include "window/desktop_notifier.h"
#include "window/single_instance.h"

class QQuickWindow;

namespace hearth::app {

class OrderlyEnd;
struct WindowParts;

/// The window itself: made of QML where it was when it was closed, with its language, the desktop's notices
/// and what a second start hands over. GUI thread.
class MainWindow {
public:
    /// `parts` and `end` outlive it.
    MainWindow(WindowParts& parts, OrderlyEnd& end, const QString& dataFolder);

    /// nullptr: it could not be made, this copy of Hearth is incomplete.
    QQuickWindow* window() const;
    /// Files that a second start was given are opened here from now on.
    void takeSecondStarts() { m_instance.listen(); }

private:
    void load();
    void followLanguage();
    void connectInstance();
    void connectNotices();
    void connectEnd(OrderlyEnd& end);

    WindowParts& m_parts;
    QQmlApplicationEngine m_qml;
    SingleInstance m_instance;
    DesktopNotifier m_notifier;
};

}  // namespace hearth::app
