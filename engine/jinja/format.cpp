#include "jinja/format.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "hearth/readable_text.h"
#include "jinja/format_spec.h"
#include "jinja/output.h"
#include "jinja/python_repr.h"
#include "jinja/text_search.h"

namespace hearth::jinja {
namespace {

constexpr size_t kMaxField = 4096;  // bytes between the braces of a format string

std::optional<int64_t> wholeNumber(std::string_view text) {
    int64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || result.ec != std::errc() || result.ptr != text.data() + text.size() || number < 0) {
        return std::nullopt;
    }
    return number;
}

class BraceFormatter {
public:
    BraceFormatter(Runtime& runtime, const Arguments& arguments)
        : m_runtime(runtime), m_arguments(arguments) {}

    Text format(const Text& text, int nesting) {
        if (nesting < 0) throwTypeError("a format specification nests too deeply");
        const std::string_view bytes = text.bytes();
        Output out(m_runtime);
        for (size_t at = 0; at < bytes.size();) {
            const size_t brace = braceFrom(bytes, at);
            out.append(text, at, brace);
            if (brace == bytes.size()) break;
            if (brace + 1 < bytes.size() && bytes[brace + 1] == bytes[brace]) {
                out.append(text, brace, brace + 1);
                at = brace + 2;
                continue;
            }
            if (bytes[brace] == '}') throwTypeError("single '}' encountered in format string");
            const size_t end = fieldEnd(bytes, brace + 1);
            out.append(formatField(text.slice(brace + 1, end), nesting));
            at = end + 1;
        }
        return out.take();
    }

private:
    size_t braceFrom(std::string_view bytes, size_t at) {
        Pass pass(m_runtime, bytes.size() - at, 1);
        for (const size_t from = at; at < bytes.size() && bytes[at] != '{' && bytes[at] != '}'; ++at)
            pass.reach(at - from);
        return at;
    }

    size_t fieldEnd(std::string_view bytes, size_t at) {
        int depth = 1;
        bool inIndex = false;
        Pass pass(m_runtime, bytes.size() - at, 2);
        for (const size_t from = at; at < bytes.size(); ++at) {
            pass.reach(at - from);
            if (bytes[at] == '[') inIndex = true;
            if (bytes[at] == ']') inIndex = false;
            if (inIndex) continue;
            if (bytes[at] == '{') ++depth;
            if (bytes[at] == '}' && --depth == 0) return at;
        }
        throwTypeError("expected '}' before end of string");
    }

    Text formatField(const Text& field, int nesting) {
        m_runtime.step();
        const std::string_view bytes = field.bytes();
        if (bytes.size() > kMaxField) throwTypeError("a field of a format string is too long");
        size_t nameEnd = 0;
        for (bool inIndex = false; nameEnd < bytes.size(); ++nameEnd) {
            if (bytes[nameEnd] == '[') inIndex = true;
            if (bytes[nameEnd] == ']') inIndex = false;
            if (!inIndex && (bytes[nameEnd] == '!' || bytes[nameEnd] == ':')) break;
        }
        Value value = lookUp(bytes.substr(0, nameEnd));
        size_t at = nameEnd;
        if (at < bytes.size() && bytes[at] == '!') {
            const char conversion = at + 1 < bytes.size() ? bytes[at + 1] : '\0';
            if (conversion == 'r') {
                value = m_runtime.string(pythonRepr(m_runtime, value));
            } else if (conversion == 's') {
                value = m_runtime.string(toText(m_runtime, value));
            } else {
                throwTypeError("unknown conversion in format string");
            }
            at += 2;
        }
        if (at < bytes.size() && bytes[at] != ':') throwTypeError("expected ':' after conversion specifier");
        const Text spec = at < bytes.size() ? format(field.slice(at + 1, bytes.size()), nesting - 1) : Text();
        if (spec.empty()) return toText(m_runtime, value);
        return formatValue(m_runtime, value, parseFormatSpec(spec));
    }

    Value lookUp(std::string_view name) {
        const size_t first = std::min(name.find_first_of(".["), name.size());
        const std::string_view head = name.substr(0, first);
        Value value;
        if (head.empty()) {
            value = positional(m_next++);
        } else if (const auto index = wholeNumber(head)) {
            value = positional(*index);
        } else {
            m_runtime.charge(8 * m_arguments.named.size());
            const auto found = std::find_if(m_arguments.named.begin(), m_arguments.named.end(),
                                            [head](const auto& entry) { return entry.first == head; });
            if (found == m_arguments.named.end())
                throwTypeError("format() has no value for '" + readableText(head) + "'");
            value = found->second;
        }
        for (size_t at = first; at < name.size();) {
            m_runtime.step();
            if (name[at] == '.') {
                const size_t end = std::min(name.find_first_of(".[", at + 1), name.size());
                value = getAttribute(m_runtime, value, name.substr(at + 1, end - at - 1));
                at = end;
            } else if (name[at] == '[') {
                const size_t end = name.find(']', at);
                if (end == std::string_view::npos) throwTypeError("missing ']' in format string");
                const std::string_view key = name.substr(at + 1, end - at - 1);
                const auto index = wholeNumber(key);
                value =
                    getItem(m_runtime, value, index ? Value(*index) : m_runtime.trusted(std::string(key)));
                at = end + 1;
            } else {
                throwTypeError("only '.' or '[' may follow ']' in format string");
            }
        }
        return value;
    }

    Value positional(int64_t index) const {
        if (static_cast<size_t>(index) >= m_arguments.positional.size()) {
            throwTypeError("format() needs more values than it was given");
        }
        return m_arguments.positional[static_cast<size_t>(index)];
    }

