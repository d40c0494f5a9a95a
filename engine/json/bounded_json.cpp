#include "hearth/bounded_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace hearth {

namespace {

/// The number of an escape "\uXXXX" at a place; nullopt: there is none.
std::optional<uint32_t> escapedUnit(std::string_view text, size_t at) {
    constexpr size_t length = 6;
    if (text.size() < at + length || text[at] != '\\' || text[at + 1] != 'u') return std::nullopt;
    uint32_t unit = 0;
    const char* const end = text.data() + at + length;
    const auto [read, problem] = std::from_chars(text.data() + at + 2, end, unit, 16);
    if (problem != std::errc() || read != end) return std::nullopt;
    return unit;
}

bool isHighHalf(std::optional<uint32_t> unit) {
    return unit && *unit >= 0xD800 && *unit < 0xDC00;
}
bool isLowHalf(std::optional<uint32_t> unit) {
    return unit && *unit >= 0xDC00 && *unit < 0xE000;
}

/// The places of escapes that are half of a surrogate pair. JSON allows them (RFC 8259, section 8.2), UTF-8
/// does not.
std::vector<size_t> loneHalves(std::string_view text) {
    std::vector<size_t> places;
    for (size_t i = text.find('\\'); i < text.size(); i = text.find('\\', i)) {
        const auto unit = escapedUnit(text, i);
        if (isHighHalf(unit) && isLowHalf(escapedUnit(text, i + 6))) {
            i += 12;
        } else {
            if (isHighHalf(unit) || isLowHalf(unit)) places.push_back(i);
            i += 2;
        }
    }
    return places;
}

/// The text with another character in place of those that are none; nullopt: it has none of these.
std::optional<std::string> withoutLoneHalves(std::string_view text) {
    const std::vector<size_t> halves = loneHalves(text);
    if (halves.empty()) return std::nullopt;
    std::string whole(text);
    for (const size_t place : halves) whole.replace(place, 6, "\\uFFFD");
    return whole;
}

/// Builds a value from what the parser meets. Objects that keep the order of their keys are lists, in which a
/// key is found by a walk; large ones have an index here, so that an object of a million keys takes no longer
/// than a list of a million values.
class OrderedBuilder {
public:
    using Json = nlohmann::ordered_json;
    using number_integer_t = Json::number_integer_t;
    using number_unsigned_t = Json::number_unsigned_t;
    using number_float_t = Json::number_float_t;
    using string_t = Json::string_t;
    using binary_t = Json::binary_t;

    Json take() { return std::move(m_root); }

    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(number_integer_t value) { return add(value); }
    bool number_unsigned(number_unsigned_t value) { return add(value); }
    bool number_float(number_float_t value, const string_t&) { return std::isfinite(value) && add(value); }
    bool string(string_t& value) { return add(std::move(value)); }
    bool binary(binary_t&) { return false; }
    bool start_object(size_t) { return open(Json::object()); }
    bool start_array(size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    bool key(string_t& name) {
        Open& at = m_open.back();
        auto& entries = at.value->get_ref<Json::object_t&>();
        const auto [known, isNew] = find(at, entries, name);
        // Of two entries of one name the last one counts.
        if (isNew) entries.std::vector<Json::object_t::value_type>::emplace_back(std::move(name), Json());
        m_slot = &entries.begin()[static_cast<ptrdiff_t>(known)].second;
        return true;
    }
    bool parse_error(size_t, const std::string&, const nlohmann::detail::exception&) { return false; }

private:
    struct Open {
        Json* value = nullptr;
        std::unordered_map<std::string, size_t> index;  ///< of large objects
    };

    static std::pair<size_t, bool> find(Open& at, const Json::object_t& entries, const std::string& name) {
        constexpr size_t few = 16;
        if (entries.size() < few) {
            const auto known = std::find_if(entries.begin(), entries.end(),
                                            [&](const auto& entry) { return entry.first == name; });
            return {static_cast<size_t>(known - entries.begin()), known == entries.end()};
        }
        if (at.index.empty())
            for (const auto& [key, value] : entries) at.index.emplace(key, at.index.size());
        const auto [known, isNew] = at.index.try_emplace(name, entries.size());
        return {known->second, isNew};
    }
    template <typename Value>
    bool add(Value&& value) {
        (void)place(Json(std::forward<Value>(value)));
        return true;
    }
    bool open(Json&& empty) {
        Json* const at = place(std::move(empty));
        m_open.push_back({at, {}});
        return true;
    }
    bool close() {
        m_open.pop_back();
        return true;
    }
    /// Stores a value at its place and returns its address. Open values keep their addresses until they are
    /// closed.
    Json* place(Json&& value) {
        if (m_open.empty()) return &(m_root = std::move(value));
        Json* const in = m_open.back().value;
        if (in->is_array()) return &in->emplace_back(std::move(value));
        return &(*m_slot = std::move(value));
    }

    Json m_root;
    Json* m_slot = nullptr;  ///< of the key that was read last
    std::vector<Open> m_open;
};

}  // namespace

bool isBoundedJson(std::string_view text) noexcept {
    // Brackets and commas outside strings are what nests and separates; up to where a text stops being JSON
    // the parser sees the same ones.
    size_t depth = 0, values = 1;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\') ++i;
            inString = c != '"';
        } else if (c == '"') {
            inString = true;
        } else if (c == '{' || c == '[') {
            if (++depth > deepestJson || ++values > mostJsonValues) return false;
        } else if (c == '}' || c == ']') {
            if (depth != 0) --depth;
        } else if (c == ',') {
            if (++values > mostJsonValues) return false;
        }
    }
    return true;
}

nlohmann::json parseJson(std::string_view text) {
    if (!isBoundedJson(text)) return nlohmann::json(nlohmann::json::value_t::discarded);
    const auto whole = withoutLoneHalves(text);
    return nlohmann::json::parse(whole ? std::string_view(*whole) : text, nullptr, false);
}

nlohmann::ordered_json parseOrderedJson(std::string_view text) {
    const nlohmann::ordered_json discarded(nlohmann::ordered_json::value_t::discarded);
    if (!isBoundedJson(text)) return discarded;
    const auto whole = withoutLoneHalves(text);
    OrderedBuilder builder;
    const bool read = nlohmann::ordered_json::sax_parse(whole ? std::string_view(*whole) : text, &builder);
    return read ? builder.take() : discarded;
}

void mergeEntries(nlohmann::ordered_json& object, nlohmann::ordered_json entries) {
    using Object = nlohmann::ordered_json::object_t;
    auto& to = object.get_ref<Object&>();
    std::unordered_map<std::string, size_t> index;
    for (const auto& [key, value] : to) index.emplace(key, index.size());
    for (auto& [key, value] : entries.get_ref<Object&>()) {
        const auto [known, isNew] = index.try_emplace(key, to.size());
        if (isNew)
            to.std::vector<Object::value_type>::emplace_back(key, std::move(value));
        else
            to.begin()[static_cast<ptrdiff_t>(known->second)].second = std::move(value);
    }
}

}  // namespace hearth
