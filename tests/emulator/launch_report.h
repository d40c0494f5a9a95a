#pragma once

#include <nlohmann/json.hpp>

#include "emulator/meter.h"

namespace hearth::emulator {

/// The values of a launch that tests/emulator/cost reads: every count of the meter, and the kernel's address
/// in the program's file, by which its name with all template arguments is found there.
nlohmann::json reportOf(const LaunchCount& launch);
/// Merges places with the same line and width into one entry; those with the most sectors come first.
nlohmann::json reportOf(const std::vector<PlaceCount>& places);

}  // namespace hearth::emulator
