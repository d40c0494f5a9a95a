#pragma once

#include <string>
#include <vector>

#include "hearth/chat_message.h"
#include "openai/field_reader.h"
#include "openai/picture_parts.h"
#include "openai/request_notes.h"

namespace hearth::openai {

/// The messages of a chat request. Throws Refusal with the field that cannot be used, such as
/// "messages[1].content". `field`: what the list is called.
std::vector<ChatMessage> readMessages(const Json& messages, RequestNotes& notes,
                                      const std::string& field = "messages");

/// Treatment of parts of a content that are no text.
enum class OtherParts : uint8_t {
    Refuse,
    Pictures,  ///< pictures are read, others are refused: messages of the user
    Name,      ///< pictures are read, others become a text such as "[file]": results of tools
};

/// The content of a message.
struct MessageContent {
    std::string text;
    std::vector<MessagePicture> pictures = {};  ///< as ChatMessage has them
};

/// Reads a message's content: a string, or parts, texts being those whose "type" is one of `types`; null is
/// empty. `pictures`: counts those of the whole request.
MessageContent readContent(const std::string& field, const Json& value,
                           std::initializer_list<const char*> types, RequestNotes& notes,
                           PictureParts& pictures, OtherParts others = OtherParts::Refuse);
/// "[file]" for a part that is a file of any API, and likewise; empty for another.
std::string nameOfPart(const Json& part);

/// A call's arguments as templates take them: an object, or, where the text is no JSON object, the text. An
/// empty text is no arguments.
Json callArguments(const std::string& written);

/// The functions of a list of tools as templates take them: each {"type": "function", "function": {"name",
/// ...}}. Tools of other types are left out and noted.
Json readTools(const std::string& field, const Json& tools, RequestNotes& notes);
/// One function of such a list: its name, what it does, its parameters, "strict", and "return", which some
/// templates know. Other entries are left out and noted.
Json readFunction(const std::string& name, const Json& function, RequestNotes& notes);
/// Notes that tools of a type are left out.
void noteOtherTool(const std::string& field, const Json& type, RequestNotes& notes);

}  // namespace hearth::openai
