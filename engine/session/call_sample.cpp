#include "session/call_sample.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <vector>

#include "grammar/json_text.h"
#include "grammar/token_texts.h"
#include "grammar/value_endings.h"
#include "hearth/error.h"

namespace hearth {

namespace {

using grammar::ArgumentForm;
using grammar::CallForm;
using Json = nlohmann::ordered_json;
using Text = std::optional<std::string>;

constexpr std::string_view kName = "hearthcall";
constexpr std::array<std::string_view, 3> kIds{"HEARTH123", "HEARTH124", "HEARTH125"};

struct SampleArgument {
    std::string_view key;
    std::string_view value;  ///< as JSON
    std::string_view type;
    ArgumentForm::Value ArgumentForm::*kind;
};
// In alphabetical order, for some templates sort them. The last one is a text: what follows a value is
// compared with what follows it.
constexpr std::array<SampleArgument, 6> kArguments{{
    {"hearth1text", "\"hearthwords\"", "string", &ArgumentForm::text},
    {"hearth2number", "70707", "integer", &ArgumentForm::number},
    {"hearth3yes", "true", "boolean", &ArgumentForm::boolean},
    {"hearth4object", "{\"hearthinner\": \"hearthdeep\"}", "object", &ArgumentForm::object},
    {"hearth5list", "[\"hearthone\", 70702]", "array", &ArgumentForm::list},
    {"hearth6last", "\"hearthend\"", "string", &ArgumentForm::text},
}};

Json sampleArguments() {
    Json all = Json::object();
    for (const SampleArgument& argument : kArguments)
        all[std::string(argument.key)] = Json::parse(argument.value);
    return all;
}

void replaceAll(std::string& text, std::string_view from, std::string_view to) {
    for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
}

/// Length of the common start of two texts, in bytes, up to a whole character.
size_t commonStart(std::string_view one, std::string_view other) {
    const auto isInside = [](char c) { return (static_cast<uint8_t>(c) & 0xC0U) == 0x80U; };
    size_t length = 0;
    while (length < std::min(one.size(), other.size()) && one[length] == other[length]) ++length;
    while (length > 0 && ((length < one.size() && isInside(one[length])) ||
                          (length < other.size() && isInside(other[length]))))
        --length;
    return length;
}

size_t commonEnd(std::string_view one, std::string_view other) {
    size_t length = 0;
    while (length < std::min(one.size(), other.size()) &&
           one[one.size() - 1 - length] == other[other.size() - 1 - length])
        ++length;
    // A character that is cut is none that both end with.
    while (length > 0 && (static_cast<uint8_t>(one[one.size() - length]) & 0xC0U) == 0x80U) --length;
    return length;
}

/// Two pieces that stand in the same place of different calls, as one; nullopt: they differ by more than a
/// number.
Text joined(std::string one, std::string_view other) {
    if (one.size() != other.size()) return std::nullopt;
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    for (size_t i = 0; i < one.size(); ++i) {
        if (one[i] == other[i]) continue;
        if (!isDigit(one[i]) || !isDigit(other[i])) return std::nullopt;
        one[i] = grammar::countSign;
    }
    return one;
}

std::string_view spaceless(std::string_view text) {
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \n")));
    return text.substr(0, text.find_last_not_of(" \n") + 1);
}

/// A rendered conversation that ends with calls.
class CallSample {
public:
    /// `answered`: results follow the calls.
    CallSample(const PromptBuilder& prompts, const ReplyFormat& format, bool answered)
        : m_prompts(prompts), m_format(format), m_answered(answered) {}

