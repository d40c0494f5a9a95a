#pragma once

#include <string>
#include <vector>

#include "backend/backend.h"

namespace hearth::test {

/// Names of a row's results that change by a single bit when rows of other sequences join its batch. Empty on
/// a backend whose output is batch-invariant. Covers GEMMs with the usual weight types, and attention over
/// f16 and 8-bit caches.
std::vector<std::string> rowsChangedByCompany(Backend& backend);

}  // namespace hearth::test
