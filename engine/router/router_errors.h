#pragma once

#include "hearth/error.h"

/// Why the rules of a router cannot be used.
namespace hearth::errors {

inline constexpr ErrorKind rulesNoObject{
    ErrorCode::BadInput,
    {"routing.no-object", "The rules of the router are not a JSON object; correct the file."}};
/// The field, and what it must be.
inline constexpr ErrorKind rulesBadField{
    ErrorCode::BadInput, {"routing.bad-field", "The rules of the router cannot be used: \"%1\" must be %2."}};
inline constexpr ErrorKind rulesUnknownField{
    ErrorCode::BadInput,
    {"routing.unknown-field", "The rules of the router cannot be used: there is no rule called \"%1\"."}};

}  // namespace hearth::errors
