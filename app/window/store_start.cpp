#include "window/store_start.h"

#include <QElapsedTimer>
#include <QThread>

namespace hearth::app {

namespace {
constexpr int againMs = 100;
}

StoreStart startStore(const QString& folder, const std::function<bool()>& handOver, int patienceMs) {
    QElapsedTimer time;
    time.start();
    StoreStart start;
    for (;;) {
        try {
            start.store = store::Store::open(folder.toStdString());
            start.taken = false;
            return start;
        } catch (const store::StoreError& error) {
            start.taken = error.fault() == store::StoreFault::InUse;
            if (!start.taken || time.hasExpired(patienceMs)) {
                const bool taken = start.taken;
                start = storeInMemory(error.message());
                start.taken = taken;
                return start;
            }
        }
        if (handOver()) {
            start.handedOver = true;
            return start;
        }
        QThread::msleep(againMs);
    }
}

StoreStart storeInMemory(const QString& problem) {
    StoreStart start;
    start.store = store::Store::inMemory();
    start.problem = problem;
    return start;
}

}  // namespace hearth::app
