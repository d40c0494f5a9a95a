#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearth {

class GgufFile;

/// Looks up the numbers of one architecture ("llama.block_count") and refuses those that cannot be.
class MetadataReader {
public:
    MetadataReader(const GgufFile& file, std::string architecture);

    bool has(std::string_view key) const;
    /// An integer in [low, high]; Error(BadFile) that names the key otherwise, or when it is missing.
    uint32_t count(std::string_view key, uint64_t low, uint64_t high) const;
    /// The same; `otherwise` when it is missing.
    uint32_t count(std::string_view key, uint64_t low, uint64_t high, uint32_t otherwise) const;
    /// Integers in [low, high] of an array, `most` of them at most; empty when it is missing.
    std::vector<uint32_t> counts(std::string_view key, uint64_t low, uint64_t high, size_t most) const;
    /// For a key that holds one number for all layers or an array with one each.
    uint32_t perLayer(std::string_view key, uint32_t layer, uint64_t low, uint64_t high,
                      uint32_t otherwise) const;
    /// A finite number; Error(BadFile) otherwise.
    float number(std::string_view key, float otherwise) const;
    /// A finite number above zero.
    float positive(std::string_view key, float otherwise) const;
    /// For a key that holds one finite number for all layers or an array with one each.
    float numberOfLayer(std::string_view key, uint32_t layer, float otherwise) const;
    bool flag(std::string_view key, bool otherwise) const;
    std::string text(std::string_view key, std::string_view otherwise) const;
    /// An element of a bool array with one entry a layer; nullopt when the key is no array.
    std::optional<bool> flagOfLayer(std::string_view key, uint32_t layer) const;

    const GgufFile& file() const noexcept { return m_file; }
    const std::string& architecture() const noexcept { return m_architecture; }

private:
    std::string full(std::string_view key) const;
    uint32_t checked(std::string_view key, uint64_t value, uint64_t low, uint64_t high) const;

    const GgufFile& m_file;
    std::string m_architecture;
};

}  // namespace hearth