    std::optional<CallForm> form() {
        const auto empty = render({}), one = render({sampleArguments()});
        const auto plain = render({}, "hearthplain");
        if (!empty || !one || !plain) return std::nullopt;
        m_prompt = *empty;
        constexpr std::string_view plainReply = "hearthplain";
        if (const size_t at = plain->find(plainReply); at != std::string::npos)
            m_end = plain->substr(at + plainReply.size());
        if (!findStart(*one) || (m_answered && (m_syntax == nullptr || m_syntax->close.empty())))
            return std::nullopt;
        const auto single = apart(*one, 1);
        if (!single) return std::nullopt;
        const auto three = render({sampleArguments(), sampleArguments(), sampleArguments()});
        const auto more = three ? apart(*three, 3) : std::nullopt;
        const auto repeated = more ? joinedCall(*more) : std::nullopt;
        const Call& call = repeated ? *repeated : single->calls.front();
        CallForm form;
        form.first = single->first;
        form.trigger = m_syntax != nullptr ? std::string(spaceless(m_syntax->open)) : form.first;
        form.onlyAtStart = m_syntax == nullptr;
        form.several = repeated.has_value();
        // Calls that the template shows in another way than one after the other are read one by one.
        form.resumes = three && m_syntax != nullptr && !m_syntax->close.empty();
        form.between = repeated ? call.behind : std::string();
        form.last = single->calls.front().behind;
        form.outer = outerOf(*one, form.last);
        if (!call.gaps.empty()) return withArguments(std::move(form), call);
        form.middle = {call.middle};
        return form;
    }

private:
    /// One call: its arguments as a whole, or one by one.
    struct Call {
        std::string middle;               ///< from the name to the arguments, or the first key
        std::vector<std::string> before;  ///< each value; empty where it is not spelled as JSON
        std::vector<std::string> gaps;    ///< what stands behind each value, up to the next key
        std::vector<bool> known;
        std::string behind;  ///< the arguments: to the next name, or the end of the reply
        std::string yes = "true";
        grammar::Notation nested = {};
    };
    struct Apart {
        std::string first;
        std::vector<Call> calls;
    };

    /// A conversation that ends with calls, or with a reply that is a plain text; or without a reply.
    Text render(const std::vector<Json>& calls, std::string_view plain = {}) const {
        GenerationRequest request;
        request.templateVariables =
            Json{{"tools",
                  {{{"type", "function"},
                    {"function",
                     {{"name", "another"},
                      {"description", "x"},
                      {"parameters",
                       {{"type", "object"},
                        {"properties", {{"x", {{"type", "string"}, {"description", "x"}}}}},
                        {"required", {"x"}}}}}}}}}}
                .dump();
        request.messages = {{.role = "user", .content = "u", .reasoning = {}, .tokens = {}}};
        const bool inName = !m_format.calls.empty() && m_format.calls.front().body == CallBody::Kimi;
        if (!calls.empty() || !plain.empty()) {
            ChatMessage& reply = request.messages.emplace_back();
            reply.role = "assistant";
            reply.content = plain;
            Json list = Json::array();
            for (size_t i = 0; i < calls.size(); ++i)
                list.push_back(
                    {{"type", "function"},
                     {"id", (inName ? "functions." + std::string(kName) + ":" : "") + std::string(kIds[i])},
                     {"function", {{"name", kName}, {"arguments", calls[i]}}}});
            if (!calls.empty()) reply.toolCalls = list.dump();
        }
        for (size_t i = 0; m_answered && i < calls.size(); ++i) {
            ChatMessage& result = request.messages.emplace_back();
            result.role = "tool";
            result.content = "r";
            result.toolCallId = kIds[i];
            result.name = kName;
        }
        std::string text;
        try {
            for (const PromptPiece& piece : m_prompts.render(request)) text += piece.text;
        } catch (const Error&) {
            return std::nullopt;
        }
        const std::string sign(1, inName ? grammar::countSign : grammar::idSign);
        for (const std::string_view id : kIds) replaceAll(text, id, sign);
        return text;
    }

    /// Finds out if calls begin somewhere, and with which of the family's marks.
    bool findStart(const std::string& text) {
        for (const CallSyntax& syntax : m_format.calls) {
            m_syntax = &syntax;
            if (text.find(kName, startOf(text)) != std::string::npos) return true;
        }
        m_syntax = nullptr;
        return m_format.bareJsonCalls && text.find(kName, startOf(text)) != std::string::npos;
    }

    /// After the prompt, whose last mark may begin like that of calls.
    size_t startOf(const std::string& text) const {
        const size_t from = commonStart(m_prompt, text);
        if (m_syntax == nullptr) return from;
        return text.find(m_syntax->open, from - std::min(from, m_syntax->open.size() - 1));
    }

    /// The mark around all calls that comes before the first, with the space after it.
    std::string outerOf(const std::string& text, std::string_view last) const {
        const auto isIn = [&](const std::string& mark) { return last.find(mark) != std::string_view::npos; };
        if (m_syntax == nullptr || std::ranges::none_of(m_format.dropped, isIn)) return {};
        const std::string_view before = std::string_view(text).substr(0, startOf(text));
        const size_t solid = before.find_last_not_of(" \n") + 1;
        for (const std::string& mark : m_format.dropped)
            if (!isIn(mark) && before.substr(0, solid).ends_with(mark))
                return std::string(before.substr(solid - mark.size()));
        return {};
    }

