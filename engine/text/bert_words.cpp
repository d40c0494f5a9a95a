#include "text/bert_words.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "unicode/char_class.h"
#include "unicode/composition.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

using namespace char_class;

struct CharRange {
    char32_t first, last;
};

// Ranges of marks, punctuation and format characters that Unicode has added after version 8. BERT's tokeniser
// in the library tokenizers treats them as ordinary characters, and did so when models were trained with it.
constexpr CharRange kYounger[] = {
    {0x61D, 0x61D},     {0x7FD, 0x7FD},     {0x890, 0x8E2},     {0x9FD, 0x9FE},     {0xA76, 0xA76},
    {0xAFA, 0xAFF},     {0xB55, 0xB55},     {0xC04, 0xC3C},     {0xC77, 0xC77},     {0xC84, 0xC84},
    {0xD00, 0xD00},     {0xD3B, 0xD3C},     {0xD81, 0xD81},     {0xEBA, 0xEBA},     {0xECE, 0xECE},
    {0x180F, 0x1886},   {0x1ABF, 0x1ACE},   {0x1B7D, 0x1B7E},   {0x1DF6, 0x1DFB},   {0x2E43, 0x2E5D},
    {0xA82C, 0xA82C},   {0xA8C5, 0xA8C5},   {0xA8FF, 0xA8FF},   {0xA9BD, 0xA9BD},   {0x10D24, 0x10F89},
    {0x11070, 0x11074}, {0x110C2, 0x110CD}, {0x111CF, 0x111CF}, {0x1123E, 0x11241}, {0x1133B, 0x1133B},
    {0x11438, 0x1145E}, {0x11660, 0x1166C}, {0x116B9, 0x116B9}, {0x1182F, 0x11FFF}, {0x12FF1, 0x13455},
    {0x16E97, 0x16F4F}, {0x16FE2, 0x16FE4}, {0x1CF00, 0x1CF46}, {0x1E000, 0x1E4EF}, {0x1E944, 0x1E95F}};

bool isYounger(char32_t c) {
    const auto* next = std::upper_bound(std::begin(kYounger), std::end(kYounger), c,
                                        [](char32_t at, const CharRange& range) { return at < range.first; });
    return next != std::begin(kYounger) && c <= std::prev(next)->last;
}

// Three characters have changed their class since.
constexpr char32_t kCanadianChi = 0x166D, kHanunooPamudpod = 0x1734, kSharadaSutraMark = 0x111C9;

bool standsAlone(char32_t c) {
    if (c < 0x80) return (classOf(c) & (kPunctuation | kSymbol)) != 0;
    if (c == kCanadianChi || c == kSharadaSutraMark) return true;
    return (classOf(c) & kPunctuation) != 0 && !isYounger(c);
}

bool isAccent(char32_t c) {
    if (c < 0x300 || c == kSharadaSutraMark) return false;
    return c == kHanunooPamudpod || ((classOf(c) & kNonspacingMark) != 0 && !isYounger(c));
}

/// Unassigned characters stay; those of private use do not.
bool isCleaned(char32_t c) {
    if (c == '\t' || c == '\n' || c == '\r') return false;
    if (c < 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0xFFFD) return true;
    return (classOf(c) & kControl) != 0 && !isYounger(c);
}

// The blocks that BERT's own tokeniser splits character by character.
bool isIdeograph(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x2A6DF) ||
           (c >= 0x2A700 && c <= 0x2B73F) || (c >= 0x2B740 && c <= 0x2B81F) ||
           (c >= 0x2B920 && c <= 0x2CEAF) || (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

std::string cleanedText(std::string_view text, const BertRules& rules) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size();) {
        const DecodedChar decoded = decodeUtf8(text, i);
        i += decoded.bytes;
        const char32_t c = decoded.codePoint;
        if (rules.cleans && isCleaned(c)) continue;
        const bool ideograph = rules.spacesHan && isIdeograph(c);
        if (ideograph) out.push_back(' ');
        appendUtf8(out, c);
        if (ideograph) out.push_back(' ');
    }
    return rules.stripsAccents ? decomposed(out) : out;
}

}  // namespace

void splitBertWords(std::string_view text, const BertRules& rules,
                    const std::function<void(std::string_view)>& visit) {
    const std::string cleaned = cleanedText(text, rules);
    std::string word;
    const auto finish = [&] {
        if (!word.empty()) visit(word);
        word.clear();
    };
    const auto put = [&](char32_t c) {
        const bool alone = standsAlone(c);
        if (alone) finish();
        appendUtf8(word, c);
        if (alone) finish();
    };
    for (size_t i = 0; i < cleaned.size();) {
        const DecodedChar decoded = decodeUtf8(cleaned, i);
        i += decoded.bytes;
        const char32_t c = decoded.codePoint;
        if ((classOf(c) & kSpace) != 0) {
            finish();
        } else if (rules.stripsAccents && isAccent(c)) {
            continue;
        } else if (rules.lowercases && c >= 0x80) {
            for (const char32_t lower : toLowerCase(c)) put(lower);
        } else {
            put(rules.lowercases ? toLower(c) : c);
        }
    }
    finish();
}

}  // namespace hearth::text
