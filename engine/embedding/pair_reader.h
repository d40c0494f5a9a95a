#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "hearth/tokenizer.h"

namespace hearth {

class GgufFile;

/// Builds the input of a reranking model from a question and a passage. Puts the vocabulary's tokens around
/// the two texts; or, if the model is made from a chat model, uses a template that ends where the answer
/// would begin.
class PairReader {
public:
    /// `chats`: the model is made from a chat model. The template is its file's
    /// "tokenizer.chat_template.rerank", with {query} and {document} in it, or else that of Qwen3 Reranker.
    /// Throws Error(BadFile) for a template without one of the two.
    PairReader(const GgufFile& file, bool chats);

    /// At most `mostTokens`: the passage is cut, or the longer one of the two where the vocabulary frames
    /// them.
    FramedTokens read(const Tokenizer& tokenizer, std::string_view query, std::string_view passage,
                      size_t mostTokens) const;

private:
    bool m_chats;
    /// The template before the first text, between both, and after them.
    std::string m_before, m_between, m_behind;
    bool m_queryFirst = true;
};

}  // namespace hearth