    std::optional<Apart> apart(const std::string& text, size_t count) const {
        const size_t at = startOf(text);
        if (at == std::string::npos) return std::nullopt;
        Apart found;
        size_t name = text.find(kName, at);
        found.first = std::string(m_syntax != nullptr ? text.substr(at, name - at)
                                                      : spaceless(text.substr(at, name - at)));
        for (size_t i = 0; i < count; ++i) {
            if (name == std::string::npos) return std::nullopt;
            size_t end = 0;
            const bool isLast = i + 1 == count;
            const size_t next = isLast ? std::string::npos : text.find(kName, name + kName.size());
            auto call = readCall(text.substr(0, next), name + kName.size(), end);
            if (!call) return std::nullopt;
            name = text.find(kName, end);
            if (!isLast) {
                if (name == std::string::npos) return std::nullopt;
                call->behind = text.substr(end, name - end);
            } else {
                const auto rest = untilEnd(text.substr(end));
                if (!rest) return std::nullopt;
                call->behind = *rest;
            }
            if (!call->gaps.empty())
                replaceAll(call->behind, kArguments.back().key, std::string(1, grammar::keySign));
            found.calls.push_back(std::move(*call));
        }
        return found;
    }

    /// `end`: of the last value.
    static std::optional<Call> readCall(const std::string& text, size_t from, size_t& end) {
        Call call;
        const Json arguments = sampleArguments();
        for (const std::string& whole : {grammar::jsonTextOf(arguments), arguments.dump()}) {
            const size_t at = text.find(whole, from);
            if (at == std::string::npos) continue;
            call.middle = text.substr(from, at - from);
            if (call.middle.find(kName) != std::string::npos) continue;
            end = at + whole.size();
            return call;
        }
        size_t key = text.find(kArguments.front().key, from);
        if (key == std::string::npos) return std::nullopt;
        call.middle = text.substr(from, key - from);
        for (size_t i = 0; i < kArguments.size(); ++i) {
            const size_t start = key + kArguments[i].key.size();
            const bool isLast = i + 1 == kArguments.size();
            key = isLast ? text.size() : text.find(kArguments[i + 1].key, start);
            if (key == std::string::npos) return std::nullopt;
            std::string region = text.substr(start, key - start);
            const auto [at, length] = valueIn(region, kArguments[i], call);
            call.known.push_back(length > 0);
            if (length == 0 && isLast) return std::nullopt;
            call.before.push_back(region.substr(0, at));
            if (isLast) end = start + at + length;
            std::string behind = isLast ? std::string() : region.substr(at + length);
            replaceAll(behind, kArguments[i].key, std::string(1, grammar::keySign));
            call.gaps.push_back(std::move(behind));
        }
        return call;
    }

    static std::pair<size_t, size_t> valueIn(const std::string& region, const SampleArgument& argument,
                                             Call& call) {
        const Json value = Json::parse(argument.value);
        const std::string plain = value.is_string() ? value.get<std::string>() : std::string(argument.value);
        for (const std::string& spelling : {plain, value.dump(), std::string("True")}) {
            const size_t at = region.rfind(spelling);
            if (at == std::string::npos) continue;
            if (value.is_boolean()) call.yes = spelling;
            return {at, spelling.size()};
        }
        using Kind = grammar::Notation::Kind;
        for (const grammar::Notation& notation :
             {grammar::Notation{Kind::Python}, grammar::Notation{Kind::Gemma, "<|\"|>"}}) {
            const std::string spelling = value.is_structured() ? textOf(value, notation) : std::string();
            const size_t at = spelling.empty() ? std::string::npos : region.rfind(spelling);
            if (at == std::string::npos) continue;
            call.nested = notation;
            return {at, spelling.size()};
        }
        constexpr std::string_view tag = "<hearthinner>hearthdeep";
        if (const size_t at = region.find(tag); at != std::string::npos) {
            const size_t open = region.find('>') + 1;
            call.nested = {Kind::Tags, region.substr(open, at - std::min(at, open))};
        }
        return {0, 0};
    }

