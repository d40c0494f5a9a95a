#pragma once

#include <QString>
#include <functional>
#include <memory>

#include "store/store.h"

namespace hearth::app {

/// Result of a start.
struct StoreStart {
    std::unique_ptr<store::Store> store;  ///< in memory when there is a problem; nullptr when handed over
    QString problem;                      ///< one sentence; empty: none
    bool taken = false;                   ///< another process has the folder and did not answer in time
    bool handedOver = false;              ///< another window is open and accepted what this start was for
};

/// Opens the store in a folder. If another process has it, which may be starting or ending at the moment,
/// waits until it accepts what `handOver` offers (true then), until it releases the folder, or `patienceMs`
/// at most. Needs no application object.
StoreStart startStore(const QString& folder, const std::function<bool()>& handOver, int patienceMs = 6000);

/// Result of a start when the store cannot be used for the given reason: nothing is kept.
StoreStart storeInMemory(const QString& problem);

}  // namespace hearth::app
