#pragma once

#include <string_view>

#include "server/routing.h"

namespace hearth::cli {

/// Parses "small=NAME,large=NAME[,rules=FILE]". Throws UsageError, and Error if the rules cannot be used.
server::Routing routingOf(std::string_view option);

}  // namespace hearth::cli