    /// A reply's rest without what the template puts behind a reply.
    Text untilEnd(std::string rest) const {
        if (m_syntax == nullptr || m_syntax->close.empty())
            return std::string(spaceless(rest.substr(0, rest.size() - commonEnd(rest, m_end))));
        const size_t at = rest.find(m_syntax->close);
        if (at == std::string::npos) return std::nullopt;
        size_t end = at + m_syntax->close.size();
        for (bool found = true; found;) {
            const size_t next = std::min(rest.size(), rest.find_first_not_of(" \n", end));
            found = false;
            for (const std::string& mark : m_format.dropped) {
                if (!rest.substr(next).starts_with(mark)) continue;
                end = next + mark.size(), found = true;
            }
        }
        return rest.substr(0, end);
    }

    /// Three calls as one: what differs by a number stands for numbers.
    static std::optional<Call> joinedCall(const Apart& found) {
        Call call = found.calls[0];
        const Call& second = found.calls[1];
        const auto middle = joined(call.middle, second.middle), behind = joined(call.behind, second.behind);
        if (!middle || !behind || call.gaps != second.gaps || call.before != second.before)
            return std::nullopt;
        call.middle = *middle;
        call.behind = *behind;
        return call;
    }

    std::optional<CallForm> withArguments(CallForm form, const Call& call) const {
        ArgumentForm arguments;
        arguments.first = call.middle;
        arguments.yes = call.yes;
        arguments.nested = call.nested;
        if (m_syntax != nullptr && m_syntax->body == CallBody::Pythonic)
            arguments.nested.kind = grammar::Notation::Kind::Python;
        // The text between arguments is the same for every preceding value.
        arguments.between = call.gaps.front();
        for (size_t i = 0; i + 1 < kArguments.size(); ++i)
            if (call.known[i])
                arguments.between.erase(
                    0, arguments.between.size() - commonEnd(arguments.between, call.gaps[i]));
        for (size_t i = 0; i + 1 < kArguments.size(); ++i) {
            if (!call.known[i]) continue;
            ArgumentForm::Value& kind = arguments.*kArguments[i].kind;
            kind = {.before = call.before[i], .behind = call.gaps[i], .known = true};
            kind.behind.resize(kind.behind.size() - arguments.between.size());
        }
        const std::string& behind = arguments.text.behind;
        if (!arguments.text.known || !form.last.starts_with(behind) ||
            (form.several && !form.between.starts_with(behind)))
            return std::nullopt;
        form.last.erase(0, behind.size());
        form.between.erase(0, form.several ? behind.size() : 0);
        size_t shared = form.several ? commonStart(form.last, form.between) : form.last.size();
        // A mark that begins there stays whole, for it may be a token of its own.
        if (const size_t mark = form.last.find_last_of("<[", shared == 0 ? 0 : shared - 1);
            form.several && mark != std::string::npos && mark + 1 == shared)
            shared = mark;
        arguments.last = form.last.substr(0, shared);
        form.last.erase(0, shared);
        form.between.erase(0, form.several ? shared : 0);
        const auto none = withoutArguments(form.last);
        if (!none) return std::nullopt;
        arguments.none = withCounts(*none, arguments.first);
        arguments.null = nullIn(arguments);
        if (!isWrittenPlainly()) {
            const std::string_view quote = spaceless(behind);
            if (!quote.starts_with('\'') && !quote.starts_with('"')) return std::nullopt;
            arguments.quote = quote.front();
        }
        // Without anything after it a text would have no end.
        if (grammar::plainPiece(behind + arguments.between).empty() ||
            grammar::plainPiece(behind + arguments.last + form.last).empty())
            return std::nullopt;
        form.arguments = std::move(arguments);
        return form;
    }

    /// A piece with the numbers that change from call to call where another, as far as they are the same,
    /// has them.
    static std::string withCounts(std::string piece, std::string_view other) {
        for (size_t i = 0; i < std::min(piece.size(), other.size()); ++i) {
            const bool isCount = other[i] == grammar::countSign && piece[i] >= '0' && piece[i] <= '9';
            if (!isCount && piece[i] != other[i]) break;
            piece[i] = other[i];
        }
        return piece;
    }

    /// From the name to `last` of a call without arguments.
    Text withoutArguments(const std::string& last) const {
        const auto text = render({Json::object()});
        if (!text) return std::nullopt;
        const size_t start = startOf(*text);
        const size_t name = start == std::string::npos ? start : text->find(kName, start);
        if (name == std::string::npos) return std::nullopt;
        auto rest = untilEnd(text->substr(name + kName.size()));
        if (!rest || !rest->ends_with(last)) return std::nullopt;
        rest->resize(rest->size() - last.size());
        return rest;
    }

