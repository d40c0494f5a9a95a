#pragma once

#include <memory>
#include <string_view>

#include "jinja/syntax.h"

namespace hearth::jinja {

/// Parses a whole template. Error(BadFile) with the line when it is broken or nests deeper than depthLimit.
std::shared_ptr<const Syntax> parseTemplate(std::string_view source, size_t depthLimit);

}  // namespace hearth::jinja
