#pragma once

#include <span>
#include <string>

namespace hearth::openai {

/// The shortest text that reads as this float again; "null" for one that is no number.
std::string numberText(float value);
/// A JSON array of them. Values go through a double elsewhere, which takes twice the digits.
std::string numberList(std::span<const float> values);
/// Their bytes, little-endian, in base64 (RFC 4648, section 4).
std::string numberBytes(std::span<const float> values);

}  // namespace hearth::openai
