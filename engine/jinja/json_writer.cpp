#include "jinja/json_writer.h"

#include <algorithm>
#include <cmath>

#include "jinja/comparison.h"
#include "jinja/output.h"
#include "jinja/python_repr.h"
#include "jinja/runtime.h"
#include "jinja/text_search.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr uint64_t kJsonFloatUnits = 256;

void appendUnicodeEscape(std::string& out, unsigned unit) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += "\\u";
    for (unsigned shift = 16; shift > 0; shift -= 4) out.push_back(kDigits[(unit >> (shift - 4)) & 0xFU]);
}

// Empty when the character stands for itself.
std::string escapeOf(char32_t codePoint, bool ensureAscii) {
    switch (codePoint) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        case '\b':
            return "\\b";
        case '\f':
            return "\\f";
        default:
            break;
    }
    std::string out;
    if (codePoint < 0x20 || (ensureAscii && codePoint > 0x7E && codePoint < 0x10000)) {
        appendUnicodeEscape(out, static_cast<unsigned>(codePoint));
    } else if (ensureAscii && codePoint >= 0x10000) {
        const char32_t offset = codePoint - 0x10000;
        appendUnicodeEscape(out, static_cast<unsigned>(0xD800 + (offset >> 10U)));
        appendUnicodeEscape(out, static_cast<unsigned>(0xDC00 + (offset & 0x3FFU)));
    }
    return out;
}

std::string numberText(const Value& value) {
    if (value.kind() == Kind::Bool) return value.asBool() ? "true" : "false";
    if (value.kind() == Kind::Int) return std::to_string(value.asInt());
    const double number = value.asFloat();
    if (std::isnan(number)) return "NaN";
    if (std::isinf(number)) return number > 0 ? "Infinity" : "-Infinity";
    return floatRepr(number);
}

class JsonWriter {
public:
    JsonWriter(Runtime& runtime, const JsonFormat& format)
        : m_runtime(runtime), m_format(format), m_out(runtime) {}

    void write(const Value& value, size_t level) {
        const Runtime::Depth depth(m_runtime);
        m_runtime.step();
        switch (value.kind()) {
            case Kind::None:
                put("null");
                return;
            case Kind::Float:
                m_runtime.charge(kJsonFloatUnits);
                [[fallthrough]];
            case Kind::Bool:
            case Kind::Int:
                put(numberText(value));
                return;
            case Kind::String:
                writeString(value.text());
                return;
            case Kind::Dict:
                writeDict(value.dict(), level);
                return;
            case Kind::Sequence:
                if (value.sequence().form() <= SequenceObject::Form::Tuple) {
                    writeArray(value.sequence().items(), level);
                    return;
                }
                break;
            default:
                break;
        }
        throwTypeError("Object of type " + std::string(typeName(value)) + " is not JSON serializable");
    }

    Text take() { return m_out.take(); }

private:
    void put(std::string_view text) { m_out.append(text, true); }

    void breakLine(size_t level) {
        if (!m_format.indent) return;
        put("\n");
        for (size_t i = 0; i < level; ++i) m_out.append(*m_format.indent);
    }

    void writeString(const Text& text) {
        const std::string& bytes = text.bytes();
        Pass pass(m_runtime, bytes.size(), 2 * kDecodingUnits);
        put("\"");
        size_t plainFrom = 0;
        for (size_t at = 0; at < bytes.size();) {
            pass.reach(at);
            const size_t next = nextCharacter(bytes, at);
            const std::string escape = escapeOf(decodeAt(bytes, at), m_format.ensureAscii);
            if (!escape.empty()) {
                m_out.append(text, plainFrom, at);
                m_out.append(escape, text.trustedAt(at));
                plainFrom = next;
            }
            at = next;
        }
        m_out.append(text, plainFrom, bytes.size());
        put("\"");
    }

    void writeArray(const Values& items, size_t level) {
        if (items.empty()) return put("[]");
        put("[");
        bool first = true;
        for (const Value& item : items) {
            if (!first) m_out.append(m_format.itemSeparator);
            first = false;
            breakLine(level + 1);
            write(item, level + 1);
        }
        breakLine(level);
        put("]");
    }

    void writeKey(const Value& key) {
        if (key.isString()) return writeString(key.text());
        if (key.isNone()) return put("\"null\"");
        if (key.isNumber()) return put("\"" + numberText(key) + "\"");
        throwTypeError("keys must be str, int, float, bool or None, not " + std::string(typeName(key)));
    }

    void writeDict(const DictObject& dict, size_t level) {
        if (dict.size() == 0) return put("{}");
        m_runtime.charge(16 * dict.size());
        DictObject::Entries entries = dict.entries();
        if (m_format.sortKeys) {
            std::stable_sort(entries.begin(), entries.end(), [this](const auto& a, const auto& b) {
                return lessThan(m_runtime, a.first, b.first);
            });
        }
        put("{");
        bool first = true;
        for (const auto& [key, value] : entries) {
            if (!first) m_out.append(m_format.itemSeparator);
            first = false;
            breakLine(level + 1);
            writeKey(key);
            m_out.append(m_format.keySeparator);
            write(value, level + 1);
        }
        breakLine(level);
        put("}");
    }

    Runtime& m_runtime;
    const JsonFormat& m_format;
    Output m_out;
};

}  // namespace

Text writeJson(Runtime& runtime, const Value& value, const JsonFormat& format) {
    JsonWriter writer(runtime, format);
    writer.write(value, 0);
    return writer.take();
}

}  // namespace hearth::jinja
