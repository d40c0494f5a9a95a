#pragma once

#include <QGuiApplication>

namespace hearth::app {

/// The last line of defence: memory that cannot be had, and a store that cannot be used, end the one event
/// that asked for it, in any thread with an event loop, and not the program.
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
    /// The same; the sentence of a StoreError that nobody took.
    void storeFailed(const QString& sentence);
};

}  // namespace hearth::app
