// Methods of str values.
#include <algorithm>

#include "jinja/arguments.h"
#include "jinja/format.h"
#include "jinja/methods.h"
#include "jinja/output.h"
#include "jinja/text_operations.h"
#include "jinja/text_search.h"
#include "unicode/char_class.h"
#include "unicode/letter_case.h"
#include "unicode/utf8.h"

namespace hearth::jinja {
namespace {

Value listOfTexts(Runtime& runtime, Texts texts) {
    Values items;
    items.reserve(texts.size());
    for (Text& text : texts) items.push_back(runtime.string(std::move(text)));
    return runtime.list(std::move(items));
}

template <bool left, bool right>
Value strip(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("strip", arguments, {"chars"});
    const Text* characters = reader.get(0).isNone() ? nullptr : &reader.string(0);
    return runtime.string(stripText(runtime, self.text(), characters, left, right));
}

template <CaseChange change>
Value caseMethod(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    return runtime.string(changeCase(runtime, self.text(), change));
}

template <bool fromRight>
Value split(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("split", arguments, {"sep", "maxsplit"});
    const int64_t limit = reader.integer(1, -1);
    if (reader.get(0).isNone())
        return listOfTexts(runtime, splitSpace(runtime, self.text(), limit, fromRight));
    const std::string& separator = reader.string(0).bytes();
    return listOfTexts(runtime, fromRight ? splitTextRight(runtime, self.text(), separator, limit)
                                          : splitText(runtime, self.text(), separator, limit));
}

Value splitLinesMethod(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("splitlines", arguments, {"keepends"});
    return listOfTexts(runtime, splitLines(runtime, self.text(), reader.flag(0, false)));
}

Value replaceIn(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("replace", arguments, {"old", "new", "count"});
    reader.require(1);
    return runtime.string(
        replaceText(runtime, self.text(), reader.string(0), reader.string(1), reader.integer(2, -1)));
}

// The bytes of self[start:end], the bounds being arguments `first` and `first + 1`, and the first one's
// character.
struct Window {
    std::string_view bytes;
    int64_t firstCharacter;
};
Window windowOf(Runtime& runtime, const Value& self, const ArgumentReader& reader, size_t first) {
    const std::string_view bytes = self.bytes();
    if (!reader.has(first)) return {bytes, 0};
    const int64_t length = lengthOf(runtime, self);
    const auto clamp = [length](int64_t index) {
        return std::clamp<int64_t>(index < 0 ? index + length : index, 0, length);
    };
    const int64_t begin = clamp(reader.integer(first, 0));
    const int64_t end = std::max(begin, clamp(reader.integer(first + 1, length)));
    const auto byteOf = [&](int64_t index) {
        return offsetOfCharacter(runtime, bytes, static_cast<size_t>(index));
    };
    const size_t from = byteOf(begin);
    return {bytes.substr(from, byteOf(end) - from), begin};
}

template <bool atStart>
Value hasAffix(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader(atStart ? "startswith" : "endswith", arguments, {"affix", "start", "end"});
    const std::string_view bytes = windowOf(runtime, self, reader, 1).bytes;
    const auto matches = [&](const Value& affix) {
        if (!affix.isString()) throwTypeError("startswith and endswith need a str or a tuple of str");
        const std::string_view part = affix.bytes();
        if (part.size() > bytes.size()) return false;
        return sameBytes(runtime, part, bytes.substr(atStart ? 0 : bytes.size() - part.size(), part.size()));
    };
    const Value& affix = reader.require(0);
    const bool tuple = affix.isSequence() && affix.sequence().form() == SequenceObject::Form::Tuple;
    if (!tuple) return {matches(affix)};
    const auto& items = affix.sequence().items();
    return {std::any_of(items.begin(), items.end(), matches)};
}

template <bool fromRight, bool mustExist>
Value find(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("find", arguments, {"sub", "start", "end"});
    reader.require(0);
    const Window window = windowOf(runtime, self, reader, 1);
    const std::string& part = reader.string(0).bytes();
    const size_t at =
        fromRight ? findTextLast(runtime, window.bytes, part) : findText(runtime, window.bytes, part);
    if (at == std::string_view::npos) {
        if (mustExist) throwTypeError("substring not found");
        return {-1};
    }
    return {window.firstCharacter +
            static_cast<int64_t>(countCharacters(runtime, window.bytes.substr(0, at)))};
}

Value count(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("count", arguments, {"sub", "start", "end"});
    reader.require(0);
    const std::string_view bytes = windowOf(runtime, self, reader, 1).bytes;
    const std::string& part = reader.string(0).bytes();
    if (part.empty()) return {static_cast<int64_t>(countCharacters(runtime, bytes)) + 1};
    int64_t found = 0;
    for (size_t at = findText(runtime, bytes, part); at != std::string_view::npos;
         at = findText(runtime, bytes, part, at + part.size()))
        ++found;
    return {found};
}

template <Alignment alignment>
Value pad(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("center", arguments, {"width", "fillchar"});
    reader.require(0);
    const Text fill = reader.has(1) ? reader.string(1) : Text::trusted(" ");
    return runtime.string(padText(runtime, self.text(), reader.integer(0, 0), fill, alignment));
}

Value zeroFill(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("zfill", arguments, {"width"});
    const bool sign = self.bytes().starts_with('-') || self.bytes().starts_with('+');
    const Text digits = self.text().slice(sign ? 1 : 0, self.bytes().size());
    Output out(runtime);
    out.append(self.text(), 0, sign ? 1 : 0);
    const int64_t width = std::max<int64_t>(reader.integer(0, 0), 0) - (sign ? 1 : 0);
    out.append(padText(runtime, digits, width, Text::trusted("0"), Alignment::Right));
    return runtime.string(out.take());
}

Value joinWith(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("join", arguments, {"iterable"});
    Output out(runtime);
    bool first = true;
    for (const Value& item : iterate(runtime, reader.require(0))) {
        if (!item.isString()) {
            throwTypeError("join() needs strings, but found '" + std::string(typeName(item)) + "'");
        }
        if (!first) out.append(self.text());
        first = false;
        out.append(item.text());
    }
    return runtime.string(out.take());
}

Value formatMethod(Runtime& runtime, const Value& self, Arguments& arguments) {
    return runtime.string(braceFormat(runtime, self.text(), arguments));
}

template <bool prefix>
Value removeAffix(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader(prefix ? "removeprefix" : "removesuffix", arguments, {"affix"});
    const std::string& bytes = self.bytes();
    const std::string& affix = reader.string(0).bytes();
    if (affix.empty() || affix.size() > bytes.size()) return self;
    const size_t at = prefix ? 0 : bytes.size() - affix.size();
    if (!sameBytes(runtime, affix, std::string_view(bytes).substr(at, affix.size()))) return self;
    return runtime.string(prefix ? self.text().slice(affix.size(), bytes.size())
                                 : self.text().slice(0, bytes.size() - affix.size()));
}

template <bool fromRight>
Value partition(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("partition", arguments, {"sep"});
    const Text& separator = reader.string(0);
    if (separator.empty()) throwTypeError("empty separator");
    const size_t at = fromRight ? findTextLast(runtime, self.bytes(), separator.bytes())
                                : findText(runtime, self.bytes(), separator.bytes());
    const size_t size = self.bytes().size();
    if (at == std::string::npos) {
        const Value empty = runtime.string({});
        return fromRight ? runtime.tuple({empty, empty, self}) : runtime.tuple({self, empty, empty});
    }
    const size_t after = at + separator.size();
    return runtime.tuple({runtime.string(self.text().slice(0, at)),
                          runtime.string(self.text().slice(at, after)),
                          runtime.string(self.text().slice(after, size))});
}

Value expandTabs(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("expandtabs", arguments, {"tabsize"});
    const int64_t size = std::clamp<int64_t>(reader.integer(0, 8), 0, 1000);
    const std::string& bytes = self.bytes();
    Output out(runtime);
    int64_t column = 0;
    for (size_t at = 0; at < bytes.size();) {
        runtime.charge(8);
        const size_t next = nextCharacter(bytes, at);
        if (bytes[at] == '\t') {
            const int64_t blanks = size == 0 ? 0 : size - column % size;
            out.append(std::string(static_cast<size_t>(blanks), ' '), self.text().trustedAt(at));
            column += blanks;
        } else {
            out.append(self.text(), at, next);
            column = bytes[at] == '\n' || bytes[at] == '\r' ? 0 : column + 1;
        }
        at = next;
    }
    return runtime.string(out.take());
}

template <bool (*predicate)(char32_t)>
Value allOf(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    const std::string& bytes = self.bytes();
    Pass pass(runtime, bytes.size(), kLookUpUnits);
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) {
        pass.reach(at);
        if (!predicate(decodeAt(bytes, at))) return {false};
    }
    return {!bytes.empty()};
}

// At least one cased character, and none of the other case.
template <bool upper>
Value isCase(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    const std::string& bytes = self.bytes();
    bool any = false;
    Pass pass(runtime, bytes.size(), 2 * kLookUpUnits);
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) {
        pass.reach(at);
        const char32_t c = decodeAt(bytes, at);
        if (upper ? isLowerCase(c) : isUpperCase(c)) return {false};
        any = any || (upper ? isUpperCase(c) : isLowerCase(c));
    }
    return {any};
}

