#include "jinja/text_search.h"

#include <algorithm>
#include <cstring>

#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr size_t kLargestPassPiece = size_t{1} << 14U;
constexpr size_t kSearchPiece = size_t{1} << 16U;  // bytes between two charges
constexpr size_t kFirstComparison = 32;            // most candidates differ early

/// The characters of a text, a stretch of ASCII at a time. `visit` gets the first byte of each stretch, how
/// many bytes and how many characters it has, and says whether to go on.
template <typename Visit>
void visitStretches(Runtime& runtime, std::string_view bytes, const Visit& visit) {
    Pass pass(runtime, bytes.size(), 1);
    for (size_t at = 0; at < bytes.size();) {
        pass.reach(at);
        uint64_t eight = 0;
        if (bytes.size() - at >= sizeof(eight)) {
            std::memcpy(&eight, bytes.data() + at, sizeof(eight));
            if ((eight & 0x8080808080808080U) == 0) {
                if (!visit(at, sizeof(eight), sizeof(eight))) return;
                at += sizeof(eight);
                continue;
            }
        }
        const size_t next = nextCharacter(bytes, at);
        if (!visit(at, next - at, size_t{1})) return;
        at = next;
    }
}

}  // namespace

void Pass::pay(size_t done) {
    while (m_paid <= done && m_paid < m_bytes) {
        const size_t piece = std::min(m_piece, m_bytes - m_paid);
        m_runtime.charge(piece * m_units);
        m_paid += piece;
        m_piece = std::min(2 * m_piece, kLargestPassPiece);
    }
}

bool sameBytes(Runtime& runtime, std::string_view a, std::string_view b) {
    size_t piece = kFirstComparison;
    for (size_t at = 0; at < a.size(); at += piece, piece = kSearchPiece) {
        const size_t size = std::min(piece, a.size() - at);
        runtime.charge(4 + size / 8);
        if (std::memcmp(a.data() + at, b.data() + at, size) != 0) return false;
        if (size < piece) break;
    }
    return true;
}

size_t findText(Runtime& runtime, std::string_view bytes, std::string_view part, size_t from) {
    if (part.size() > bytes.size() || from > bytes.size() - part.size()) return std::string_view::npos;
    if (part.empty()) return from;
    const size_t starts = bytes.size() - part.size() + 1;
    while (from < starts) {
        const size_t piece = std::min(kSearchPiece, starts - from);
        const char* first = bytes.data() + from;
        const auto* hit = static_cast<const char*>(std::memchr(first, part[0], piece));
        const size_t passed = hit == nullptr ? piece : static_cast<size_t>(hit - first);
        runtime.charge(4 + passed / 8);
        from += passed;
        if (hit == nullptr) continue;
        if (sameBytes(runtime, bytes.substr(from, part.size()), part)) return from;
        ++from;
    }
    return std::string_view::npos;
}

size_t findTextLast(Runtime& runtime, std::string_view bytes, std::string_view part) {
    if (part.size() > bytes.size()) return std::string_view::npos;
    if (part.empty()) return bytes.size();
    for (size_t end = bytes.size() - part.size() + 1; end > 0;) {  // starts before it are to be looked at
        const size_t piece = std::min(kSearchPiece, end);
        const char* first = bytes.data() + end - piece;
        const auto* hit = static_cast<const char*>(memrchr(first, part[0], piece));
        const size_t passed = hit == nullptr ? piece : static_cast<size_t>(first + piece - hit);
        runtime.charge(4 + passed / 8);
        end -= passed;
        if (hit != nullptr && sameBytes(runtime, bytes.substr(end, part.size()), part)) return end;
    }
    return std::string_view::npos;
}

size_t countCharacters(Runtime& runtime, std::string_view bytes) {
    size_t count = 0;
    visitStretches(runtime, bytes, [&](size_t, size_t, size_t characters) {
        count += characters;
        return true;
    });
    return count;
}

size_t offsetOfCharacter(Runtime& runtime, std::string_view bytes, size_t index) {
    size_t offset = bytes.size();
    visitStretches(runtime, bytes, [&](size_t at, size_t size, size_t characters) {
        if (characters <= index) {
            index -= characters;
            return true;
        }
        offset = size == characters ? at + index : at;
        return false;
    });
    return offset;
}

}  // namespace hearth::jinja
