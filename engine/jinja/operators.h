#pragma once

#include "jinja/runtime.h"
#include "jinja/syntax.h"

namespace hearth::jinja {

/// Python's arithmetic operators, with string and list concatenation, repetition and % formatting.
/// Error(BadInput) for wrong types, division by zero and integers past 64 bits.
Value calculate(Runtime& runtime, Operator op, const Value& a, const Value& b);
Value negate(const Value& value);
Value unaryPlus(const Value& value);
/// ==, !=, <, <=, >, >=, in, not in.
bool compare(Runtime& runtime, Operator op, const Value& a, const Value& b);
/// value[start:stop:step] of strings, lists, tuples and ranges; None for a part that was left out.
Value sliceOf(Runtime& runtime, const Value& value, const Value& start, const Value& stop, const Value& step);

}  // namespace hearth::jinja
