#pragma once

#include <vector>

#include "hearth/chat_message.h"

namespace hearth {

/// Replaces the pictures in results of tools by the text "[image]", for models that do not read pictures. A
/// program cannot prevent its tools from returning pictures, and sends the results again with every request.
void namePicturesInResults(std::vector<ChatMessage>& messages);

}  // namespace hearth
