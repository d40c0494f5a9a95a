#pragma once

#include <functional>

#include "hearth/engine.h"

namespace hearth {

/// What an engine also is that has something to do now and then though nobody asked: one whose model runs in
/// a process of its own, which may end.
class WakingEngine {
public:
    virtual ~WakingEngine() = default;
    /// Has `wake` called, from any thread, when Engine::step() is to be called. It must not call the engine,
    /// and is not called any more when this returns; {}: nobody hears it.
    virtual void setWaker(std::function<void()> wake) = 0;
};

/// The same of whatever engine.
inline void setWaker(Engine& engine, const std::function<void()>& wake) {
    if (auto* const waking = dynamic_cast<WakingEngine*>(&engine)) waking->setWaker(wake);
}

}  // namespace hearth
