#include "server/shared_texts.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

namespace hearth::server {

using openai::Json;

namespace {

/// Beginning of every name. A text with this beginning is replaced however short it is, so that it is not
/// taken for a name.
constexpr std::string_view mark = "\x1Ftext:";

bool isName(const std::string& text) {
    return text.starts_with(mark);
}

/// Makes the name of a text from a cryptographic hash (BLAKE2b), so that no client can choose a text with the
/// name of another one.
std::string nameOf(std::string_view text) {
    std::array<unsigned char, crypto_generichash_BYTES> digest{};
    crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(text.data()),
                       text.size(), nullptr, 0);
    std::array<char, 2 * crypto_generichash_BYTES + 1> digits{};
    return std::string(mark) + sodium_bin2hex(digits.data(), digits.size(), digest.data(), digest.size());
}

/// Calls a function with every string in a value. Recursion is bounded: see parseOrderedJson().
template <typename Value, typename Visit>
void visitTexts(Value& value, const Visit& visit) {
    if (value.is_string())
        visit(value);
    else if (value.is_structured())
        for (auto& entry : value) visitTexts(entry, visit);
}

}  // namespace

SharedTexts::Texts SharedTexts::extract(Json& value) {
    Texts texts;
    visitTexts(value, [&](Json& at) {
        auto& text = at.get_ref<std::string&>();
        if (text.size() < leastBytes && !isName(text)) return;
        std::string name = nameOf(text);
        texts.try_emplace(name, std::move(text));
        text = std::move(name);
    });
    return texts;
}

SharedTexts::Names SharedTexts::take(Texts texts, Names& added) {
    Names names;
    for (auto& [name, text] : texts) {
        if (insert(name, std::move(text))) added.insert(name);
        names.insert(name);
    }
    (void)use(names);
    return names;
}

void SharedTexts::add(std::string text) {
    const std::string name = nameOf(text);
    (void)insert(name, std::move(text));
}

bool SharedTexts::insert(const std::string& name, std::string text) {
    const uint64_t bytes = text.size();
    const bool isNew = m_texts.try_emplace(name, Entry{std::move(text)}).second;
    if (isNew) m_bytes += bytes;
    return isNew;
}

bool SharedTexts::use(const Names& names) {
    if (!std::ranges::all_of(names, [this](const std::string& name) { return m_texts.contains(name); }))
        return false;
    for (const std::string& name : names) ++m_texts.at(name).users;
    return true;
}

void SharedTexts::release(const Names& names) {
    for (const std::string& name : names) {
        const auto known = m_texts.find(name);
        if (known == m_texts.end() || --known->second.users > 0) continue;
        m_bytes -= known->second.text.size();
        m_texts.erase(known);
    }
}

void SharedTexts::dropUnused() {
    std::erase_if(m_texts, [this](const auto& entry) {
        if (entry.second.users > 0) return false;
        m_bytes -= entry.second.text.size();
        return true;
    });
}

SharedTexts::Names SharedTexts::namesIn(const Json& value) {
    Names names;
    visitTexts(value, [&](const Json& at) {
        const auto& text = at.get_ref<const std::string&>();
        if (isName(text)) names.insert(text);
    });
    return names;
}

bool SharedTexts::restore(Json& value) const {
    bool isWhole = true;
    visitTexts(value, [&](Json& at) {
        auto& text = at.get_ref<std::string&>();
        if (!isName(text)) return;
        const std::string* const whole = find(text);
        if (whole == nullptr)
            isWhole = false;
        else
            text = *whole;
    });
    return isWhole;
}

SharedTexts::Names SharedTexts::names() const {
    Names names;
    for (const auto& [name, entry] : m_texts) names.insert(name);
    return names;
}

const std::string* SharedTexts::find(const std::string& name) const {
    const auto known = m_texts.find(name);
    return known == m_texts.end() ? nullptr : &known->second.text;
}

}  // namespace hearth::server
