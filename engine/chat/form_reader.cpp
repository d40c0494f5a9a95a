#include "chat/form_reader.h"

#include <algorithm>
#include <utility>

#include "grammar/schema_types.h"
#include "grammar/token_texts.h"
#include "grammar/value_endings.h"
#include "jinja/string_escapes.h"

namespace hearth {

namespace {

using grammar::ArgumentForm;

constexpr size_t nothing = std::string_view::npos;

bool isDigitByte(char c) {
    return c >= '0' && c <= '9';
}

bool isIdByte(char c) {
    return isDigitByte(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// Several ways of which one has to be: what is certain of them together.
FormReader::Found eitherOf(FormReader::Found one, FormReader::Found other) {
    using Found = FormReader::Found;
    if (one == Found::Calls || other == Found::Calls) return Found::Calls;
    return one == Found::More || other == Found::More ? Found::More : Found::None;
}

}  // namespace

FormReader::FormReader(const grammar::CallForm& form, std::string_view opened, const Json& tools)
    : m_form(form) {
    std::erase(m_form.first, grammar::markSign);
    if (m_form.first.starts_with(opened))
        m_form.first.erase(0, opened.size());
    else
        m_step = Step::Done;
    if (!tools.is_array()) return;
    for (const Json& entry : tools) {
        const Json function = entry.is_object() ? entry.value("function", entry) : Json();
        const Json tool = function.is_object() ? function.value("name", Json()) : Json();
        if (!tool.is_string()) continue;
        Tool& added = m_tools.emplace_back();
        added.name = tool.get<std::string>();
        m_names.push_back(added.name);
        added.schema = function.value("parameters", Json::object());
        const Json& schema = added.schema;
        const Json properties = schema.is_object() ? schema.value("properties", Json::object()) : Json();
        if (!properties.is_object()) continue;
        for (const auto& [key, value] : properties.items()) {
            added.keys.push_back(key);
            added.types.push_back(grammar::typesOf(value, schema));
        }
    }
}

FormReader::Found FormReader::read(std::string_view text) {
    if (m_step == Step::Done) return m_calls.empty() ? Found::None : Found::Calls;
    Found found = Found::Calls;
    while (m_step != Step::Done && found == Found::Calls) found = step(text);
    return found;
}

FormReader::Found FormReader::step(std::string_view text) {
    switch (m_step) {
        case Step::First: {
            const Match first = match(text, m_at, m_form.first);
            if (first.found == Found::Calls) m_at = first.end, m_step = Step::Name;
            return first.found;
        }
        case Step::Name:
            return readName(text);
        case Step::Value:
            return readValue(text);
        case Step::Object:
            return readObject(text);
        case Step::Between:
            return readBehindCall(text);
        case Step::Done:
            break;
    }
    return Found::None;
}

/// A piece of the form, in which what changes from call to call may be anything of its kind.
FormReader::Match FormReader::match(std::string_view text, size_t at, std::string_view piece,
                                    std::string_view key) {
    for (const char c : piece) {
        if (c == grammar::markSign) continue;
        if (c == grammar::countSign || c == grammar::idSign) {
            const size_t least = c == grammar::idSign ? 9 : 1, most = c == grammar::idSign ? 9 : 3;
            size_t length = 0;
            while (length < most && at + length < text.size() &&
                   (c == grammar::idSign ? isIdByte(text[at + length]) : isDigitByte(text[at + length])))
                ++length;
            if (length < most && at + length == text.size()) return {Found::More, at};
            if (length < least) return {};
            at += length;
            continue;
        }
        const std::string_view literal = c == grammar::keySign ? key : std::string_view(&c, 1);
        const std::string_view rest = text.substr(at, literal.size());
        if (rest != literal) return {literal.starts_with(rest) ? Found::More : Found::None, at};
        at += literal.size();
    }
    return {Found::Calls, at};
}

/// The name of a declared tool, with what follows it.
FormReader::Found FormReader::readName(std::string_view text) {
    Found all = Found::None;
    for (const Tool& tool : m_tools) {
        const Match named = match(text, m_at, tool.name);
        const Found found = named.found == Found::Calls ? readBehindName(text, tool, named.end) : named.found;
        if (found == Found::Calls) return found;
        all = eitherOf(all, found);
    }
    return all;
}

FormReader::Found FormReader::readBehindName(std::string_view text, const Tool& tool, size_t at) {
    Found all = Found::None;
    if (m_form.arguments) {
        all = readKey(text, tool, at, m_form.arguments->first);
        if (all == Found::None) {
            const Match none = match(text, at, m_form.arguments->none);
            if (none.found != Found::Calls) return none.found;
            addCall(tool.name, "{}", none.end);
            return Found::Calls;
        }
        if (all == Found::Calls) m_arguments = Json::object();
        return all;
    }
    for (const std::string& middle : m_form.middle) {
        const Match behind = match(text, at, middle);
        all = eitherOf(all, behind.found);
        if (behind.found != Found::Calls) continue;
        m_tool = &tool;
        m_at = behind.end;
        m_extent = {};
        m_step = Step::Object;
        break;
    }
    return all;
}

/// The name of an argument, with what stands before a value of some kind. `before`: the piece before it.
FormReader::Found FormReader::readKey(std::string_view text, const Tool& tool, size_t at,
                                      std::string_view before) {
    const Match first = match(text, at, before, m_key);
    if (first.found != Found::Calls) return first.found;
    const ArgumentForm& arguments = *m_form.arguments;
    Found all = Found::None;
    for (const std::string& key : tool.keys) {
        const Match named = match(text, first.end, key);
        all = eitherOf(all, named.found == Found::Calls ? Found::None : named.found);
        if (named.found != Found::Calls) continue;
        size_t end = 0;
        std::vector<const Value*> kinds;
        for (const Value* kind : {&arguments.text, &arguments.number, &arguments.boolean, &arguments.null,
                                  &arguments.object, &arguments.list}) {
            if (!kind->known) continue;
            const Match frame = match(text, named.end, kind->before, key);
            all = eitherOf(all, frame.found == Found::Calls ? Found::None : frame.found);
            if (frame.found != Found::Calls || (frame.end < end && !kinds.empty())) continue;
            // The longest says most of the kind.
            if (frame.end > end) kinds.clear();
            end = frame.end;
            kinds.push_back(kind);
        }
        if (kinds.empty() || all == Found::More) continue;
        m_tool = &tool;
        m_key = key;
        m_kinds = std::move(kinds);
        m_at = m_search = end;
        m_endings.clear();
        for (const Value* kind : m_kinds)
            for (std::string& ending : grammar::valueEndings(m_form, *kind, m_names, tool.keys, key))
                m_endings.push_back(std::move(ending));
        m_extent = {};
        m_tried = 0;
        m_step = Step::Value;
        return Found::Calls;
    }
    return all;
}

grammar::json_type::Mask FormReader::types() const {
    namespace type = grammar::json_type;
    const auto known = std::ranges::find(m_tool->keys, m_key);
    const type::Mask declared = known == m_tool->keys.end()
                                    ? type::any
                                    : m_tool->types[static_cast<size_t>(known - m_tool->keys.begin())];
    const bool mayBeText =
        std::ranges::any_of(m_kinds, [this](const Value* kind) { return *kind == m_form.arguments->text; });
    // If the form has marks of its own for texts, these decide.
    if (!mayBeText) return static_cast<type::Mask>(type::any & ~type::string);
    return m_form.arguments->number == m_form.arguments->text ? declared : type::string;
}

FormReader::Found FormReader::readValue(std::string_view text) {
    const Value& kind = *m_kinds.front();
    const bool isText = kind == m_form.arguments->text;
    if (isText && m_form.arguments->quote != 0) return readQuotedValue(text, kind);
    const auto mayBe = types();
    const char first = m_at < text.size() ? text[m_at] : '\0';
    const bool isJson = (first == '{' && (mayBe & grammar::json_type::object) != 0) ||
                        (first == '[' && (mayBe & grammar::json_type::array) != 0);
    if (!isJson) return readPlainValue(text, kind);
    const auto notation = m_form.arguments->nested.kind;
    if (notation == grammar::Notation::Kind::Python || notation == grammar::Notation::Kind::Gemma)
        return readNestedValue(text, kind);
    const size_t length = m_extent.read(text.substr(m_at));
    if (length == nothing)
        return (mayBe & grammar::json_type::string) == 0 ? Found::More : readPlainValue(text, kind);
    const auto json = parseBoundedJson(text.substr(m_at, length));
    const Found found = json ? readBehindValue(text, kind, m_at + length, *json) : Found::None;
    return found == Found::None ? readPlainValue(text, kind) : found;
}

/// An object or a list in the family's own notation, looked for again where a bracket closes.
FormReader::Found FormReader::readNestedValue(std::string_view text, const Value& kind) {
    const std::string_view added = text.substr(std::max(m_at, m_tried));
    if (m_tried > 0 && added.find_first_of("]}") == nothing) return Found::More;
    m_tried = text.size();
    const auto nested = readNested(text.substr(m_at), m_form.arguments->nested.kind);
    if (!nested) return Found::More;
    const Found found = readBehindValue(text, kind, m_at + nested->size, nested->value);
    if (found == Found::More) m_tried = 0;
    return found;
}

/// The value of a text that ended, by the schema of its key.
Json FormReader::valueOf(std::string_view text) const {
    const grammar::Notation& nested = m_form.arguments->nested;
    if (nested.kind == grammar::Notation::Kind::Tags) {
        const std::string sign = grammar::plainPiece(nested.sign);
        const Json& schema = m_tool->schema["properties"][m_key];
        if (auto tags = readTags(text, sign, schema, m_tool->schema)) return std::move(*tags);
    }
    return typedArgument(text, types());
}

/// Up to the first whole ending.
FormReader::Found FormReader::readPlainValue(std::string_view text, const Value& kind) {
    for (; m_search < text.size(); ++m_search) {
        const std::string_view rest = text.substr(m_search);
        const bool isOpen = std::ranges::any_of(m_endings, [rest](const std::string& ending) {
            return rest.size() < ending.size() && ending.starts_with(rest);
        });
        if (isOpen) return Found::More;
        const bool ends = std::ranges::any_of(
            m_endings, [rest](const std::string& ending) { return rest.starts_with(ending); });
        if (!ends) continue;
        const Json value = valueOf(text.substr(m_at, m_search - m_at));
        if (value.is_string() && (types() & grammar::json_type::string) == 0) return Found::None;
        const Found found = readBehindValue(text, kind, m_search, value);
        if (found != Found::None) return found;
    }
    return Found::More;
}

/// Between quotation marks, with backslashes.
FormReader::Found FormReader::readQuotedValue(std::string_view text, const Value& kind) {
    for (; m_search < text.size() && text[m_search] != m_form.arguments->quote; ++m_search)
        if (text[m_search] == '\\') ++m_search;
    if (m_search >= text.size()) {
        m_search = m_at;
        return Found::More;
    }
    const auto decoded = jinja::decodeEscapes(text.substr(m_at, m_search - m_at));
    return decoded ? readBehindValue(text, kind, m_search, *decoded) : Found::None;
}

/// A next argument, or the end of the call.
FormReader::Found FormReader::readBehindValue(std::string_view text, const Value& kind, size_t end,
                                              const Json& value) {
    const ArgumentForm& arguments = *m_form.arguments;
    const std::string key = m_key;
    Found found = readKey(text, *m_tool, end, kind.behind + arguments.between);
    if (found == Found::Calls) {
        m_arguments[key] = value;
        return found;
    }
    const Match last = match(text, end, kind.behind + arguments.last, m_key);
    if (last.found == Found::Calls) {
        m_arguments[key] = value;
        addCall(m_tool->name, dump(m_arguments), last.end);
        m_key.clear();
    }
    return eitherOf(found, last.found);
}

FormReader::Found FormReader::readObject(std::string_view text) {
    if (m_at == text.size()) return Found::More;
    if (text[m_at] != '{') return Found::None;
    const size_t length = m_extent.read(text.substr(m_at));
    if (length == nothing) return Found::More;
    const auto arguments = argumentsText(text.substr(m_at, length));
    if (!arguments) return Found::None;
    addCall(m_tool->name, *arguments, m_at + length);
    return Found::Calls;
}

void FormReader::addCall(std::string name, std::string arguments, size_t end) {
    m_calls.push_back({std::move(name), std::move(arguments), {}});
    m_at = m_whole = end;
    m_step = Step::Between;
}

bool FormReader::lacksEndAlone(std::string_view text) const {
    if (m_calls.empty()) return false;
    if (m_whole >= text.size()) return true;
    const std::string_view rest = text.substr(m_whole);
    return trimmed(rest).empty() || match(text, m_whole, m_form.last).found == Found::More;
}

/// The end of the calls, or a further one.
FormReader::Found FormReader::readBehindCall(std::string_view text) {
    const Match last = match(text, m_at, m_form.last);
    if (last.found == Found::Calls) {
        m_at = last.end;
        m_step = Step::Done;
        return Found::Calls;
    }
    if (!m_form.several) return last.found;
    const Match between = match(text, m_at, m_form.between);
    if (between.found == Found::Calls) m_at = between.end, m_step = Step::Name;
    return eitherOf(last.found, between.found);
}

}  // namespace hearth
