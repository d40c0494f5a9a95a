#pragma once

#include <ctime>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

#include "jinja/value.h"

namespace hearth::jinja {

/// A variable of the context as a template value; nullopt when it is not there.
/// Strings are untrusted, but for variables named *_token, and for the roles of `messages` when they are
/// plain words: templates build control tokens from them ('<|' + role + '|>'), and the program chooses them,
/// not the person.
std::optional<Value> contextVariable(Runtime& runtime, const nlohmann::ordered_json& context,
                                     std::string_view name);

/// The local time that strftime_now shows: the context's "now" ("2026-01-15T12:34:56"), or the clock's.
/// Error(BadInput) for a "now" of another form.
std::tm contextTime(const nlohmann::ordered_json& context);

}  // namespace hearth::jinja
