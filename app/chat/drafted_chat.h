#pragma once

#include <optional>

#include "inference/generation_job.h"

namespace hearth::app {

class ComposerDraft;
class DraftAttachments;
class EngineStatus;
class MessageVersions;
class OpenChat;
class ReplyStarter;
class SamplingSettings;

struct DraftedChatParts {
    OpenChat& chat;
    const EngineStatus& engine;
    const SamplingSettings& sampling;
    ReplyStarter& starter;
    ComposerDraft& draft;
    DraftAttachments& attachments;
    MessageVersions& versions;
};

/// The request that the open chat would become if its draft were sent, or the message that is edited; for an
/// estimate of its cost. nullopt: the store could not be read.
std::optional<GenerationRequest> draftedChat(const DraftedChatParts& parts);

}  // namespace hearth::app
