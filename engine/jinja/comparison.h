#pragma once

#include <cstddef>

#include "jinja/value.h"

namespace hearth::jinja {

/// Python's `a == b`. Charges the runtime for the nodes visited; Error(BadInput) on limits.
bool equals(Runtime& runtime, const Value& a, const Value& b);
/// Python's `a < b`; Error(BadInput) when the types have no order.
bool lessThan(Runtime& runtime, const Value& a, const Value& b);
/// Python's `item in container`.
bool contains(Runtime& runtime, const Value& container, const Value& item);
/// Python's bool(value).
bool truthy(const Value& value);

/// Equality and hash of dict keys: scalars and tuples of scalars. Error(BadInput) for others, as Python's
/// "unhashable".
bool sameKey(const Value& a, const Value& b);
size_t keyHash(const Value& key);

}  // namespace hearth::jinja
