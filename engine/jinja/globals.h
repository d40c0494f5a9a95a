#pragma once

#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// range, dict, namespace, cycler, joiner, raise_exception, strftime_now; undefined for other names.
Value globalFunction(std::string_view name);

}  // namespace hearth::jinja
