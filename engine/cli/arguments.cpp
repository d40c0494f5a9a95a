#include "cli/arguments.h"

#include <algorithm>
#include <charconv>

namespace hearth::cli {

namespace {

const Option* find(std::span<const Option> known, std::string_view name) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const Option& option) {
        return option.name == name || (!option.alias.empty() && option.alias == name);
    });
    return found == known.end() ? nullptr : &*found;
}

template <typename Number>
Number parse(std::string_view name, const std::string& text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw UsageError(std::string(name) + " needs a number, not \"" + text + "\"");
    }
    return value;
}

}  // namespace

Arguments::Arguments(std::span<const std::string> words, std::span<const Option> known) {
    bool onlyWords = false;
    for (size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        // "-" alone is a word, and so is what begins like a negative number.
        const bool looksLikeOption = word.size() > 1 && word[0] == '-' && (word[1] < '0' || word[1] > '9');
        if (onlyWords || !looksLikeOption) {
            m_positional.push_back(word);
            continue;
        }
        if (word == "--") {
            onlyWords = true;
            continue;
        }
        const size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
        const std::string name = word.substr(0, equals);
        const Option* option = find(known, name);
        if (option == nullptr) throw UsageError("there is no option " + name);
        if (option->value.empty()) {
            if (equals != std::string::npos) throw UsageError(name + " takes no value");
            m_options.emplace_back(option->name, std::string());
        } else if (equals != std::string::npos) {
            m_options.emplace_back(option->name, word.substr(equals + 1));
        } else if (i + 1 < words.size()) {
            m_options.emplace_back(option->name, words[++i]);
        } else {
            throw UsageError(name + " needs a value (" + std::string(option->value) + ")");
        }
    }
}

bool Arguments::has(std::string_view name) const {
    return text(name).has_value();
}

std::optional<std::string> Arguments::text(std::string_view name) const {
    for (auto it = m_options.rbegin(); it != m_options.rend(); ++it) {
        if (it->first == name) return it->second;
    }
    return std::nullopt;
}

std::vector<std::string> Arguments::all(std::string_view name) const {
    std::vector<std::string> values;
    for (const auto& [option, value] : m_options) {
        if (option == name) values.push_back(value);
    }
    return values;
}

std::string Arguments::required(std::string_view name) const {
    const auto value = text(name);
    if (!value) throw UsageError("the option " + std::string(name) + " is missing");
    return *value;
}

int Arguments::integer(std::string_view name, int otherwise) const {
    const auto value = text(name);
    return value ? parse<int>(name, *value) : otherwise;
}

float Arguments::number(std::string_view name, float otherwise) const {
    const auto value = text(name);
    return value ? parse<float>(name, *value) : otherwise;
}

std::optional<uint64_t> Arguments::unsignedNumber(std::string_view name) const {
    const auto value = text(name);
    return value ? std::optional(parse<uint64_t>(name, *value)) : std::nullopt;
}

}  // namespace hearth::cli
