#include "model/metadata_reader.h"

#include <cmath>

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/readable_text.h"

namespace hearth {

namespace {

[[noreturn]] void refuse(const std::string& key, const std::string& what) {
    throw Error(ErrorCode::BadFile, "The model file's metadata entry " + readableText(key) + " " + what +
                                        "; the file is damaged.");
}

}  // namespace

MetadataReader::MetadataReader(const GgufFile& file, std::string architecture)
    : m_file(file), m_architecture(std::move(architecture)) {
}

std::string MetadataReader::full(std::string_view key) const {
    return m_architecture + "." + std::string(key);
}

bool MetadataReader::has(std::string_view key) const {
    return m_file.find(full(key)) != nullptr;
}

uint32_t MetadataReader::checked(std::string_view key, uint64_t value, uint64_t low, uint64_t high) const {
    if (value < low || value > high) {
        refuse(full(key), "is " + std::to_string(value) + " where " + std::to_string(low) + " to " +
                              std::to_string(high) + " is possible");
    }
    return static_cast<uint32_t>(value);
}

uint32_t MetadataReader::count(std::string_view key, uint64_t low, uint64_t high) const {
    const auto value = m_file.getUint(full(key));
    if (!value) refuse(full(key), "is missing");
    return checked(key, *value, low, high);
}

uint32_t MetadataReader::count(std::string_view key, uint64_t low, uint64_t high, uint32_t otherwise) const {
    const auto value = m_file.getUint(full(key));
    return value ? checked(key, *value, low, high) : otherwise;
}

std::vector<uint32_t> MetadataReader::counts(std::string_view key, uint64_t low, uint64_t high,
                                             size_t most) const {
    std::vector<uint32_t> counts;
    const GgufValue::Integers* const numbers = m_file.getIntegers(full(key));
    if (numbers == nullptr) return counts;
    if (numbers->size() > most) refuse(full(key), "has more than " + std::to_string(most) + " entries");
    for (const int64_t number : *numbers) {
        if (number < 0) refuse(full(key), "has a negative entry");
        counts.push_back(checked(key, static_cast<uint64_t>(number), low, high));
    }
    return counts;
}

uint32_t MetadataReader::perLayer(std::string_view key, uint32_t layer, uint64_t low, uint64_t high,
                                  uint32_t otherwise) const {
    const GgufValue* value = m_file.find(full(key));
    if (value == nullptr) return otherwise;
    if (!value->isArray()) return count(key, low, high);
    const auto& numbers = *m_file.getIntegers(full(key));
    if (layer >= numbers.size()) refuse(full(key), "has fewer entries than the model has layers");
    if (numbers[layer] < 0) refuse(full(key), "has a negative entry");
    return checked(key, static_cast<uint64_t>(numbers[layer]), low, high);
}

float MetadataReader::number(std::string_view key, float otherwise) const {
    const auto value = m_file.getFloat(full(key));
    if (!value) return otherwise;
    if (!std::isfinite(*value) || !std::isfinite(static_cast<float>(*value)))
        refuse(full(key), "is not a finite number");
    return static_cast<float>(*value);
}

float MetadataReader::numberOfLayer(std::string_view key, uint32_t layer, float otherwise) const {
    const GgufValue* const value = m_file.find(full(key));
    if (value == nullptr || !value->isArray()) return number(key, otherwise);
    const GgufValue::Floats* const numbers = m_file.getFloats(full(key));
    if (layer >= numbers->size()) refuse(full(key), "has fewer entries than the model has layers");
    if (!std::isfinite((*numbers)[layer])) refuse(full(key), "is not a finite number");
    return (*numbers)[layer];
}

float MetadataReader::positive(std::string_view key, float otherwise) const {
    const float value = number(key, otherwise);
    if (!(value > 0)) refuse(full(key), "is " + std::to_string(value) + " and must be above zero");
    return value;
}

bool MetadataReader::flag(std::string_view key, bool otherwise) const {
    return m_file.getBool(full(key)).value_or(otherwise);
}

std::string MetadataReader::text(std::string_view key, std::string_view otherwise) const {
    return m_file.getString(full(key)).value_or(std::string(otherwise));
}

std::optional<bool> MetadataReader::flagOfLayer(std::string_view key, uint32_t layer) const {
    const GgufValue* value = m_file.find(full(key));
    if (value == nullptr || !value->isArray()) return std::nullopt;
    const auto& flags = *m_file.getIntegers(full(key));
    if (layer >= flags.size()) refuse(full(key), "has fewer entries than the model has layers");
    return flags[layer] != 0;
}

}  // namespace hearth
