#include "window/steady_application.h"

#include <new>

namespace hearth::app {

bool SteadyApplication::notify(QObject* receiver, QEvent* event) {
    try {
        return QGuiApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        emit memoryWasFull();
        return false;
    }
}

QString SteadyApplication::sentence() {
    return tr(
        "The memory was full, so the last action was not carried out. Close other programs, or start Hearth "
        "again.");
}

}  // namespace hearth::app

#include "moc_steady_application.cpp"
