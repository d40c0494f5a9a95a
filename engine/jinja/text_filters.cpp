// Filters that make strings.
#include <algorithm>

#include "jinja/arguments.h"
#include "jinja/comparison.h"
#include "jinja/filter_tables.h"
#include "jinja/format.h"
#include "jinja/json_writer.h"
#include "jinja/output.h"
#include "jinja/python_repr.h"
#include "jinja/text_operations.h"
#include "jinja/text_search.h"
#include "jinja/text_wrap.h"
#include "unicode/char_class.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr int64_t kMaxIndent = 10'000;

// For filters that use str's methods without making a str of the value first.
const Text& requireText(const Value& value) {
    if (value.isUndefined()) throwUndefined(value);
    if (!value.isString()) throwTypeError("'" + std::string(typeName(value)) + "' object is not a string");
    return value.text();
}

template <CaseChange change>
Value caseFilter(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.string(changeCase(runtime, toText(runtime, value), change), value.isMarkup());
}

// Unlike str.title, words are what stands between blanks, brackets and hyphens.
Value title(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    const Text text = toText(runtime, value);
    const std::string& bytes = text.bytes();
    const auto isBorder = [&](size_t at) {
        const char32_t c = decodeAt(bytes, at);
        return isSpace(c) || c == '-' || c == '(' || c == '{' || c == '[' || c == '<';
    };
    Output out(runtime);
    Pass pass(runtime, bytes.size(), 2 * kDecodingUnits);
    for (size_t at = 0; at < bytes.size();) {
        size_t end = at;
        const bool border = isBorder(at);
        for (; end < bytes.size() && isBorder(end) == border; end = nextCharacter(bytes, end))
            pass.reach(end);
        const size_t second = nextCharacter(bytes, at);
        out.append(changeCase(runtime, text.slice(at, second), CaseChange::Upper));
        out.append(changeCase(runtime, text.slice(second, end), CaseChange::Lower));
        at = end;
    }
    return runtime.string(out.take());
}

Value trim(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("trim", arguments, {"chars"});
    const Text* characters = reader.get(0).isNone() ? nullptr : &reader.string(0);
    return runtime.string(stripText(runtime, toText(runtime, value), characters, true, true),
                          value.isMarkup());
}

Value replace(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("replace", arguments, {"old", "new", "count"});
    return runtime.string(replaceText(runtime, toText(runtime, value), toText(runtime, reader.require(0)),
                                      toText(runtime, reader.require(1)), reader.integer(2, -1)));
}

Value string(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return value.isString() ? value : runtime.string(toText(runtime, value));
}

Value safe(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.string(toText(runtime, value), true);
}

Value escape(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return value.isMarkup() ? value : runtime.string(escapeHtml(runtime, toText(runtime, value)), true);
}

Value forceEscape(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.string(escapeHtml(runtime, toText(runtime, value)), true);
}

Value format(Runtime& runtime, const Value& value, Arguments& arguments) {
    if (!arguments.named.empty()) {
        if (!arguments.positional.empty())
            throwTypeError("format cannot take positional and named values together");
        auto dict = runtime.dict();
        for (auto& [name, item] : arguments.named)
            dict->set(runtime.trusted(std::string(name)), std::move(item));
        return runtime.string(percentFormat(runtime, toText(runtime, value), Value(std::move(dict))));
    }
    return runtime.string(
        percentFormat(runtime, toText(runtime, value), runtime.tuple(std::move(arguments.positional))));
}

Value center(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("center", arguments, {"width"});
    return runtime.string(padText(runtime, toText(runtime, value), reader.integer(0, 80), Text::trusted(" "),
                                  Alignment::Center));
}

// `width` spaces, or the string itself.
Text indentation(const Value& width, int64_t fallback) {
    if (width.isString()) return width.text();
    if (!width.isNone() && !width.isInteger()) throwTypeError("an indentation must be a number or a string");
    const int64_t count = width.isNone() ? fallback : width.asInt();
    if (count > kMaxIndent) throwTypeError("an indentation is too wide");
    return Text::trusted(std::string(static_cast<size_t>(std::max<int64_t>(count, 0)), ' '));
}