// Words begin with a capital and go on without, and there is at least one.
Value isTitle(Runtime& runtime, const Value& self, Arguments& arguments) {
    refuseArguments(arguments);
    const std::string& bytes = self.bytes();
    bool any = false, inside = false;
    Pass pass(runtime, bytes.size(), 4 * kLookUpUnits);
    for (size_t at = 0; at < bytes.size(); at = nextCharacter(bytes, at)) {
        pass.reach(at);
        const char32_t c = decodeAt(bytes, at);
        const bool lower = isLowerCase(c);
        const bool cased = lower || isUpperCase(c) || toLowerCase(c) != std::u32string{c};
        if (cased && lower != inside) return {false};
        any = any || cased;
        inside = cased;
    }
    return {any};
}

Value codePointOf(const Value& key) {
    if (key.isInteger()) return key;
    if (!key.isString() || key.bytes().size() > 4 || hearth::countCharacters(key.bytes()) != 1)
        throwTypeError("keys of a translation are code points or strings of one character");
    return {static_cast<int64_t>(decodeAt(key.bytes(), 0))};
}

Value makeTranslation(Runtime& runtime, const Value& /*self*/, Arguments& arguments) {
    const ArgumentReader reader("maketrans", arguments, {"x", "y", "z"});
    const auto table = runtime.dict();
    if (!reader.has(1)) {
        if (!reader.require(0).isDict()) throwTypeError("maketrans with one argument needs a dict");
        for (const auto& [key, to] : reader.require(0).dict().entries()) table->set(codePointOf(key), to);
        return {table};
    }
    const Values from = iterate(runtime, runtime.string(reader.string(0))),
                 to = iterate(runtime, runtime.string(reader.string(1)));
    if (from.size() != to.size()) throwTypeError("the first two maketrans arguments must have equal length");
    for (size_t i = 0; i < from.size(); ++i) table->set(codePointOf(from[i]), codePointOf(to[i]));
    if (reader.has(2)) {
        for (const Value& gone : iterate(runtime, runtime.string(reader.string(2))))
            table->set(codePointOf(gone), {});
    }
    return {table};
}

