#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hearth/reply_delta.h"

namespace hearth::openai {

enum class PartKind : uint8_t { Text, Reasoning, Call };

/// A stretch of a reply of one kind.
struct ReplyPart {
    PartKind kind = PartKind::Text;
    std::string text;                    ///< or the arguments of a call, a JSON object as text
    std::string id, name;                ///< of a call
    std::vector<GeneratedToken> tokens;  ///< that it was made of, marks before it included
};

/// A reply as the parts that its deltas make, in the order in which they come. For one thread.
class ReplyParts {
public:
    /// `answerId`: of the answer, which calls without ids of their own get theirs from.
    explicit ReplyParts(std::string answerId) : m_answerId(std::move(answerId)) {}

    enum class Change : uint8_t {
        None,   ///< the delta is empty
        Added,  ///< to the last part
        Began,  ///< a new one
    };
    /// The change that add() would make.
    Change changeOf(const ReplyDelta& delta) const;
    Change add(const ReplyDelta& delta);
    const std::vector<ReplyPart>& parts() const noexcept { return m_parts; }
    bool hasCalls() const noexcept { return m_hasCalls; }

private:
    std::string m_answerId;
    std::vector<ReplyPart> m_parts;
    std::vector<GeneratedToken> m_waiting;  ///< tokens without a text yet
    int m_call = -1;                        ///< the last one's index
    bool m_hasCalls = false;
};

/// The text that a delta adds to its part.
const std::string& addedText(const ReplyDelta& delta);

}  // namespace hearth::openai