Value indent(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("indent", arguments, {"width", "first", "blank"});
    const Text margin = indentation(reader.get(0), 4);
    Text text = requireText(value);
    text.append("\n", true);  // as jinja2 does, so that an empty text has a line
    Output out(runtime);
    bool firstLine = true;
    for (const Text& line : splitLines(runtime, text, false)) {
        if (!firstLine) out.append("\n", true);
        const bool indented = firstLine ? reader.flag(1, false) : reader.flag(2, false) || !line.empty();
        if (indented) out.append(margin);
        out.append(line);
        firstLine = false;
    }
    return runtime.string(out.take(), value.isMarkup());
}

Value truncate(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("truncate", arguments, {"length", "killwords", "end", "leeway"});
    if (value.isUndefined()) return runtime.string(toText(runtime, value));
    const Text text = requireText(value);
    const int64_t length = reader.integer(0, 255);
    const Text end = reader.has(2) ? reader.string(2) : Text::trusted("...");
    const int64_t leeway = reader.integer(3, 5);
    const auto endLength = static_cast<int64_t>(countCharacters(runtime, end.bytes()));
    if (length < endLength || leeway < 0) throwTypeError("truncate is too short for its end");
    const auto size = static_cast<int64_t>(countCharacters(runtime, text.bytes()));
    if (size - leeway <= length) return runtime.string(text);
    Text out = sliceText(runtime, text, 0, length - endLength, 1);
    if (!reader.flag(1, false)) out = splitTextRight(runtime, out, " ", 1).front();
    out.append(end);
    return runtime.string(std::move(out));
}

Value wordCount(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    const Text text = toText(runtime, value);
    const std::string& bytes = text.bytes();
    int64_t words = 0;
    bool inside = false;
    Pass pass(runtime, bytes.size(), 2 * kLookUpUnits);
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) {
        pass.reach(at);
        const char32_t c = decodeAt(bytes, at);
        const bool word = c == '_' || isAlphabetic(c) || isDecimalDigit(c);
        if (word && !inside) ++words;
        inside = word;
    }
    return {words};
}

Value wordWrap(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("wordwrap", arguments,
                                {"width", "break_long_words", "wrapstring", "break_on_hyphens"});
    const Text separator = reader.get(2).isNone() ? Text::trusted("\n") : reader.string(2);
    const WrapOptions options{reader.integer(0, 79), reader.flag(1, true), reader.flag(3, true)};
    Output out(runtime);
    bool first = true;
    for (const Text& line : splitLines(runtime, requireText(value), false)) {
        if (!first) out.append(separator);
        first = false;
        bool firstPart = true;
        for (const Text& part : wrapText(runtime, line, options)) {
            if (!firstPart) out.append(separator);
            firstPart = false;
            out.append(part);
        }
    }
    return runtime.string(out.take());
}

Value toJson(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("tojson", arguments, {"ensure_ascii", "indent", "separators", "sort_keys"});
    JsonFormat json;
    json.ensureAscii = reader.flag(0, false);
    if (!reader.get(1).isNone()) {
        json.indent = indentation(reader.get(1), 0);
        json.itemSeparator = Text::trusted(",");
    }
    if (!reader.get(2).isNone()) {
        const Values separators = iterate(runtime, reader.get(2));
        if (separators.size() != 2 || !separators[0].isString() || !separators[1].isString()) {
            throwTypeError("'separators' of tojson must be two strings");
        }
        json.itemSeparator = separators[0].text();
        json.keySeparator = separators[1].text();
    }
    json.sortKeys = reader.flag(3, false);
    return runtime.string(writeJson(runtime, value, json));
}

Value prettyPrint(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.string(pythonRepr(runtime, value));
}

