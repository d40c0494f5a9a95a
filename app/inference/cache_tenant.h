#pragma once

#include <QtGlobal>
#include <string>

namespace hearth::app {

/// Owner of a request in the engine's cache (GenerationRequest::tenant): its conversation.
inline std::string cacheTenant(qint64 conversationId) {
    return "chat " + std::to_string(conversationId);
}

}  // namespace hearth::app
