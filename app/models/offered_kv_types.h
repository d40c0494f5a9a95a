#pragma once

#include <array>

#include "hearth/kv_type.h"

namespace hearth::app {

/// The types of the cache that the window offers, from the most memory to the least;
/// `ui/Models/KvTypeChoice.qml` has their names.
inline constexpr std::array offeredKvTypes{KvTypes(KvType::F16), KvTypes(KvType::Q8_0),
                                           KvTypes(KvType::Q8_0, KvType::Q4_0), KvTypes(KvType::Q4_0)};

}  // namespace hearth::app
