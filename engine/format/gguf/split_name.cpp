#include "format/gguf/split_name.h"

#include <cstdio>

namespace hearth::format {
namespace {

constexpr std::string_view extension = ".gguf";
constexpr std::string_view separator = "-of-";
constexpr size_t digits = 5;
constexpr size_t tailLength = 1 + digits + separator.size() + digits;

std::optional<uint32_t> fiveDigits(std::string_view text) {
    uint32_t value = 0;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        value = value * 10 + static_cast<uint32_t>(c - '0');
    }
    return value;
}

}  // namespace

std::optional<SplitName> parseSplitName(std::string_view fileName) {
    if (!fileName.ends_with(extension)) return std::nullopt;
    fileName.remove_suffix(extension.size());
    if (fileName.size() <= tailLength) return std::nullopt;
    const std::string_view tail = fileName.substr(fileName.size() - tailLength);
    const auto number = fiveDigits(tail.substr(1, digits));
    const auto count = fiveDigits(tail.substr(tailLength - digits));
    if (tail[0] != '-' || tail.substr(1 + digits, separator.size()) != separator || !number || !count ||
        *number < 1 || *number > *count)
        return std::nullopt;
    return SplitName{std::string(fileName.substr(0, fileName.size() - tailLength)), *number, *count};
}

std::string splitFileName(const SplitName& name, uint32_t number) {
    char tail[32];
    std::snprintf(tail, sizeof tail, "-%05u-of-%05u", number, name.count);
    return name.prefix + tail + std::string(extension);
}

}  // namespace hearth::format
