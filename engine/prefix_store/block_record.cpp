#include "prefix_store/block_record.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "format/byte_source.h"
#include "hearth/error.h"

namespace hearth {

namespace {

/// The format and the layout of blocks on the backends: changes when either does.
constexpr uint64_t recordMagic = 0x3130736b6c627068U;  // "hpblks01"
constexpr size_t headWords = 11, wordsAPart = 3;
/// By BlockName::Kind.
constexpr std::array<std::string_view, 5> suffixes{"", ".end", ".tail", ".reply", ".picture"};

std::span<const std::byte> bytesOf(const std::vector<float>& numbers) {
    return std::as_bytes(std::span(numbers));
}

size_t partCount(BlockName::Kind kind, size_t groups) {
    return kind == BlockName::Kind::Reply || kind == BlockName::Kind::Picture ? 1 : groups + 2;
}

size_t tokenWords(size_t tokens) {
    return (tokens * sizeof(TokenId) + sizeof(uint64_t) - 1) / sizeof(uint64_t);
}

/// The words that say what a record is; the same in every file that holds it.
std::vector<uint64_t> identityWords(const ContentHash& space, const BlockName& name, const PrefixKey& parent,
                                    std::span<const TokenId> tokens, size_t parts) {
    std::vector<uint64_t> words{recordMagic,   space.low,     space.high,
                                name.key.low,  name.key.high, parent.low,
                                parent.high,   name.depth,    static_cast<uint64_t>(name.kind),
                                tokens.size(), parts};
    words.resize(headWords + tokenWords(tokens.size()));
    if (!tokens.empty()) std::memcpy(words.data() + headWords, tokens.data(), tokens.size_bytes());
    return words;
}

void addHash(std::vector<uint64_t>& words, const ContentHash& hash) {
    words.push_back(hash.low);
    words.push_back(hash.high);
}

ContentHash hashOf(std::span<const uint64_t> words) {
    return contentHash(std::as_bytes(words));
}

/// Reads the parts of one file, as far as they are there and undamaged.
class PartReader {
public:
    PartReader(const format::ByteSource& file, std::span<const uint64_t> parts, uint64_t offset)
        : m_file(file), m_parts(parts), m_offset(offset) {}

