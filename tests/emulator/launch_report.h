#pragma once

#include <nlohmann/json.hpp>

#include "emulator/meter.h"

namespace hearth::emulator {

/// What tests/emulator/cost reads of a launch: every count as the meter has it, and the kernel's address in
/// the program's file, by which its name with all template arguments is found there.
nlohmann::json reportOf(const LaunchCount& launch);
/// Of places that have the same line and width one entry, those with most sectors first.
nlohmann::json reportOf(const std::vector<PlaceCount>& places);

}  // namespace hearth::emulator
