#pragma once

#include <string_view>

#include "server/routing.h"

namespace hearth::cli {

/// What "small=NAME,large=NAME[,rules=FILE]" says. Throws UsageError, and Error where the rules cannot be
/// used.
server::Routing routingOf(std::string_view option);

}  // namespace hearth::cli