    /// Between a first argument and a last one; nullopt: the template leaves it out.
    Text between(const Json& value) const {
        const SampleArgument &first = kArguments.front(), &last = kArguments.back();
        const auto text =
            render({Json{{std::string(first.key), value}, {std::string(last.key), Json::parse(last.value)}}});
        const size_t start = text ? startOf(*text) : std::string::npos;
        const size_t at = start == std::string::npos ? start : text->find(first.key, start);
        const size_t end = at == std::string::npos ? at : text->find(last.key, at);
        if (end == std::string::npos) return std::nullopt;
        return text->substr(at + first.key.size(), end - at - first.key.size());
    }

    /// The spelling of null, if there is one.
    ArgumentForm::Value nullIn(const ArgumentForm& arguments) const {
        auto text = between(nullptr);
        if (!text) return {};
        replaceAll(*text, kArguments.front().key, std::string(1, grammar::keySign));
        size_t at = text->rfind("None");
        if (at == std::string::npos) at = text->rfind("null");
        if (at == std::string::npos || !text->ends_with(arguments.between)) return {};
        ArgumentForm::Value value{
            .before = text->substr(0, at), .behind = text->substr(at + 4), .known = true};
        if (value.behind.size() < arguments.between.size()) return {};
        value.behind.resize(value.behind.size() - arguments.between.size());
        return value;
    }

    /// True if texts are written letter by letter, without backslashes.
    bool isWrittenPlainly() const {
        constexpr const char* odd = "it's \\ \"so\"\n!";
        const auto text = between(odd);
        return text && text->find(odd) != std::string::npos;
    }

    const PromptBuilder& m_prompts;
    const ReplyFormat& m_format;
    bool m_answered;
    std::string m_prompt;                  ///< without a reply
    std::string m_end;                     ///< what follows a reply
    const CallSyntax* m_syntax = nullptr;  ///< nullptr: none of the family's marks
};

std::string spelled(std::string_view piece, std::string_view key = {}) {
    std::string out;
    for (const char c : piece) {
        if (c == grammar::idSign)
            out += kIds.front();
        else if (c == grammar::countSign)
            out += "0";
        else if (c == grammar::keySign)
            out += key;
        else if (c != grammar::markSign)
            out += c;
    }
    return out;
}

}  // namespace

std::optional<grammar::CallForm> callFormOfTemplate(const PromptBuilder& prompts, const ReplyFormat& format) {
    if (auto form = CallSample(prompts, format, false).form()) return form;
    // Some show calls only once they are answered.
    return CallSample(prompts, format, true).form();
}

SpelledCall spellCall(const grammar::CallForm& form, bool withArguments) {
    Json properties = Json::object(), given = Json::object();
    std::string inner;
    std::string_view before;
    for (const SampleArgument& argument : kArguments) {
        const std::string key(argument.key);
        properties[key] = {{"type", argument.type}};
        if (!withArguments || (form.arguments && !((*form.arguments).*argument.kind).known)) continue;
        given[key] = Json::parse(argument.value);
        if (!form.arguments) continue;
        const ArgumentForm::Value& kind = (*form.arguments).*argument.kind;
        const Json& value = given[key];
        const grammar::Notation& nested = form.arguments->nested;
        const std::string text = value.is_string() ? value.get<std::string>()
                                 : value.is_structured() && nested.kind == grammar::Notation::Kind::Gemma
                                     ? textOf(value, nested)
                                 : value.is_boolean() ? form.arguments->yes
                                                      : std::string(argument.value);
        inner += spelled(before.empty() ? form.arguments->first : form.arguments->between, before) + key +
                 spelled(kind.before, key) + text + spelled(kind.behind, key);
        before = argument.key;
    }
    if (!form.arguments)
        inner = spelled(form.middle.front()) + grammar::jsonTextOf(given);
    else
        inner += spelled(withArguments ? form.arguments->last : form.arguments->none, before);
    const Json tools = Json::array(
        {{{"type", "function"},
          {"function",
           {{"name", kName}, {"parameters", {{"type", "object"}, {"properties", properties}}}}}}});
    return {.name = std::string(kName),
            .text = spelled(form.outer) + spelled(form.first) + std::string(kName) + inner +
                    spelled(form.last, before),
            .tools = tools.dump(),
            .arguments = given.dump()};
}

}  // namespace hearth
