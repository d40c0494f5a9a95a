#pragma once

#include <atomic>

#include "inference/engine_factory.h"

namespace hearth::app {

/// Whether models of this computer are loaded into a process of their own, which the settings say. It counts
/// from the next load on. Any thread.
class ProcessChoice {
public:
    explicit ProcessChoice(bool own = false) : m_own(own) {}

    void set(bool own) { m_own = own; }
    bool isOwn() const { return m_own; }

private:
    std::atomic<bool> m_own;
};

/// Loads by one of two ways, as the choice says just then: `here` or, if there is such a way, in a process of
/// its own. `choice` outlives it.
EngineFactory inChosenProcess(EngineFactory here, EngineFactory own, const ProcessChoice& choice);

}  // namespace hearth::app