Value translate(Runtime& runtime, const Value& self, Arguments& arguments) {
    const ArgumentReader reader("translate", arguments, {"table"});
    if (!reader.require(0).isDict()) throwTypeError("translate needs a dict");
    const DictObject& table = reader.require(0).dict();
    const std::string& bytes = self.bytes();
    Output out(runtime);
    for (size_t at = 0; at < bytes.size();) {
        const size_t next = nextCharacter(bytes, at);
        const Value* to = table.find(Value(static_cast<int64_t>(decodeAt(bytes, at))));
        if (to == nullptr) {
            out.append(self.text(), at, next);
        } else if (to->isString()) {
            out.append(to->text());
        } else if (to->isInteger()) {
            if (to->asInt() < 0 || to->asInt() > 0x10FFFF)
                throwTypeError("character mapping must be in range(0x110000)");
            std::string character;
            appendUtf8(character, static_cast<char32_t>(to->asInt()));
            out.append(character, self.text().trustedAt(at));
        } else if (!to->isNone()) {
            throwTypeError("character mapping must return integer, None or str");
        }
        at = next;
    }
    return runtime.string(out.take());
}

bool alphabetic(char32_t c) {
    return isAlphabetic(c);
}
bool digit(char32_t c) {
    return isDecimalDigit(c);
}
bool alphanumeric(char32_t c) {
    return isAlphabetic(c) || isDecimalDigit(c);
}
bool space(char32_t c) {
    return isSpace(c);
}
bool ascii(char32_t c) {
    return c < 0x80;
}

struct MethodEntry {
    std::string_view name;
    MethodFunction function;
};
constexpr MethodEntry kStringMethods[] = {
    {"strip", strip<true, true>},
    {"lstrip", strip<true, false>},
    {"rstrip", strip<false, true>},
    {"split", split<false>},
    {"rsplit", split<true>},
    {"splitlines", splitLinesMethod},
    {"replace", replaceIn},
    {"startswith", hasAffix<true>},
    {"endswith", hasAffix<false>},
    {"upper", caseMethod<CaseChange::Upper>},
    {"lower", caseMethod<CaseChange::Lower>},
    {"casefold", caseMethod<CaseChange::Lower>},
    {"capitalize", caseMethod<CaseChange::Capitalize>},
    {"title", caseMethod<CaseChange::Title>},
    {"swapcase", caseMethod<CaseChange::Swap>},
    {"find", find<false, false>},
    {"rfind", find<true, false>},
    {"index", find<false, true>},
    {"rindex", find<true, true>},
    {"count", count},
    {"center", pad<Alignment::Center>},
    {"ljust", pad<Alignment::Left>},
    {"rjust", pad<Alignment::Right>},
    {"zfill", zeroFill},
    {"join", joinWith},
    {"expandtabs", expandTabs},
    {"format", formatMethod},
    {"removeprefix", removeAffix<true>},
    {"removesuffix", removeAffix<false>},
    {"partition", partition<false>},
    {"rpartition", partition<true>},
    {"isalpha", allOf<alphabetic>},
    {"isdigit", allOf<digit>},
    {"isdecimal", allOf<digit>},
    {"isnumeric", allOf<digit>},
    {"isalnum", allOf<alphanumeric>},
    {"isspace", allOf<space>},
    {"isascii", allOf<ascii>},
    {"isupper", isCase<true>},
    {"islower", isCase<false>},
    {"istitle", isTitle},
    {"maketrans", makeTranslation},
    {"translate", translate},
};

}  // namespace

MethodFunction findStringMethod(std::string_view name) {
    const auto* found = std::find_if(std::begin(kStringMethods), std::end(kStringMethods),
                                     [name](const MethodEntry& entry) { return entry.name == name; });
    return found == std::end(kStringMethods) ? nullptr : found->function;
}

}  // namespace hearth::jinja
