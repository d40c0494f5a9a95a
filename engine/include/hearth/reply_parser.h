#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/prompt_piece.h"

namespace hearth {

namespace grammar {
struct CallForm;
}

/// A call of a tool, as a reply spelled it.
struct ToolCall {
    std::string name;
    std::string argumentsJson;  ///< a JSON object, compact
    std::string id;             ///< empty unless the model gave one
    bool operator==(const ToolCall&) const = default;
};

enum class SegmentKind : uint8_t { Content, Reasoning, ToolCall };

/// A part of a reply. Consecutive segments of one text kind belong together.
struct ReplySegment {
    SegmentKind kind = SegmentKind::Content;
    std::string text;  ///< what to add to the content or to the reasoning; of a call: what the model wrote
    ToolCall call{};   ///< of a ToolCall segment; of a part of a call: what it adds
    bool continues = false;  ///< a further part of the call before, see ReplyParser::streamCalls()
    /// Of a Content segment: the beginning of a call that the reply's end cut off, for people and for going
    /// on with the reply.
    bool isCut = false;
    bool operator==(const ReplySegment&) const = default;
};

/// How a tool call looks between its marks.
enum class CallBody : uint8_t {
    Tagged,  ///< JSON, <function=name><parameter=key>, or name<arg_key>: told apart by their first characters
    Named,   ///< name>{arguments} (functionary)
    Mistral,     ///< a JSON list, or name[CALL_ID]id[ARGS]{arguments}
    DeepSeek,    ///< <｜tool▁call▁begin｜>...<｜tool▁sep｜>... entries
    Kimi,        ///< <|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{arguments} entries
    KimiMarkup,  ///< tool="name" index="1"<|sep|> and <|open|>argument key="..."<|sep|> entries
    Pythonic,    ///< [name(key="value"), ...]
    Invoke,      ///< <invoke name="..."><parameter name="...">value</parameter></invoke>, with any prefix
    Gemma,       ///< call:name{key:<|"|>value<|"|>}
    Python,      ///< JSON or a pythonic call, to the end of the reply (<|python_tag|>)
    Fenced,      ///< JSON objects, one behind the other, that name tools that were declared
};

struct CallSyntax {
    std::string open;
    std::string close;  ///< empty: to the end of the reply
    CallBody body = CallBody::Tagged;
};

/// How a model's replies are marked up.
struct ReplyFormat {
    bool harmony = false;               ///< gpt-oss's channels; the rest is then not looked at
    bool recipients = false;            ///< Muse Glimmer's messages, which say whom they are for
    std::string thinkOpen, thinkClose;  ///< empty: no reasoning marks
    bool startsThinking = false;        ///< the prompt has opened the reasoning already
    std::vector<CallSyntax> calls;
    bool bareJsonCalls = false;        ///< a reply that is one JSON object with "name" is a call (Llama 3)
    std::vector<std::string> dropped;  ///< marks around the content that are not part of it
    /// The form of calls that replies are held to, if it is known: read before any other way.
    std::shared_ptr<const grammar::CallForm> form;
};

/// Chooses the format by the marks that a chat template uses. `prompt` is the rendered prompt (its end is
/// enough), or empty: it shows whether the reasoning is open already.
ReplyFormat replyFormatOf(std::string_view templateSource, std::string_view prompt);

/// The same behind a rendered prompt, of which only the end is read.
ReplyFormat replyFormatBehind(std::string_view templateSource, std::span<const PromptPiece> prompt);

/// What has to come in a reply, one after the other, before its answer may begin; empty: nothing.
std::vector<std::string> marksBeforeAnswer(const ReplyFormat& format);

/// End of a reply's text: by the model itself, or by a limit that may have cut off a mark or a call.
enum class ReplyEnd : uint8_t { Complete, Cut };

/// Takes a stream of reply text apart. Cut anywhere, even within a mark or a UTF-8 sequence, it gives the
/// same segments once neighbours of one text kind are joined. What looks like a call and is none stays in the
/// content. The text has to include the control tokens' texts. For one thread.
class ReplyParser {
public:
    /// `tools` is the list that the template got (or null): the types of its schemas decide which arguments
    /// of XML-like calls are strings; without them whatever reads as JSON is taken as JSON. Models of
    /// families that write calls as JSON between marks often forget the marks: with tools, JSON that names
    /// one of them is a call as the whole reply and in a Markdown block too.
    ReplyParser(ReplyFormat format, const nlohmann::ordered_json& tools);
    explicit ReplyParser(ReplyFormat format);
    ReplyParser(ReplyParser&&) noexcept;
    ReplyParser& operator=(ReplyParser&&) noexcept;
    ~ReplyParser();

    /// From now on calls come in parts where the family writes their arguments as JSON: the first has the
    /// name and comes when the arguments begin, the last may bring the id. Joined they are the whole call.
    /// What has begun stays a call, be its arguments no JSON in the end; what has not is content then, as
    /// without this.
    void streamCalls();
    /// What is certain after these bytes too.
    std::vector<ReplySegment> feed(std::string_view bytes);
    /// The rest; the parser is used up.
    std::vector<ReplySegment> finish(ReplyEnd end = ReplyEnd::Complete);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace hearth
