#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "hearth/engine.h"

namespace hearth::cli {

/// The messages of a chat request in OpenAI's form. Throws BatchRefusal with the field that cannot be used,
/// such as "messages[1].content".
std::vector<ChatMessage> readBatchMessages(const nlohmann::ordered_json& messages);

}  // namespace hearth::cli