Value urlEncode(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    const auto quote = [&runtime](const Value& part, bool inQuery) {
        constexpr std::string_view kDigits = "0123456789ABCDEF";
        const Text text = toText(runtime, part);
        Output out(runtime);
        for (size_t at = 0; at < text.size(); ++at) {
            runtime.charge(16);
            const char c = text.bytes()[at];
            const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                               std::string_view("_.-~").find(c) != std::string_view::npos ||
                               (c == '/' && !inQuery);
            const auto byte = static_cast<unsigned char>(c);
            const std::string escaped = inQuery && c == ' '
                                            ? std::string("+")
                                            : std::string{'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
            out.append(plain ? std::string_view(&c, 1) : std::string_view(escaped), text.trustedAt(at));
        }
        return out.take();
    };
    if (!value.isDict() && !value.isSequence()) return runtime.string(quote(value, false));
    Output out(runtime);
    const Values pairs = value.isDict() ? Values() : iterate(runtime, value);
    DictObject::Entries entries;
    if (value.isDict()) {
        runtime.charge(16 * value.dict().size());
        entries = value.dict().entries();
    }
    for (const Value& pair : pairs) {
        const Values parts = iterate(runtime, pair);
        if (parts.size() != 2) throwTypeError("urlencode needs pairs");
        entries.emplace_back(parts[0], parts[1]);
    }
    for (const auto& [key, item] : entries) {
        if (!out.empty()) out.append("&", true);
        out.append(quote(key, true));
        out.append("=", true);
        out.append(quote(item, true));
    }
    return runtime.string(out.take());
}

// Comments and tags go, white space runs become one blank.
Value stripTags(Runtime& runtime, const Value& value, Arguments& arguments) {
    refuseArguments(arguments);
    const Text text = toText(runtime, value);
    const std::string& bytes = text.bytes();
    Output plain(runtime);
    bool moreComments = true, moreTags = true;  // an end that is not there is not looked for again
    for (size_t at = 0; at < bytes.size();) {
        runtime.charge(16);
        const bool comment = bytes.compare(at, 4, "<!--") == 0;
        bool& more = comment ? moreComments : moreTags;
        size_t end = std::string::npos;
        if (bytes[at] == '<' && more) end = findText(runtime, bytes, comment ? "-->" : ">", at);
        if (bytes[at] == '<') more = end != std::string::npos;
        if (end == std::string::npos) {
            const size_t next = std::min(findText(runtime, bytes, "<", at + 1), bytes.size());
            plain.append(text, at, next);
            at = next;
        } else {
            at = end + (comment ? 3 : 1);
        }
    }
    Output out(runtime);
    for (const Text& word : splitSpace(runtime, plain.take(), -1, false)) {
        if (!out.empty()) out.append(" ", true);
        out.append(word);
    }
    return runtime.string(out.take());
}

Value xmlAttributes(Runtime& runtime, const Value& value, Arguments& arguments) {
    const ArgumentReader reader("xmlattr", arguments, {"autospace"});
    if (!value.isDict()) throwTypeError("xmlattr needs a dict");
    Output out(runtime);
    for (const auto& [key, item] : value.dict().entries()) {
        runtime.step();
        if (item.isNone() || item.isUndefined()) continue;
        const Text name = toText(runtime, key);
        runtime.charge(8 * name.size());
        if (name.bytes().find_first_of(" \t\n\r\f\v/>=") != std::string::npos) {
            throwTypeError("invalid character in attribute name");
        }
        if (!out.empty() || reader.flag(0, true)) out.append(" ", true);
        out.append(escapeHtml(runtime, name));
        out.append("=\"", true);
        out.append(item.isMarkup() ? item.text() : escapeHtml(runtime, toText(runtime, item)));
        out.append("\"", true);
    }
    return runtime.string(out.take());
}

constexpr FilterEntry kTextFilters[] = {
    {"tojson", toJson},
    {"trim", trim},
    {"string", string},
    {"upper", caseFilter<CaseChange::Upper>},
    {"lower", caseFilter<CaseChange::Lower>},
    {"capitalize", caseFilter<CaseChange::Capitalize>},
    {"title", title},
    {"replace", replace},
    {"safe", safe},
    {"indent", indent},
    {"e", escape},
    {"escape", escape},
    {"forceescape", forceEscape},
    {"format", format},
    {"center", center},
    {"truncate", truncate},
    {"wordcount", wordCount},
    {"wordwrap", wordWrap},
    {"pprint", prettyPrint},
    {"urlencode", urlEncode},
    {"striptags", stripTags},
    {"xmlattr", xmlAttributes},
};

}  // namespace

std::span<const FilterEntry> textFilters() {
    return kTextFilters;
}

}  // namespace hearth::jinja
