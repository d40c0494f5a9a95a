#pragma once

#include <nlohmann/json.hpp>
#include <stop_token>
#include <string>
#include <vector>

#include "hearth/chat_message.h"
#include "hearth/chat_template.h"
#include "hearth/generation_request.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// Parts of a conversation with tools that a chat template writes into the prompt by itself.
struct TemplateTools {
    bool lists = false;        ///< the tools that may be called
    bool calls = false;        ///< calls of earlier replies
    bool callsAlone = false;   ///< only of replies that say nothing else
    bool results = false;      ///< the messages of tools
    std::string example = {};  ///< with `calls`: one between the family's marks; empty: it has no such marks
};

/// Finds out by rendering samples, whose names are looked for in the text. Error(Cancelled) within 50 ms of a
/// stop request.
TemplateTools templateToolsOf(const ChatTemplate& chatTemplate, const ReplyFormat& format,
                              const std::stop_token& stop = {});

/// The notation of calls for templates that have none: JSON in <tool_call> tags, which most models have seen.
CallSyntax genericCallSyntax();
/// False for templates that show no known notation of calls.
bool hasCallSyntax(const ReplyFormat& format);

/// The tools of a request, a JSON list, as templates get them; null: it has none.
nlohmann::ordered_json toolsOf(const GenerationRequest& request);
/// The first words of what writeTools() tells the model.
std::string_view toolsHeading();

/// Writes into the messages what the template leaves out of them: the tools into the system message, with an
/// example of a call; calls into the text of replies, in the family's notation or the generic one; results
/// into messages of the user, in the order of their calls, so that user and assistant alternate. Throws
/// Error(BadInput) for calls that are no list.
void writeTools(std::vector<ChatMessage>& messages, const nlohmann::ordered_json& tools,
                const TemplateTools& shown, const ReplyFormat& format);

}  // namespace hearth
