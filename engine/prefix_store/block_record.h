#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cache/prefix_key.h"
#include "hearth/tokenizer.h"

namespace hearth {

/// Allowed sizes of the parts of a record of a model's cache.
struct BlockShape {
    std::vector<uint64_t> groupBytes;  ///< of a block, by group of layers
    uint64_t stateBytes = 0;           ///< of recurrent layers and a residual block; 0: none
    uint64_t vocabulary = 0;           ///< of a row of logits
};

/// Name of a record: the name of its file, and its place in the eviction order.
struct BlockName {
    /// Block: keys and values of a whole block. End: the data after some tokens, with the block that they
    /// fill in part, and the state of recurrent layers or the logits there. Tail: that block alone. Keys that
    /// are rounded by the block are with the state, as a residual block. Reply: the answer to a question, see
    /// ResponseCache. Picture: the rows of a picture in prompts. The numbers of kinds are stored in files.
    enum class Kind : uint8_t { Block, End, Tail, Reply, Picture };

    PrefixKey key;
    uint32_t depth = 0;  ///< whole blocks before it
    Kind kind = Kind::Block;

    auto operator<=>(const BlockName&) const = default;

    std::string text() const;
    /// nullopt: not the name of a record.
    static std::optional<BlockName> parse(std::string_view text);
};

/// Parses the output of hexText(); nullopt: not 32 digits in lower case.
std::optional<ContentHash> parseHex(std::string_view text);

/// The names of the records after tokens, of which `tail` follow the whole blocks of which the last has the
/// key `parent`.
BlockName endName(const PrefixKey& parent, const PromptView& tail, uint32_t depth);
BlockName tailName(const PrefixKey& parent, const PromptView& tail, uint32_t depth);

/// One file of the store.
struct BlockRecord {
    BlockName name;
    PrefixKey parent;  ///< of the block before it, or the origin of the sequence
    /// identityNumbers() of its tokens; of a reply: its question; of a picture: everything that its rows
    /// depend on.
    std::vector<TokenId> tokens;
    std::vector<std::vector<std::byte>> groups;  ///< keys and values by group; empty: missing
    /// State of recurrent layers, followed by a residual block if the cache keeps any; empty: missing.
    std::vector<std::byte> state;
    std::vector<float> logits;  ///< empty: not there
    /// Of Kind::Reply, at most mostReplyBytes; such a record has no other part.
    std::vector<std::byte> reply = {};
    /// Of Kind::Picture; such a record has no other part.
    std::shared_ptr<const std::vector<float>> rows = nullptr;

    uint64_t sizeBytes() const noexcept;
};

/// Maximum size of a reply in a record, in bytes.
inline constexpr uint64_t mostReplyBytes = uint64_t{4} << 20U;

/// The parts of a record after its head, in the order of its file. Views into the record.
std::vector<std::span<const std::byte>> partsOf(const BlockRecord& record);
/// The head of a record's file: its kind, the size and the hash of each part after it, and its own hash.
/// `space`: the model and how it runs, which gives the bytes their meaning.
std::vector<std::byte> encodeHead(const BlockRecord& record, const ContentHash& space);

/// Description of the record that a reader wants.
struct WantedRecord {
    BlockName name;
    PrefixKey parent;
    std::span<const TokenId> tokens;
    /// Groups whose bytes are wanted; the others are returned empty. If shorter than the number of groups,
    /// the remaining groups are wanted.
    std::vector<bool> groups = {};
    size_t rowNumbers = 0;  ///< of Kind::Picture: of all rows together
};

/// Reads a record. Every part that is read is checked against its hash, and no more is allocated than the
/// shape allows. nullopt: the file is missing, damaged or another record.
std::optional<BlockRecord> readRecord(const std::filesystem::path& file, const ContentHash& space,
                                      const BlockShape& shape, const WantedRecord& wanted);
/// The same of bytes in memory.
std::optional<BlockRecord> readRecord(std::span<const std::byte> image, const ContentHash& space,
                                      const BlockShape& shape, const WantedRecord& wanted);
/// Upper bound of the bytes of such a record.
uint64_t mostRecordBytes(const BlockShape& shape, const WantedRecord& wanted) noexcept;

}  // namespace hearth
