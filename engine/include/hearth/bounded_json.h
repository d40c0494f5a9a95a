#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string_view>

namespace hearth {

/// The only functions that read JSON from files, servers and models. The result can be copied, written and
/// destroyed without running out of stack, and takes memory in proportion to a limit: lists and objects are
/// nested at most `deepestJson` deep, and there are at most `mostJsonValues` values.
inline constexpr size_t deepestJson = 100, mostJsonValues = size_t{1} << 22U;

/// True if the text keeps to both limits. Does not check that the text is JSON.
bool isBoundedJson(std::string_view text) noexcept;

/// The value of a JSON text; is_discarded() if it is not JSON or exceeds a limit.
nlohmann::json parseJson(std::string_view text);
/// Likewise; objects keep the order of their entries.
nlohmann::ordered_json parseOrderedJson(std::string_view text);

/// Takes over the entries of another object, as update() does, in time in proportion to both: an object that
/// keeps its order is walked for each key that is looked for in it. Both are objects.
void mergeEntries(nlohmann::ordered_json& object, nlohmann::ordered_json entries);

}  // namespace hearth
