#include "embedding/pair_reader.h"

#include <algorithm>

#include "embedding/embedding_errors.h"
#include "hearth/gguf.h"

namespace hearth {

namespace {

/// As published with Qwen3 Reranker (Zhang et al. 2025).
constexpr std::string_view qwenTemplate =
    "<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the "
    "Instruct "
    "provided. Note that the answer can only be \"yes\" or \"no\".<|im_end|>\n<|im_start|>user\n<Instruct>: "
    "Given a web search query, retrieve relevant passages that answer the query\n<Query>: "
    "{query}\n<Document>: "
    "{document}<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n";

}  // namespace

PairReader::PairReader(const GgufFile& file, bool chats) : m_chats(chats) {
    if (!chats) return;
    constexpr std::string_view queryMark = "{query}", passageMark = "{document}";
    const std::string text =
        file.getString("tokenizer.chat_template.rerank").value_or(std::string(qwenTemplate));
    const size_t query = text.find(queryMark), passage = text.find(passageMark);
    if (query == std::string::npos || passage == std::string::npos) throw Error(errors::noPairTemplate);
    m_queryFirst = query < passage;
    const size_t first = std::min(query, passage), second = std::max(query, passage);
    const size_t firstEnd = first + (m_queryFirst ? queryMark : passageMark).size();
    m_before = text.substr(0, first);
    m_between = text.substr(firstEnd, second - firstEnd);
    m_behind = text.substr(second + (m_queryFirst ? passageMark : queryMark).size());
}

FramedTokens PairReader::read(const Tokenizer& tokenizer, std::string_view query, std::string_view passage,
                              size_t mostTokens) const {
    if (!m_chats) return tokenizer.framePair(query, passage, mostTokens);
    const auto pieces = [&](std::string_view words) {
        const std::string question(query), document(words);
        return PromptPieces{{.text = m_before, .trusted = true},
                            {.text = m_queryFirst ? question : document},
                            {.text = m_between, .trusted = true},
                            {.text = m_queryFirst ? document : question},
                            {.text = m_behind, .trusted = true}};
    };
    FramedTokens read;
    read.tokens = tokenizer.encode(pieces(passage));
    // Of a passage that is too long as many bytes as its share of the tokens, and then ever fewer: a cut may
    // make other tokens of what is in front of it.
    for (std::string_view rest = passage; read.tokens.size() > mostTokens && !rest.empty();) {
        read.truncated = true;
        const size_t over = read.tokens.size() - mostTokens;
        const size_t share = std::max<size_t>(over, over * rest.size() / read.tokens.size());
        rest.remove_suffix(std::min(rest.size(), share));
        while (!rest.empty() && (static_cast<unsigned char>(passage[rest.size()]) & 0xC0U) == 0x80U)
            rest.remove_suffix(1);
        read.tokens = tokenizer.encode(pieces(rest));
    }
    if (read.tokens.size() > mostTokens) throw Error(errors::textTooLong, {read.tokens.size(), mostTokens});
    read.types.assign(read.tokens.size(), 0);
    return read;
}

}  // namespace hearth
