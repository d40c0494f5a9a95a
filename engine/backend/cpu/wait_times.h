#pragma once

namespace hearth::cpu {

/// Time that a waiting thread keeps its processor before it sleeps: first it pauses, then it yields.
struct WaitTimes {
    int pauses;  ///< pause instructions, about 25 to 75 ns each
    int yields;  ///< calls that let other threads run, each with a hundred pauses after it
};

/// The times of this program. Those of Hearth suit a machine whose cores it has for itself; the tests link
/// others (tests/support/short_waits.cpp), because several of them share the cores.
extern const WaitTimes waitTimes;

}  // namespace hearth::cpu
