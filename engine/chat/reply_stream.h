#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chat/stop_matcher.h"
#include "hearth/generation_request.h"
#include "hearth/prompt_piece.h"
#include "hearth/reply_delta.h"
#include "hearth/reply_parser.h"
#include "hearth/reply_text.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// From the tokens of a reply to its deltas: text of whole characters, cut off at a stop string, taken apart
/// into content, reasoning and calls of tools as the model's family marks them. For one reply and one thread;
/// the tokenizer outlives it.
class ReplyStream {
public:
    /// All of the reply is content, and control tokens have no text: for requests that no template frames,
    /// and those that want it so.
    static ReplyStream raw(const Tokenizer& tokenizer, std::vector<std::string> stops);
    /// For a reply to messages. `prompt` is their rendered form; a request that continues a reply starts in
    /// the state that the reply's text leaves. Stop strings count only in the answer. `calls`: the form in
    /// which the model writes tool calls, or nullptr.
    static ReplyStream parsed(const Tokenizer& tokenizer, std::string_view templateSource,
                              const GenerationRequest& request, const PromptPieces& prompt,
                              std::shared_ptr<const grammar::CallForm> calls = nullptr);

    /// The deltas that became certain with this token, in order. Not called for the token that ends the
    /// reply. The deltas hold no tokens.
    std::vector<ReplyDelta> push(TokenId token);
    /// A stop string came: the reply has ended.
    bool stopped() const noexcept { return m_matcher.found(); }
    /// The rest, once the reply has ended.
    std::vector<ReplyDelta> finish(ReplyEnd end = ReplyEnd::Complete);

private:
    ReplyStream(const Tokenizer& tokenizer, bool controlTexts, std::vector<std::string> stops)
        : m_decoder(tokenizer, controlTexts), m_matcher(std::move(stops)) {}
    std::vector<ReplyDelta> rawDelta(std::string text);
    std::vector<ReplyDelta> deltasOf(std::vector<ReplySegment> segments, bool isNew = true);
    void addText(std::string text, bool isCut, std::vector<ReplyDelta>& deltas);
    ReplyDelta deltaOf(ReplySegment segment);

    StreamDecoder m_decoder;
    StopMatcher m_matcher;
    std::optional<ReplyParser> m_parser;  ///< none: all is content
    ReplyText m_text;
    int m_calls = 0;
    bool m_anyText = false;    ///< content was told, and does not end with white space
    bool m_callSince = false;  ///< a call has followed it
};

}  // namespace hearth
