#pragma once

#include <QtGlobal>
#include <string>

namespace hearth::app {

/// Whose reply a request is, as the cache of the engine knows it (GenerationRequest::tenant).
inline std::string cacheTenant(qint64 conversationId) {
    return "chat " + std::to_string(conversationId);
}

}  // namespace hearth::app
