#pragma once

#include <QString>
#include <vector>

namespace hearth::app {

/// Ascending numbers of pages for people, "3, 5–7".
QString pageRanges(const std::vector<int>& pages);

}  // namespace hearth::app
