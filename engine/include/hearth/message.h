#pragma once

#include <concepts>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// Marks an English sentence of the engine as one that the window says in other languages:
/// resources/translations/update collects it, under the context "Engine". It is the sentence itself.
#define HEARTH_TRANSLATED(context, english) english

namespace hearth {

/// Argument of a message: a name or other text, an integer, or a number.
class MessageArgument {
public:
    using Value = std::variant<std::string, int64_t, double>;

    MessageArgument(std::string text) : m_value(std::move(text)) {}
    MessageArgument(std::string_view text) : m_value(std::string(text)) {}
    MessageArgument(const char* text) : m_value(std::string(text)) {}
    MessageArgument(double number) : m_value(number) {}
    template <std::integral T>
    MessageArgument(T number) : m_value(integer(number)) {}

    const Value& value() const noexcept { return m_value; }
    /// The argument as text, the same in every language.
    std::string text() const {
        if (const auto* text = std::get_if<std::string>(&m_value)) return *text;
        if (const auto* number = std::get_if<int64_t>(&m_value)) return std::to_string(*number);
        char digits[32];
        std::snprintf(digits, sizeof digits, "%g", std::get<double>(m_value));
        return digits;
    }
    bool operator==(const MessageArgument&) const = default;

private:
    template <std::integral T>
    static Value integer(T number) {
        // Damaged files may claim any number.
        if (std::cmp_greater(number, std::numeric_limits<int64_t>::max())) return std::to_string(number);
        return static_cast<int64_t>(number);
    }

    Value m_value;
};

/// Kind of a message: one constant for each sentence of the engine, in a table of its folder.
struct MessageKind {
    std::string_view id;  ///< "file.empty": unique, and unchanged when the words change
    std::string_view
        english;  ///< %1 to %9 stand for the arguments, the last one for the cause if there is one
};

/// A message of the engine to people, as a value: a sentence (or a clause, as the cause of another message)
/// with its names and figures. English is one rendering of it; the window's languages are others. Code checks
/// the id, never the words, to find out what happened.
class Message {
public:
    /// An empty message.
    Message() = default;
    Message(const MessageKind& kind, std::vector<MessageArgument> arguments = {})
        : m_id(kind.id), m_english(kind.english), m_arguments(std::move(arguments)) {}
    Message(const MessageKind& kind, std::vector<MessageArgument> arguments, Message cause)
        : Message(kind, std::move(arguments)) {
        m_cause.push_back(std::move(cause));
    }
    /// Words of another program (a server), or without a kind yet; the id is empty.
    static Message verbatim(std::string words) {
        Message message({.id = "", .english = "%1"});
        if (!words.empty()) message.m_arguments.emplace_back(std::move(words));
        return message;
    }

    bool isEmpty() const noexcept { return m_id.empty() && m_arguments.empty(); }
    bool is(const MessageKind& kind) const noexcept { return m_id == kind.id; }
    const std::string& id() const noexcept { return m_id; }
    /// As in MessageKind: the key for looking up a translation.
    const std::string& english() const noexcept { return m_english; }
    const std::vector<MessageArgument>& arguments() const noexcept { return m_arguments; }
    /// Why, in a clause or sentence of its own; nullptr: it has none.
    const Message* cause() const noexcept { return m_cause.empty() ? nullptr : &m_cause.front(); }

    /// In English.
    std::string text() const {
        return text([](const Message& message) { return message.m_english; });
    }
    /// In a language: `words` gives the sentence of a message, or of a cause, with places as in english().
    template <std::invocable<const Message&> Words>
    std::string text(const Words& words) const {
        if (isEmpty()) return {};
        std::vector<std::string> places;
        for (const MessageArgument& argument : m_arguments) places.push_back(argument.text());
        for (const Message& cause : m_cause) places.push_back(cause.text(words));
        return filled(words(*this), places);
    }
    bool operator==(const Message&) const = default;

private:
    /// All places at once: a file may be called "%2.gguf".
    static std::string filled(std::string_view pattern, const std::vector<std::string>& places) {
        std::string out;
        for (size_t i = 0; i < pattern.size(); ++i) {
            const size_t place = pattern[i] == '%' && i + 1 < pattern.size()
                                     ? static_cast<size_t>(static_cast<unsigned char>(pattern[i + 1])) - '1'
                                     : places.size();
            if (place < places.size()) {
                out += places[place];
                ++i;
            } else {
                out += pattern[i];
            }
        }
        return out;
    }

    std::string m_id, m_english;
    std::vector<MessageArgument> m_arguments;
    std::vector<Message> m_cause;  ///< one at most
};

/// Sentences that follow each other, in English.
inline std::string textOf(const std::vector<Message>& messages) {
    std::string text;
    for (const Message& message : messages) text += (text.empty() ? "" : " ") + message.text();
    return text;
}

}  // namespace hearth
