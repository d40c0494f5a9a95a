#include "jinja/python_repr.h"

#include <array>
#include <charconv>
#include <cmath>

#include "jinja/output.h"
#include "jinja/text_search.h"
#include "unicode/char_class.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

constexpr uint64_t kFloatUnits = 256;

void appendHex(std::string& out, char32_t codePoint, int digits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) {
        out.push_back(kDigits[(codePoint >> static_cast<unsigned>(shift)) & 0xFU]);
    }
}

std::string escapedCharacter(char32_t codePoint, char quote) {
    if (codePoint == static_cast<char32_t>(quote)) return std::string{'\\', quote};
    switch (codePoint) {
        case '\\':
            return "\\\\";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            break;
    }
    std::string out;
    if (codePoint < 0x100) {
        out = "\\x";
        appendHex(out, codePoint, 2);
    } else if (codePoint < 0x10000) {
        out = "\\u";
        appendHex(out, codePoint, 4);
    } else {
        out = "\\U";
        appendHex(out, codePoint, 8);
    }
    return out;
}

class ReprWriter {
public:
    explicit ReprWriter(Runtime& runtime) : m_runtime(runtime), m_out(runtime) {}

    void write(const Value& value) {
        const Runtime::Depth depth(m_runtime);
        m_runtime.step();
        switch (value.kind()) {
            case Kind::Undefined:
                if (value.isUnsafe()) throwUndefined(value);
                put("Undefined");
                break;
            case Kind::None:
                put("None");
                break;
            case Kind::Bool:
                put(value.asBool() ? "True" : "False");
                break;
            case Kind::Int:
                put(std::to_string(value.asInt()));
                break;
            case Kind::Float:
                m_runtime.charge(kFloatUnits);
                put(floatRepr(value.asFloat()));
                break;
            case Kind::String:
                writeString(value);
                break;
            case Kind::Sequence:
                writeSequence(value.sequence());
                break;
            case Kind::Dict:
                writeDict(value.dict());
                break;
            case Kind::Namespace:
                put("<Namespace ");
                writeDict(static_cast<NamespaceObject*>(value.object())->dict());
                put(">");
                break;
            case Kind::Callable:
                put("<" + std::string(typeName(value)) + ">");
                break;
        }
    }

    Text take() { return m_out.take(); }

private:
    void put(std::string_view text) { m_out.append(text, true); }

    void writeString(const Value& value) {
        const Text& text = value.text();
        const std::string& bytes = text.bytes();
        const bool hasSingle = findText(m_runtime, bytes, "'") != std::string::npos;
        const bool doubleQuotes = hasSingle && findText(m_runtime, bytes, "\"") == std::string::npos;
        const char quote = doubleQuotes ? '"' : '\'';
        Pass pass(m_runtime, bytes.size(), kLookUpUnits);
        if (value.isMarkup()) put("Markup(");
        put(std::string_view(&quote, 1));
        size_t plainFrom = 0;
        for (size_t at = 0; at < bytes.size();) {
            pass.reach(at);
            const size_t next = nextCharacter(bytes, at);
            const char32_t codePoint = decodeAt(bytes, at);
            const bool plain =
                codePoint != static_cast<char32_t>(quote) && codePoint != '\\' && isPrintable(codePoint);
            if (!plain) {
                m_out.append(text, plainFrom, at);
                m_out.append(escapedCharacter(codePoint, quote), text.trustedAt(at));
                plainFrom = next;
            }
            at = next;
        }
        m_out.append(text, plainFrom, bytes.size());
        put(std::string_view(&quote, 1));
        if (value.isMarkup()) put(")");
    }

    void writeItems(const Values& items) {
        bool first = true;
        for (const Value& item : items) {
            if (!first) put(", ");
            first = false;
            write(item);
        }
    }

    void writeSequence(const SequenceObject& sequence) {
        const auto& items = sequence.items();
        switch (sequence.form()) {
            case SequenceObject::Form::List:
                put("[");
                writeItems(items);
                put("]");
                return;
            case SequenceObject::Form::Tuple:
                put("(");
                writeItems(items);
                put(items.size() == 1 ? ",)" : ")");
                return;
            case SequenceObject::Form::Range:
                writeRange(items);
                return;
            case SequenceObject::Form::Generator:
                put("<generator object>");
                return;
            case SequenceObject::Form::DictKeys:
                put("dict_keys([");
                break;
            case SequenceObject::Form::DictValues:
                put("dict_values([");
                break;
            case SequenceObject::Form::DictItems:
                put("dict_items([");
                break;
        }
        writeItems(items);
        put("])");
    }

    // The bounds that give the same numbers; Python shows the bounds as they were written.
    void writeRange(const Values& items) {
        const int64_t start = items.empty() ? 0 : items.front().asInt();
        const int64_t step = items.size() < 2 ? 1 : items[1].asInt() - start;
        const int64_t stop = items.empty() ? 0 : items.back().asInt() + (step > 0 ? 1 : -1);
        put("range(" + std::to_string(start) + ", " + std::to_string(stop) +
            (step == 1 ? ")" : ", " + std::to_string(step) + ")"));
    }

    void writeDict(const DictObject& dict) {
        put("{");
        bool first = true;
        for (const auto& [key, value] : dict.entries()) {
            if (!first) put(", ");
            first = false;
            write(key);
            put(": ");
            write(value);
        }
        put("}");
    }

    Runtime& m_runtime;
    Output m_out;
};

}  // namespace

Text pythonRepr(Runtime& runtime, const Value& value) {
    ReprWriter writer(runtime);
    writer.write(value);
    return writer.take();
}

std::string floatRepr(double number) {
    if (std::isnan(number)) return "nan";
    if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
    std::array<char, 64> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::scientific)
            .ptr;
    const std::string_view shortest(buffer.data(), static_cast<size_t>(end - buffer.data()));
    const size_t mark = shortest.find('e');
    int exponent = 0;
    const size_t digitsAt = mark + (shortest[mark + 1] == '+' ? 2 : 1);
    std::from_chars(shortest.data() + digitsAt, shortest.data() + shortest.size(), exponent);
    if (exponent < -4 || exponent >= 16) {
        std::string out(shortest.substr(0, mark));
        const std::string digits = std::to_string(std::abs(exponent));
        return out + (exponent < 0 ? "e-" : "e+") + (digits.size() < 2 ? "0" : "") + digits;
    }
    std::array<char, 64> plain{};
    const auto plainEnd =
        std::to_chars(plain.data(), plain.data() + plain.size(), number, std::chars_format::fixed).ptr;
    std::string out(plain.data(), plainEnd);
    if (out.find('.') == std::string::npos) out += ".0";
    return out;
}

}  // namespace hearth::jinja
