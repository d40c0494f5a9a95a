#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chat/json_copier.h"
#include "hearth/reply_parser.h"

namespace hearth {

/// Reads calls of tools while their text comes, where the family writes a name and then the arguments as a
/// JSON object: a call begins with that object, and its arguments follow in pieces. What it tells, joined, is
/// what parseCallBody() makes of the whole text; where it cannot be sure of that it tells nothing further.
class CallStream {
public:
    /// Of the text between a call's marks.
    explicit CallStream(CallBody body) : m_body(body) {}
    /// Of the arguments of one call whose name is known.
    explicit CallStream(std::string name) : m_name(std::move(name)) {}

    /// The part of a call that became certain.
    struct Part {
        ToolCall call;           ///< the next piece of its arguments; name and id with the first part
        bool continues = false;  ///< it is not the first part
        size_t end = 0;          ///< where it ends in the text
    };
    /// `text`: the whole text so far; earlier calls were given its beginning.
    std::vector<Part> read(std::string_view text);
    /// Number of calls that have begun; all but the last are complete.
    size_t calls() const noexcept { return m_calls; }
    /// Bytes of the text that were read; it may not become shorter.
    size_t position() const noexcept { return m_at; }
    /// The rest of the last call that was not returned yet. `whole`: the calls in the text, if it parses as
    /// calls.
    ToolCall rest(std::string_view text, const std::optional<std::vector<ToolCall>>& whole) const;

private:
    std::optional<CallBody> m_body;
    std::string m_name;
    JsonCopier m_json;
    bool m_inObject = false, m_ended = false;
    size_t m_at = 0;  ///< in the text: after what was read
    size_t m_calls = 0;
    std::string m_id;    ///< of the last call
    std::string m_told;  ///< of its arguments
};

}  // namespace hearth
