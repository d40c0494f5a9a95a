#pragma once

#include "chat/call_body.h"

namespace hearth {

/// True if a list of tools has the one that is called, and the arguments fit its schema, as far as Hearth can
/// hold replies to it.
bool fitsDeclaration(const ToolCall& call, const Json& tools);

}  // namespace hearth
