#pragma once

#include <array>
#include <memory>

#include "backend/backend.h"

namespace hearth {

/// The two backends that share a model.
enum class SplitSide { Device, Host };

inline constexpr std::array splitSides{SplitSide::Device, SplitSide::Host};

constexpr SplitSide otherSide(SplitSide side) noexcept {
    return side == SplitSide::Device ? SplitSide::Host : SplitSide::Device;
}

/// One for each side.
template <class T>
struct BySide {
    T device{}, host{};
    T& operator[](SplitSide side) noexcept { return side == SplitSide::Device ? device : host; }
    const T& operator[](SplitSide side) const noexcept { return side == SplitSide::Device ? device : host; }
};

using SplitBackends = BySide<std::unique_ptr<Backend>>;

}  // namespace hearth
