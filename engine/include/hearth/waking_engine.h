#pragma once

#include <functional>

#include "hearth/engine.h"

namespace hearth {

/// Interface of an engine that may have work without a request: one whose model runs in a worker, which may
/// end.
class WakingEngine {
public:
    virtual ~WakingEngine() = default;
    /// Sets a function that is called, from any thread, when Engine::step() should be called. It must not
    /// call the engine, and is not called any more after this returns; {}: none.
    virtual void setWaker(std::function<void()> wake) = 0;
};

/// The same for any engine.
inline void setWaker(Engine& engine, const std::function<void()>& wake) {
    if (auto* const waking = dynamic_cast<WakingEngine*>(&engine)) waking->setWaker(wake);
}

}  // namespace hearth
