#include "window/steady_application.h"

#include <new>

#include "store/database.h"

namespace hearth::app {

bool SteadyApplication::notify(QObject* receiver, QEvent* event) {
    try {
        return QGuiApplication::notify(receiver, event);
    } catch (const std::bad_alloc&) {
        emit memoryWasFull();
    } catch (const store::StoreError& error) {
        emit storeFailed(error.message());
    }
    return false;
}

QString SteadyApplication::sentence() {
    return tr(
        "The memory was full, so the last action was not carried out. Close other programs, or start Hearth "
        "again.");
}

}  // namespace hearth::app

#include "moc_steady_application.cpp"
