#pragma once

#include <string>
#include <vector>

#include "backend/backend.h"

namespace hearth::test {

/// What of a row's results changes when rows of other sequences join its batch, by a single bit: nothing, on
/// a backend whose sums have one order. Products of the usual kinds of weights, and attention over caches of
/// f16 and of 8 bits.
std::vector<std::string> rowsChangedByCompany(Backend& backend);

}  // namespace hearth::test
