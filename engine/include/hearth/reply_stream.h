#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/reply_parser.h"
#include "hearth/tokenizer.h"

namespace hearth {

class Engine;
struct GenerationRequest;

/// Takes a reply apart while its tokens come: what is reasoning, what is content, what calls a tool, as the
/// model's family marks it. The tokens themselves stay what they are. For one reply and one thread; the
/// engine outlives it.
class ReplyStream {
public:
    /// nullopt for requests that no template frames (raw text or tokens): all of their reply is content. A
    /// request that continues a reply goes on in the state that the reply's tokens (or its text) leave.
    /// Throws Error as Engine::renderPrompt does.
    static std::optional<ReplyStream> forRequest(const Engine& engine, const GenerationRequest& request,
                                                 std::stop_token stop = {});

    ReplyStream(ReplyStream&&) noexcept;
    ReplyStream& operator=(ReplyStream&&) noexcept;
    ~ReplyStream();

    /// What became certain with this token; stop strings and the token that ends the reply are not part of
    /// it.
    std::vector<ReplySegment> push(TokenId token);
    /// What is left at the end; once.
    std::vector<ReplySegment> finish();

    /// The segments as one text that is the same for every family: reasoning between <think> and </think>,
    /// then the content; calls as the model wrote them. Reasoning that is cut off stays open.
    std::string textOf(const std::vector<ReplySegment>& segments);

private:
    struct Impl;
    explicit ReplyStream(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

/// The same text taken apart again.
struct ReplyTextParts {
    std::string reasoning, content;
};
/// nullopt for a text that does not begin with reasoning.
std::optional<ReplyTextParts> splitReplyText(std::string_view text);

}  // namespace hearth
