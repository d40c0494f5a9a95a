#pragma once

#include <span>

#include "jinja/filters.h"

namespace hearth::jinja {

/// The filters by what they work on; findFilter() looks through all.
std::span<const FilterEntry> textFilters();
std::span<const FilterEntry> numberFilters();
std::span<const FilterEntry> sequenceFilters();
std::span<const FilterEntry> selectionFilters();

}  // namespace hearth::jinja
