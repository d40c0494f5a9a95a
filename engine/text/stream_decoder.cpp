#include "hearth/tokenizer.h"
#include "unicode/utf8.h"

namespace hearth {
namespace {

/// Moves what is certain from `pending` to the result: everything but an unfinished sequence at its end.
std::string takeText(std::string& pending, size_t keep) {
    std::string out;
    const size_t end = pending.size() - keep;
    for (size_t i = 0; i < end;) {
        const std::string_view whole = std::string_view(pending).substr(0, end);
        const DecodedChar c = decodeUtf8(whole, i);
        appendUtf8(out, c.codePoint);
        i += c.valid ? c.bytes : illFormedBytes(whole, i);
    }
    pending.erase(0, end);
    return out;
}

}  // namespace

StreamDecoder::StreamDecoder(const Tokenizer& tokenizer, bool renderSpecial)
    : m_tokenizer(tokenizer), m_renderSpecial(renderSpecial) {
}

std::string StreamDecoder::push(TokenId token) {
    m_pending += m_tokenizer.pieceBytes(token, m_renderSpecial);
    return takeText(m_pending, unfinishedUtf8Tail(m_pending));
}

std::string StreamDecoder::flush() {
    return takeText(m_pending, 0);
}

}  // namespace hearth
