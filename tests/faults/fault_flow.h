#pragma once

#include <QString>
#include <QStringList>
#include <functional>

namespace hearth::test {

/// End of a user's action while calls failed.
struct FlowEnd {
    bool done = false;  ///< all of it
    QStringList told;   ///< to the person, in sentences
};

/// One thing that people do, in a folder of its own.
struct FaultFlow {
    /// Sets up the initial state; nothing fails yet.
    std::function<void(const QString& folder)> prepare = [](const QString&) {};
    std::function<FlowEnd(const QString& folder)> run;
    /// After the failures: the first fault found, which is acknowledged data that is missing or an action
    /// that no longer works; empty: none.
    std::function<QString(const QString& folder)> check;
    /// True if a failure costs only time, as with a cache. Then it need not be reported.
    bool mayFailSilently = false;
    /// False: a part of the test itself, in the same process, needs memory.
    bool failsAllocations = true;
};

/// Runs a flow without faults, and then again and again while one call fails, and every call from one on:
/// each kind with each error that a disk gives, at places spread over the run. HEARTH_FAULT_PLACES: how many
/// of each, by default 6. Returns what is wrong, with the fault; empty: nothing.
QString tryFlow(const FaultFlow& flow);

}  // namespace hearth::test
