#pragma once

#include <QString>
#include <QStringList>
#include <functional>

namespace hearth::test {

/// How something that people do ended while calls failed.
struct FlowEnd {
    bool done = false;  ///< all of it
    QStringList told;   ///< to the person, in sentences
};

/// One thing that people do, in a folder of its own.
struct FaultFlow {
    /// What is there before; nothing fails yet.
    std::function<void(const QString& folder)> prepare = [](const QString&) {};
    std::function<FlowEnd(const QString& folder)> run;
    /// Nothing fails any more: what is wrong now, which is what was acknowledged and is not there, or that
    /// the same does not work; empty: nothing is.
    std::function<QString(const QString& folder)> check;
    /// Whether what fails costs no more than time, as with a cache: then it need not be told.
    bool mayFailSilently = false;
    /// False: a part of the test itself, in the same process, needs memory.
    bool failsAllocations = true;
};

/// Runs a flow without faults, and then again and again while one call fails, and every call from one on:
/// each kind with each error that a disk gives, at places spread over the run. HEARTH_FAULT_PLACES: how many
/// of each, by default 6. Returns what is wrong, with the fault; empty: nothing.
QString tryFlow(const FaultFlow& flow);

}  // namespace hearth::test
