#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearth::text {

/// The character map of a SentencePiece normaliser ("precompiled_charsmap"): replacements for prefixes of the
/// input. Layout: u32 bytes of the trie, the trie as an XOR-compressed double array of u32 (Kanda 2018), then
/// replacement strings that end with NUL. Every access is checked: the map comes from a file.
class CharMap {
public:
    CharMap() = default;
    /// Throws Error(BadFile) when the sizes do not fit.
    explicit CharMap(std::vector<unsigned char> blob);

    struct Replacement {
        size_t consumed = 0;  ///< bytes of the input; 0 when nothing matches
        std::string_view text;
    };
    /// For the longest prefix of `input` that has one. Throws Error(BadFile) when the map points outside
    /// itself.
    Replacement longest(std::string_view input) const;
    /// Likewise for the shortest, which is what the library tokenizers looks for.
    Replacement shortest(std::string_view input) const;

private:
    uint32_t unit(size_t i) const;
    Replacement find(std::string_view input, bool shortest) const;
    std::vector<uint32_t> m_trie;
    std::string m_replacements;
};

}  // namespace hearth::text
