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
    std::string text;        ///< the added content or reasoning; of a call: its text as the model wrote it
    ToolCall call{};         ///< of a ToolCall segment; of a part of a call: the added part
    bool continues = false;  ///< another part of the previous call, see ReplyParser::streamCalls()
    /// Of a Content segment: true for the beginning of a call that the end of the reply cut off. It is kept
    /// for display and for continuing the reply.
    bool isCut = false;
    bool operator==(const ReplySegment&) const = default;
};

/// Form of a tool call between its marks.
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
    Fenced,      ///< JSON objects, one after the other, that name declared tools
};

struct CallSyntax {
    std::string open;
    std::string close;  ///< empty: to the end of the reply
    CallBody body = CallBody::Tagged;
};

/// Markup of a model's replies.
struct ReplyFormat {
    bool harmony = false;               ///< gpt-oss's channels; the other members are then ignored
    bool recipients = false;            ///< Muse Glimmer's messages, which name their recipients
    std::string thinkOpen, thinkClose;  ///< empty: no reasoning marks
    bool startsThinking = false;        ///< the prompt has already opened the reasoning
    std::vector<CallSyntax> calls;
    bool bareJsonCalls = false;        ///< a reply that is one JSON object with "name" is a call (Llama 3)
    std::vector<std::string> dropped;  ///< marks around the content that are not part of it
    /// The form of calls that replies are constrained to, if known; tried before the other forms.
    std::shared_ptr<const grammar::CallForm> form;
};

/// Chooses the format by the marks that a chat template uses. `prompt` is the rendered prompt (its end is
/// enough), or empty: it shows if the reasoning is already open.
ReplyFormat replyFormatOf(std::string_view templateSource, std::string_view prompt);

/// The same after a rendered prompt, of which only the end is read.
ReplyFormat replyFormatBehind(std::string_view templateSource, std::span<const PromptPiece> prompt);

/// The marks that a reply must contain, in this order, before its answer may begin; empty: none.
std::vector<std::string> marksBeforeAnswer(const ReplyFormat& format);

/// End of a reply's text: by the model itself, or by a limit that may have cut off a mark or a call.
enum class ReplyEnd : uint8_t { Complete, Cut };

/// Splits a stream of reply text into segments. However the stream is split, even within a mark or a UTF-8
/// sequence, the segments are the same once neighbours of one text kind are joined. Text that looks like a
/// call but is not one stays in the content. The text must include the texts of the control tokens. For one
/// thread.
class ReplyParser {
public:
    /// `tools` is the list that the template received (or null). The types of its schemas decide which
    /// arguments of XML-like calls are strings; without them, any argument that parses as JSON is read as
    /// JSON. Models of families that write calls as JSON between marks often forget the marks: with tools,
    /// JSON that names one of them is a call if it is the whole reply or in a Markdown block.
    ReplyParser(ReplyFormat format, const nlohmann::ordered_json& tools);
    explicit ReplyParser(ReplyFormat format);
    ReplyParser(ReplyParser&&) noexcept;
    ReplyParser& operator=(ReplyParser&&) noexcept;
    ~ReplyParser();

    /// From now on, calls are reported in parts where the family writes their arguments as JSON. The first
    /// part has the name and comes when the arguments begin; the last may bring the id. Joined they are the
    /// whole call. A call that has begun stays a call even if its arguments turn out not to be JSON; one that
    /// has not begun becomes content, as without this.
    void streamCalls();
    /// Parses more bytes and returns the segments that are now certain.
    std::vector<ReplySegment> feed(std::string_view bytes);
    /// Returns the rest; the parser cannot be used after this.
    std::vector<ReplySegment> finish(ReplyEnd end = ReplyEnd::Complete);

private:
    struct Impl;
    std::unique_ptr<Impl> m_impl;
};

}  // namespace hearth
