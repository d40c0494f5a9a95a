#pragma once

#include <nlohmann/json.hpp>
#include <stop_token>

#include "hearth/chat_message.h"
#include "hearth/chat_template.h"

namespace hearth {

/// True for templates that show a text only as an item of a list, as those of some models that read pictures.
/// Finds out by rendering samples. Error(Cancelled) within 50 ms of a stop request.
bool readsListsAlone(const ChatTemplate& chatTemplate, const std::stop_token& stop = {});

/// The "content" of a message as templates read it: a text, or with pictures a list of texts and places of
/// pictures in their order. `asList`: a list in any case.
nlohmann::ordered_json templateContent(const ChatMessage& message, bool asList);

/// The messages with this text in the places of their pictures, which are gone, for templates that know none.
std::vector<ChatMessage> withTextForPictures(std::vector<ChatMessage> messages, std::string_view text);

}  // namespace hearth
