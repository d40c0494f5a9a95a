#pragma once

#include <cstdint>
#include <optional>

#include "hearth/error.h"

namespace hearth {

/// A thread that loads a model and then works with it. The destructor ends it.
class LoadedLoop {
public:
    LoadedLoop() = default;
    virtual ~LoadedLoop() = default;
    LoadedLoop(const LoadedLoop&) = delete;
    LoadedLoop& operator=(const LoadedLoop&) = delete;

    enum class State : uint8_t { Loading, Ready, Failed };
    virtual State state() const = 0;
    /// Reason for Failed; nullopt in other states.
    virtual std::optional<Error> problem() const = 0;
};

}  // namespace hearth
