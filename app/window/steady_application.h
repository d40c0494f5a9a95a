#pragma once

#include <QGuiApplication>

namespace hearth::app {

/// The last line of defence: what cannot be had because the memory is full ends the one event that asked for
/// it, in any thread with an event loop, and not the program.
class SteadyApplication : public QGuiApplication {
    Q_OBJECT

public:
    using QGuiApplication::QGuiApplication;
    bool notify(QObject* receiver, QEvent* event) override;

    /// One sentence for people.
    static QString sentence();

signals:
    /// From the thread in which it happened.
    void memoryWasFull();
};

}  // namespace hearth::app