    Runtime& m_runtime;
    const Arguments& m_arguments;
    int64_t m_next = 0;
};

// Mappings for this purpose in Python: everything with [] except tuples and strings.
bool hasItems(const Value& value) {
    if (value.isDict() || value.isUndefined()) return true;
    return value.isSequence() && value.sequence().indexable() &&
           value.sequence().form() != SequenceObject::Form::Tuple;
}

class PercentFormatter {
public:
    PercentFormatter(Runtime& runtime, const Text& format, const Value& values)
        : m_runtime(runtime), m_format(format), m_values(values) {
        const bool tuple = values.isSequence() && values.sequence().form() == SequenceObject::Form::Tuple;
        if (tuple) {
            runtime.charge(8 * values.sequence().items().size());
            m_items = values.sequence().items();
        } else {
            m_items = {values};
        }
    }

    Text run() {
        const std::string_view bytes = m_format.bytes();
        m_runtime.charge(2 * bytes.size());
        Output out(m_runtime);
        for (size_t at = 0; at < bytes.size();) {
            const size_t percent = std::min(findText(m_runtime, bytes, "%", at), bytes.size());
            out.append(m_format, at, percent);
            if (percent == bytes.size()) break;
            at = percent + 1;
            out.append(convert(bytes, at));
        }
        if (m_next < m_items.size() && !m_usedMapping && !hasItems(m_values)) {
            throwTypeError("not all arguments converted during string formatting");
        }
        return out.take();
    }

private:
    Value nextItem() {
        if (m_next >= m_items.size()) throwTypeError("not enough arguments for format string");
        return m_items[m_next++];
    }

    int64_t readNumber(std::string_view bytes, size_t& at) {
        if (at < bytes.size() && bytes[at] == '*') {
            ++at;
            const Value number = nextItem();
            if (!number.isInteger()) throwTypeError("* wants int");
            return number.asInt();
        }
        int64_t number = 0;
        for (; at < bytes.size() && bytes[at] >= '0' && bytes[at] <= '9'; ++at) {
            number = std::min<int64_t>(number * 10 + (bytes[at] - '0'), 1'000'000'000);
        }
        return number;
    }

    // One conversion; `at` stands behind its '%' and ends behind its type.
    Text convert(std::string_view bytes, size_t& at) {
        m_runtime.step();
        std::optional<Value> value;
        if (at < bytes.size() && bytes[at] == '(') {
            const size_t end = findText(m_runtime, bytes, ")", at);
            if (end == std::string_view::npos || !m_values.isDict())
                throwTypeError("format requires a mapping");
            const Value* found = m_values.dict().find(bytes.substr(at + 1, end - at - 1));
            if (found == nullptr) throwTypeError("a format key is missing in the mapping");
            value = *found;
            m_usedMapping = true;
            at = end + 1;
        }
        FormatSpec spec;
        spec.align = '>';
        for (; at < bytes.size() && std::string_view("-+ #0").find(bytes[at]) != std::string_view::npos;
             ++at) {
            if (bytes[at] == '-') spec.align = '<';
            if (bytes[at] == '+') spec.sign = '+';
            if (bytes[at] == ' ' && spec.sign == '-') spec.sign = ' ';
            if (bytes[at] == '#') spec.alternate = true;
            if (bytes[at] == '0' && spec.align == '>') spec.align = '=';
        }
        if (spec.align == '=') spec.fill = Text::trusted("0");
        spec.width = readNumber(bytes, at);
        if (at < bytes.size() && bytes[at] == '.') {
            ++at;
            spec.precision = readNumber(bytes, at);
        }
        while (at < bytes.size() && std::string_view("hlL").find(bytes[at]) != std::string_view::npos) ++at;
        if (at >= bytes.size()) throwTypeError("incomplete format");
        spec.type = bytes[at++];
        if (spec.type == '%') return Text::trusted("%");
        if (!value) value = nextItem();
        return formatOne(*value, spec);
    }

    Text formatOne(const Value& value, FormatSpec& spec) {
        if (spec.type == 's' || spec.type == 'r' || spec.type == 'a') {
            const Text text = spec.type == 's' ? toText(m_runtime, value) : pythonRepr(m_runtime, value);
            if (spec.align == '=') spec.align = '>';
            spec.fill = Text::trusted(" ");
            spec.type = 's';
            return formatValue(m_runtime, m_runtime.string(text), spec);
        }
        if (spec.type == 'c' && value.isString()) {
            if (lengthOf(m_runtime, value) != 1) throwTypeError("%c requires int or char");
            spec.type = 's';
            return formatValue(m_runtime, value, spec);
        }
        if (!value.isNumber()) {
            throwTypeError(std::string("%") + spec.type + " format: a number is required, not " +
                           std::string(typeName(value)));
        }
        if (spec.type == 'i' || spec.type == 'u') spec.type = 'd';
        Value number = value;
        const bool wantsInteger = std::string_view("doxXc").find(spec.type) != std::string_view::npos;
        if (wantsInteger && !value.isInteger()) {
            if (spec.type != 'd') throwTypeError("an integer is required, not float");
            if (!(std::abs(value.asFloat()) < 9.0e18)) throwTypeError("an integer is too large");
            number = Value(static_cast<int64_t>(value.asFloat()));
        }
        if (wantsInteger) spec.precision.reset();
        return formatValue(m_runtime, number, spec);
    }

    Runtime& m_runtime;
    const Text& m_format;
    const Value& m_values;
    Values m_items;
    size_t m_next = 0;
    bool m_usedMapping = false;
};

}  // namespace

Text braceFormat(Runtime& runtime, const Text& format, const Arguments& arguments) {
    return BraceFormatter(runtime, arguments).format(format, 2);
}

Text percentFormat(Runtime& runtime, const Text& format, const Value& values) {
    return PercentFormatter(runtime, format, values).run();
}

}  // namespace hearth::jinja