    /// Reads the next part if it is wanted; `size`: its bytes where it is there at all. False: damaged.
    template <typename T>
    bool next(uint64_t size, bool wanted, std::vector<T>& out) {
        const uint64_t own = m_parts[0];
        const ContentHash hash{m_parts[1], m_parts[2]};
        m_parts = m_parts.subspan(wordsAPart);
        if (own != 0 && own != size) return false;
        if (own != 0 && wanted) {
            out.resize(own / sizeof(T));
            m_file.readAt(m_offset, std::as_writable_bytes(std::span(out)));
            if (contentHash(std::as_bytes(std::span(out))) != hash) return false;
        }
        m_offset += own;
        return true;
    }
    /// Bytes of the next part, as its head says.
    uint64_t nextSize() const noexcept { return m_parts[0]; }
    uint64_t end() const noexcept { return m_offset; }

private:
    const format::ByteSource& m_file;
    std::span<const uint64_t> m_parts;
    uint64_t m_offset;
};

}  // namespace

std::optional<ContentHash> parseHex(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdef";
    if (text.size() != 32 || text.find_first_not_of(digits) != std::string_view::npos) return std::nullopt;
    ContentHash hash;
    std::from_chars(text.data(), text.data() + 16, hash.high, 16);
    std::from_chars(text.data() + 16, text.data() + 32, hash.low, 16);
    return hash;
}

std::string BlockName::text() const {
    return hexText(key) + "." + std::to_string(depth) + std::string(suffixes[static_cast<size_t>(kind)]);
}

std::optional<BlockName> BlockName::parse(std::string_view text) {
    BlockName name;
    for (const Kind kind : {Kind::End, Kind::Tail, Kind::Reply, Kind::Picture}) {
        const std::string_view suffix = suffixes[static_cast<size_t>(kind)];
        if (!text.ends_with(suffix)) continue;
        name.kind = kind;
        text.remove_suffix(suffix.size());
        break;
    }
    if (text.size() < 34 || text[32] != '.') return std::nullopt;
    const auto key = parseHex(text.substr(0, 32));
    const std::string_view depth = text.substr(33);
    const auto end = std::from_chars(depth.data(), depth.data() + depth.size(), name.depth);
    if (!key || end.ec != std::errc() || end.ptr != depth.data() + depth.size()) return std::nullopt;
    name.key = *key;
    return name;
}

BlockName endName(const PrefixKey& parent, const PromptView& tail, uint32_t depth) {
    return {joined(parent, tokenHash(tail, recordMagic)), depth, BlockName::Kind::End};
}

BlockName tailName(const PrefixKey& parent, const PromptView& tail, uint32_t depth) {
    BlockName name = endName(parent, tail, depth);
    name.kind = BlockName::Kind::Tail;
    return name;
}

uint64_t BlockRecord::sizeBytes() const noexcept {
    const size_t parts = partCount(name.kind, groups.size());
    uint64_t size = (headWords + tokenWords(tokens.size()) + parts * wordsAPart + 2) * 8;
    for (const auto& group : groups) size += group.size();
    const size_t numbers = logits.size() + (rows ? rows->size() : 0);
    return size + state.size() + numbers * sizeof(float) + reply.size();
}

std::vector<std::span<const std::byte>> partsOf(const BlockRecord& record) {
    if (record.name.kind == BlockName::Kind::Reply) return {record.reply};
    if (record.name.kind == BlockName::Kind::Picture) return {bytesOf(*record.rows)};
    std::vector<std::span<const std::byte>> parts(record.groups.begin(), record.groups.end());
    parts.emplace_back(record.state);
    parts.push_back(bytesOf(record.logits));
    return parts;
}

std::vector<std::byte> encodeHead(const BlockRecord& record, const ContentHash& space) {
    const auto parts = partsOf(record);
    std::vector<uint64_t> words =
        identityWords(space, record.name, record.parent, record.tokens, parts.size());
    for (const auto& part : parts) {
        words.push_back(part.size());
        addHash(words, contentHash(part));
    }
    addHash(words, hashOf(words));
    const auto bytes = std::as_bytes(std::span(words));
    return {bytes.begin(), bytes.end()};
}

uint64_t mostRecordBytes(const BlockShape& shape, const WantedRecord& wanted) noexcept {
    const size_t parts = shape.groupBytes.size() + 2;
    uint64_t size =
        (headWords + tokenWords(wanted.tokens.size()) + parts * wordsAPart + 2) * 8 + mostReplyBytes;
    for (const uint64_t bytes : shape.groupBytes) size += bytes;
    return size + shape.stateBytes + (shape.vocabulary + wanted.rowNumbers) * sizeof(float);
}

namespace {

/// Throws Error where the file cannot be read.
std::optional<BlockRecord> readFrom(const format::ByteSource& file, const ContentHash& space,
                                    const BlockShape& shape, const WantedRecord& wanted) {
    const size_t parts = partCount(wanted.name.kind, shape.groupBytes.size());
    const auto identity = identityWords(space, wanted.name, wanted.parent, wanted.tokens, parts);
    std::vector<uint64_t> words(identity.size() + parts * wordsAPart + 2);
    const uint64_t headBytes = words.size() * sizeof(uint64_t);
    if (file.sizeBytes() < headBytes) return std::nullopt;
    file.readAt(0, std::as_writable_bytes(std::span(words)));
    const std::span<const uint64_t> head(words);
    const ContentHash sum{head[head.size() - 2], head[head.size() - 1]};
    if (hashOf(head.first(head.size() - 2)) != sum) return std::nullopt;
    if (!std::ranges::equal(head.first(identity.size()), identity)) return std::nullopt;
    BlockRecord record{.name = wanted.name,
                       .parent = wanted.parent,
                       .tokens = {wanted.tokens.begin(), wanted.tokens.end()},
                       .groups = {},
                       .state = {},
                       .logits = {}};
    PartReader reader(file, head.subspan(identity.size(), parts * wordsAPart), headBytes);
    if (wanted.name.kind == BlockName::Kind::Reply) {
        const uint64_t size = reader.nextSize();
        const bool whole = size <= mostReplyBytes && reader.next(size, true, record.reply) &&
                           reader.end() == file.sizeBytes();
        return whole ? std::optional(std::move(record)) : std::nullopt;
    }
    if (wanted.name.kind == BlockName::Kind::Picture) {
        const auto rows = std::make_shared<std::vector<float>>();
        const bool whole = reader.nextSize() != 0 &&
                           reader.next(wanted.rowNumbers * sizeof(float), true, *rows) &&
                           reader.end() == file.sizeBytes();
        record.rows = rows;
        return whole ? std::optional(std::move(record)) : std::nullopt;
    }
    record.groups.resize(shape.groupBytes.size());
    for (size_t group = 0; group < shape.groupBytes.size(); ++group) {
        const bool isWanted = group >= wanted.groups.size() || wanted.groups[group];
        if (!reader.next(shape.groupBytes[group], isWanted, record.groups[group])) return std::nullopt;
    }
    if (!reader.next(shape.stateBytes, true, record.state)) return std::nullopt;
    if (!reader.next(shape.vocabulary * sizeof(float), true, record.logits)) return std::nullopt;
    if (reader.end() != file.sizeBytes()) return std::nullopt;
    return record;
}

}  // namespace

std::optional<BlockRecord> readRecord(const std::filesystem::path& path, const ContentHash& space,
                                      const BlockShape& shape, const WantedRecord& wanted) {
    try {
        return readFrom(format::ByteSource::openFile(path), space, shape, wanted);
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::optional<BlockRecord> readRecord(std::span<const std::byte> image, const ContentHash& space,
                                      const BlockShape& shape, const WantedRecord& wanted) {
    try {
        return readFrom(format::ByteSource::viewOf(image), space, shape, wanted);
    } catch (const Error&) {
        return std::nullopt;
    }
}

}  // namespace hearth
