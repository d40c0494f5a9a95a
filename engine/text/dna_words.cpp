#include "text/dna_words.h"

#include <string>

#include "text/vocabulary.h"

namespace hearth::text {
namespace {

constexpr std::string_view kDnaOpen = "<dna>";
constexpr std::string_view kDnaClose = "</dna>";
// Six-letter words carry this (U+E000) at their end in the file, which keeps them apart from ordinary
// entries.
constexpr std::string_view kDnaMark = "\xEE\x80\x80";
constexpr size_t kWordLetters = 6;

void appendWords(const Vocabulary& vocabulary, std::string_view letters, TokenId unknown,
                 std::vector<TokenId>& out) {
    for (size_t i = 0; i < letters.size(); i += kWordLetters) {
        std::string word(letters.substr(i, kWordLetters));
        for (char& c : word) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
        word.append(kWordLetters - word.size(), 'A').append(kDnaMark);
        const TokenId token = vocabulary.find(word);
        out.push_back(token >= 0 ? token : unknown);
    }
}

}  // namespace

void splitDnaWords(const Vocabulary& vocabulary, std::string_view run,
                   const std::function<void(std::string_view)>& plain, std::vector<TokenId>& out) {
    const TokenId open = vocabulary.find(kDnaOpen);
    const TokenId close = vocabulary.find(kDnaClose);
    const TokenId unknown = vocabulary.find("<oov>");
    if (open < 0 || close < 0 || unknown < 0) return plain(run);
    while (!run.empty()) {
        const size_t start = run.find(kDnaOpen);
        if (start != 0) plain(run.substr(0, start));
        if (start == std::string_view::npos) return;
        out.push_back(open);
        run.remove_prefix(start + kDnaOpen.size());
        const size_t end = run.find(kDnaClose);
        appendWords(vocabulary, run.substr(0, end), unknown, out);
        if (end == std::string_view::npos) return;
        out.push_back(close);
        run.remove_prefix(end + kDnaClose.size());
    }
}

}  // namespace hearth::text
