#include "grammar/value_endings.h"

#include <algorithm>

#include "grammar/token_texts.h"

namespace hearth::grammar {

namespace {

/// Pieces that are shorter than a mark are told from a text by the name after them.
constexpr size_t shortestMark = 8;

std::string literalPattern(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\^$.|?*+()[]{}/-").find(c) != std::string_view::npos) out += '\\';
        out += c;
    }
    return out;
}

std::string alternatives(std::span<const std::string> texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "(?:" : "|") + literalPattern(text);
    return out + ")";
}

std::string_view common(std::string_view one, std::string_view other) {
    const auto end = std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first;
    return one.substr(0, static_cast<size_t>(end - one.begin()));
}

/// The common beginning of the texts before values of all kinds.
std::string beforeAny(const ArgumentForm& form, std::string_view key) {
    std::optional<std::string> shared;
    for (const ArgumentForm::Value* kind :
         {&form.text, &form.number, &form.boolean, &form.object, &form.list, &form.null}) {
        if (!kind->known) continue;
        const std::string piece = plainPiece(kind->before, key);
        shared = shared ? std::string(common(*shared, piece)) : piece;
    }
    return shared.value_or(std::string());
}

bool isCut(std::string_view piece) {
    return piece.find_first_of(std::string{idSign, countSign}) != std::string_view::npos;
}

/// Without texts that begin with another one.
std::vector<std::string> shortest(std::vector<std::string> texts) {
    std::ranges::sort(texts);
    std::vector<std::string> out;
    for (std::string& text : texts)
        if (!text.empty() && (out.empty() || !text.starts_with(out.back()))) out.push_back(std::move(text));
    return out;
}

}  // namespace

std::string plainPiece(std::string_view piece, std::string_view key) {
    std::string out;
    for (const char c : piece) {
        if (c == idSign || c == countSign) break;
        if (c == keySign)
            out += key;
        else if (c != markSign)
            out += c;
    }
    return out;
}

std::vector<std::string> valueEndings(const CallForm& form, const ArgumentForm::Value& kind,
                                      std::span<const std::string> tools, std::span<const std::string> keys,
                                      std::string_view key) {
    const ArgumentForm& arguments = *form.arguments;
    const std::string& behind = kind.behind;
    std::vector<std::string> endings;
    for (const std::string& next : keys) {
        if (next == key) continue;
        const std::string piece = behind + arguments.between;
        endings.push_back(plainPiece(piece, key));
        if (!isCut(piece)) endings.back() += next + beforeAny(arguments, next);
    }
    endings.push_back(plainPiece(behind + arguments.last + form.last, key));
    if (form.several) {
        const std::string piece = behind + arguments.last + form.between, plain = plainPiece(piece, key);
        if (isCut(piece) || plain.size() >= shortestMark)
            endings.push_back(plain);
        else
            for (const std::string& tool : tools)
                endings.push_back(
                    plain + tool +
                    std::string(common(plainPiece(arguments.first), plainPiece(arguments.none))));
    }
    return shortest(std::move(endings));
}

TextSet textsBefore(std::span<const std::string> endings) {
    if (endings.empty()) return TextSet::all();
    TextSet fits = TextSet::of(alternatives(endings), TextSet::Fit::Part).complement();
    // A value may end with the beginning of an ending that the ending after it completes too early.
    std::vector<std::string> tails;
    for (const std::string& early : endings)
        for (size_t split = 1; split < early.size(); ++split) {
            const std::string_view rest = std::string_view(early).substr(split);
            const bool completes = std::ranges::any_of(
                endings, [&](const std::string& ending) { return ending.starts_with(rest); });
            if (completes) tails.push_back(early.substr(0, split));
        }
    if (!tails.empty()) fits = fits & TextSet::of(alternatives(tails) + "$", TextSet::Fit::Part).complement();
    return fits;
}

}  // namespace hearth::grammar
