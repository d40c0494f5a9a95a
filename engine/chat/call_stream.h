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

    /// What became certain of a call.
    struct Part {
        ToolCall call;           ///< the next piece of its arguments; name and id with the first part
        bool continues = false;  ///< it is not the first part
        size_t end = 0;          ///< where it ends in the text
    };
    /// `text`: all of it so far, which earlier calls were given the beginning of.
    std::vector<Part> read(std::string_view text);
    /// How many calls have begun; each but the last is complete.
    size_t calls() const noexcept { return m_calls; }
    /// Bytes of the text that were read; it may not become shorter.
    size_t position() const noexcept { return m_at; }
    /// What is left to tell of the last one. `whole`: the calls of the text, if it is one after all.
    ToolCall rest(std::string_view text, const std::optional<std::vector<ToolCall>>& whole) const;

private:
    std::optional<CallBody> m_body;
    std::string m_name;
    JsonCopier m_json;
    bool m_inObject = false, m_ended = false;
    size_t m_at = 0;  ///< in the text: behind what was read
    size_t m_calls = 0;
    std::string m_id;    ///< of the last call
    std::string m_told;  ///< of its arguments
};

}  // namespace hearth
