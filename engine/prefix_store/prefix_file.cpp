#include "prefix_store/prefix_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "format/byte_source.h"
#include "hearth/error.h"
#include "prefix_store/checksum.h"

namespace hearth {

namespace {

/// The format and the layout of blocks on the backends: changes when either does.
constexpr uint64_t magic = 0x3430736978667068U;  // "hpfixs04"

enum class Kind : uint32_t { Sequence = 1, State = 2, Logits = 3 };

template <typename T>
std::span<std::byte> bytesOf(std::vector<T>& values) {
    return std::as_writable_bytes(std::span(values));
}

/// Tells of a share each time that it has grown by a hundredth.
class Share {
public:
    Share(uint64_t total, const std::function<void(double)>& progress)
        : m_total(std::max<uint64_t>(1, total)), m_progress(progress) {}
    void add(uint64_t bytes) {
        m_done = std::min(m_total, m_done + bytes);
        const auto hundredths =
            static_cast<int>(static_cast<double>(m_done) * 100 / static_cast<double>(m_total));
        if (!m_progress || hundredths <= m_hundredths) return;
        m_hundredths = hundredths;
        m_progress(hundredths / 100.0);
    }

private:
    uint64_t m_total, m_done = 0;
    int m_hundredths = 0;
    const std::function<void(double)>& m_progress;
};

/// Writes beside the file, which finish() puts in the place of an older one.
class Writer {
public:
    explicit Writer(const std::filesystem::path& path) : m_target(path), m_path(path) {
        m_path += ".new";
        std::error_code error;
        if (!std::filesystem::exists(path.parent_path(), error)) {
            std::filesystem::create_directories(path.parent_path(), error);
            std::filesystem::permissions(path.parent_path(), std::filesystem::perms::owner_all, error);
        }
        // Always a file of our own: whatever has its name, such as a pipe, would be written into otherwise.
        std::filesystem::remove(m_path, error);
        const int descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (descriptor < 0) fail(errno);
        m_file = ::fdopen(descriptor, "wb");
        if (m_file == nullptr) {
            const int reason = errno;
            ::close(descriptor);
            fail(reason);
        }
    }
    ~Writer() {
        if (m_file != nullptr) (void)std::fclose(m_file);
        std::error_code error;
        std::filesystem::remove(m_path, error);  // gone when it was finished
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    void put(std::span<const std::byte> bytes) {
        m_sum.add(bytes);
        write(bytes);
    }
    void put(uint32_t number) { put(std::as_bytes(std::span(&number, 1))); }
    void put(const SequenceOrigin& origin) { put(std::as_bytes(std::span(&origin, 1))); }
    void putTokens(std::span<const TokenId> tokens) {
        put(static_cast<uint32_t>(tokens.size()));
        put(std::as_bytes(tokens));
    }
    void endRecord() {
        const uint64_t sum = std::exchange(m_sum, {}).value();
        write(std::as_bytes(std::span(&sum, 1)));
        m_whole = m_written;
    }
    /// The file ends with the last record that was ended.
    void finish() {
        if (std::fclose(std::exchange(m_file, nullptr)) != 0) fail(errno);
        std::error_code error;
        std::filesystem::resize_file(m_path, m_whole, error);
        if (error) fail(error.message());
        std::filesystem::rename(m_path, m_target, error);
        if (error) fail(error.message());
    }

private:
    void write(std::span<const std::byte> bytes) {
        // Without bytes there may be no pointer, which fwrite() must not be given.
        if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), m_file) != bytes.size()) fail(errno);
        m_written += bytes.size();
    }
    [[noreturn]] void fail(int reason) const { fail(std::generic_category().message(reason)); }
    [[noreturn]] void fail(const std::string& why) const {
        throw Error(ErrorCode::Io,
                    "What was processed cannot be kept in " + m_target.string() + ": " + why + ".");
    }

    std::filesystem::path m_target, m_path;
    std::FILE* m_file = nullptr;
    uint64_t m_written = 0;
    uint64_t m_whole = 0;  ///< bytes up to the end of the last record
    Checksum m_sum;
};

/// Every get() is false when the file has less; nothing is allocated that the file cannot fill. What is no
/// ordinary file, a pipe for instance, has nothing.
class Reader {
public:
    Reader(const std::filesystem::path& path, const std::function<void(double)>& progress)
        : m_file(opened(path)), m_left(m_file ? m_file->sizeBytes() : 0), m_share(m_left, progress) {}
    bool get(std::span<std::byte> out) {
        if (out.size() > m_left) return false;
        try {
            m_file->readAt(m_file->sizeBytes() - m_left, out);
        } catch (const Error&) {
            return false;
        }
        m_left -= out.size();
        m_sum.add(out);
        m_share.add(out.size());
        return true;
    }
    bool get(uint32_t& number) { return get(std::as_writable_bytes(std::span(&number, 1))); }
    bool get(SequenceOrigin& origin) { return get(std::as_writable_bytes(std::span(&origin, 1))); }
    template <typename T>
    bool getList(std::vector<T>& out) {
        uint32_t count = 0;
        if (!get(count) || uint64_t{count} * sizeof(T) > m_left) return false;
        out.resize(count);
        return get(bytesOf(out));
    }
    bool endRecord() {
        const uint64_t wanted = std::exchange(m_sum, {}).value();
        uint64_t sum = 0;
        const bool there = get(std::as_writable_bytes(std::span(&sum, 1)));
        m_sum = {};
        return there && sum == wanted;
    }

private:
    static std::optional<format::ByteSource> opened(const std::filesystem::path& path) {
        try {
            return format::ByteSource::openFile(path);
        } catch (const Error&) {
            return std::nullopt;
        }
    }

    std::optional<format::ByteSource> m_file;
    uint64_t m_left;
    Share m_share;
    Checksum m_sum;
};

/// Sizes that the bytes of blocks, states and logits have here.
std::vector<uint64_t> sizesOf(const CachedPrefixes& cache) {
    std::vector<uint64_t> sizes;
    for (uint32_t group = 0; group < cache.pools.size(); ++group)
        sizes.push_back(cache.backend.blockBytes(cache.kv, group));
    sizes.push_back(cache.vocabulary * sizeof(float));
    sizes.push_back(cache.states != nullptr ? cache.states->slotBytes() : 0);
    return sizes;
}

std::vector<uint64_t> headOf(const CachedPrefixes& cache, const ContentHash& key) {
    std::vector<uint64_t> head{magic, key.low, key.high};
    for (const uint64_t size : sizesOf(cache)) head.push_back(size);
    return head;
}

/// Blocks that have their place in the file, by group.
class Places {
public:
    explicit Places(std::span<const BlockPool> pools) {
        for (const BlockPool& pool : pools) m_places.emplace_back(pool.size(), -1);
        m_counts.resize(pools.size());
    }
    bool has(size_t group, int32_t block) const {
        return block < 0 || m_places[group][static_cast<size_t>(block)] >= 0;
    }
    int32_t of(size_t group, int32_t block) {
        if (block < 0) return -1;
        int32_t& place = m_places[group][static_cast<size_t>(block)];
        if (place < 0) place = m_counts[group]++;
        return place;
    }

private:
    std::vector<std::vector<int32_t>> m_places;
    std::vector<int32_t> m_counts;
};

/// Blocks of a sequence that the file does not hold yet, by group.
std::vector<std::vector<int32_t>> newBlocks(const PrefixTree::Sequence& sequence, const Places& places) {
    std::vector<std::vector<int32_t>> fresh(sequence.tables.size());
    for (size_t group = 0; group < fresh.size(); ++group) {
        for (const int32_t block : sequence.tables[group])
            if (!places.has(group, block)) fresh[group].push_back(block);
    }
    return fresh;
}

/// Takes records in; what it holds is given back at the end, when the tree has its own share.
class Loader {
public:
    Loader(const CachedPrefixes& cache, Reader& reader)
        : m_cache(cache), m_reader(reader), m_sizes(sizesOf(cache)), m_blocks(cache.pools.size()) {}
    ~Loader() {
        for (size_t group = 0; group < m_blocks.size(); ++group)
            for (const int32_t block : m_blocks[group]) m_cache.pools[group].release(block);
        for (const auto& state : m_states) m_cache.checkpoints.release(state.second);
    }
    Loader(const Loader&) = delete;
    Loader& operator=(const Loader&) = delete;

    bool record() {
        uint32_t kind = 0;
        if (!m_reader.get(kind)) return false;
        if (kind == static_cast<uint32_t>(Kind::Sequence)) return sequence();
        if (kind == static_cast<uint32_t>(Kind::Logits)) return logits();
        return kind == static_cast<uint32_t>(Kind::State) && state();
    }

    /// Hands everything over, the most recently used last; the number of tokens.
    size_t handOver() {
        size_t tokens = 0;
        for (auto it = m_sequences.rbegin(); it != m_sequences.rend(); ++it) {
            m_cache.tree.insert(it->tokens, it->tables, 0, it->origin);
            for (const size_t end : it->ends) m_cache.tree.insert(it->tokens, it->tables, end, it->origin);
        }
        tokens = m_cache.tree.tokens();
        for (auto it = m_states.rbegin(); it != m_states.rend(); ++it)
            m_cache.checkpoints.keep(it->first, std::exchange(it->second, -1));
        for (auto it = m_logits.rbegin(); it != m_logits.rend(); ++it)
            m_cache.logits.keep(it->prompt, it->row, it->origin);
        return tokens;
    }

private:
    struct KnownLogits {
        SequenceOrigin origin;
        std::vector<TokenId> prompt;
        std::vector<float> row;
    };

    bool sequence() {
        PrefixTree::Sequence sequence;
        std::vector<uint32_t> ends;
        if (!m_reader.get(sequence.origin) || !m_reader.getList(sequence.tokens) || !m_reader.getList(ends))
            return false;
        const size_t blocks =
            (sequence.tokens.size() + KvStore::blockPositions - 1) / KvStore::blockPositions;
        sequence.ends.assign(ends.begin(), ends.end());
        for (size_t group = 0; group < m_blocks.size(); ++group) {
            std::vector<int32_t>& places = sequence.tables.emplace_back();
            if (!m_reader.getList(places) || places.size() != blocks) return false;
            if (!readBlocks(group, places)) return false;
        }
        if (!m_reader.endRecord()) return false;
        m_sequences.push_back(std::move(sequence));
        return true;
    }

    /// Reads the blocks that follow the places of a table, and puts their numbers here in the table.
    bool readBlocks(size_t group, std::vector<int32_t>& table) {
        std::vector<std::byte> bytes(m_sizes[group]);
        for (int32_t& place : table) {
            if (place < 0 && group > 0) continue;
            const auto known = m_blocks[group].size();
            if (place < 0 || static_cast<size_t>(place) > known) return false;
            if (static_cast<size_t>(place) == known) {
                const int32_t block = m_cache.pools[group].take();
                if (block < 0) return false;  // no more room
                m_blocks[group].push_back(block);
                if (!m_reader.get(bytes)) return false;
                m_cache.backend.loadBlock(m_cache.kv, static_cast<uint32_t>(group), block, bytes);
            }
            place = m_blocks[group][static_cast<size_t>(place)];
        }
        return true;
    }

    bool logits() {
        KnownLogits known{.origin = {}, .prompt = {}, .row = std::vector<float>(m_cache.vocabulary)};
        if (!m_reader.get(known.origin) || !m_reader.getList(known.prompt) ||
            !m_reader.get(bytesOf(known.row)) || !m_reader.endRecord())
            return false;
        m_logits.push_back(std::move(known));
        return true;
    }

    bool state() {
        std::vector<TokenId> tokens;
        if (m_cache.states == nullptr || !m_reader.getList(tokens) || m_cache.checkpoints.freeSlots() == 0)
            return false;
        std::vector<std::byte> bytes(m_sizes.back());
        if (!m_reader.get(bytes) || !m_reader.endRecord()) return false;
        const int32_t slot = m_cache.checkpoints.take();
        m_cache.backend.loadState(*m_cache.states, slot, bytes);
        m_states.emplace_back(std::move(tokens), slot);
        return true;
    }

    const CachedPrefixes& m_cache;
    Reader& m_reader;
    std::vector<uint64_t> m_sizes;               ///< of a block by group, of logits, of a state
    std::vector<std::vector<int32_t>> m_blocks;  ///< by group and place in the file
    std::vector<PrefixTree::Sequence> m_sequences;
    std::vector<KnownLogits> m_logits;
    std::vector<std::pair<std::vector<TokenId>, int32_t>> m_states;
};

}  // namespace

void savePrefixes(const CachedPrefixes& cache, const std::filesystem::path& file, const ContentHash& key,
                  uint64_t mostBytes, const std::function<void(double)>& progress,
                  const std::stop_token& stop) {
    Writer writer(file);
    const std::vector<uint64_t> sizes = sizesOf(cache), head = headOf(cache, key);
    uint64_t total = cache.checkpoints.kept().size() * sizes.back();
    for (size_t group = 0; group < cache.pools.size(); ++group)
        total += uint64_t{cache.pools[group].size() - cache.pools[group].freeBlocks()} * sizes[group];
    Share share(std::min(total, mostBytes), progress);
    writer.put(std::as_bytes(std::span(head)));
    writer.endRecord();
    uint64_t used = (head.size() + 1) * sizeof(uint64_t);
    std::vector<std::byte> bytes(sizes.back());
    // States first: without them the rest is of no use to a recurrent model.
    for (const StateSlots::Kept& kept : cache.checkpoints.kept()) {
        const uint64_t size = sizes.back() + kept.tokens.size_bytes() + 16;
        if (used + size > mostBytes) continue;
        if (stop.stop_requested()) break;
        used += size;
        writer.put(static_cast<uint32_t>(Kind::State));
        writer.putTokens(kept.tokens);
        cache.backend.saveState(*cache.states, kept.slot, bytes);
        writer.put(bytes);
        writer.endRecord();
        share.add(bytes.size());
    }
    for (const KeptLogits::Entry& kept : cache.logits.entries()) {
        const uint64_t size = (kept.logits->size() + kept.prompt.size()) * 4 + 32;
        // They are small beside what they belong to.
        if (stop.stop_requested() || used + size > mostBytes / 8) break;
        used += size;
        writer.put(static_cast<uint32_t>(Kind::Logits));
        writer.put(kept.origin);
        writer.putTokens(kept.prompt);
        writer.put(std::as_bytes(std::span(*kept.logits)));
        writer.endRecord();
    }
    Places places(cache.pools);
    for (const PrefixTree::Sequence& sequence : cache.tree.sequences()) {
        const auto fresh = newBlocks(sequence, places);
        uint64_t size = 48 + 4 * (sequence.tokens.size() + sequence.ends.size());
        for (size_t group = 0; group < fresh.size(); ++group)
            size += fresh[group].size() * sizes[group] + 4 * (sequence.tables[group].size() + 1);
        if (used + size > mostBytes) continue;
        used += size;
        writer.put(static_cast<uint32_t>(Kind::Sequence));
        writer.put(sequence.origin);
        writer.putTokens(sequence.tokens);
        writer.put(static_cast<uint32_t>(sequence.ends.size()));
        const std::vector<uint32_t> ends(sequence.ends.begin(), sequence.ends.end());
        writer.put(std::as_bytes(std::span(ends)));
        for (size_t group = 0; group < fresh.size(); ++group) {
            std::vector<int32_t> table = sequence.tables[group];
            for (int32_t& block : table) block = places.of(group, block);
            writer.put(static_cast<uint32_t>(table.size()));
            writer.put(std::as_bytes(std::span(table)));
            bytes.resize(sizes[group]);
            for (const int32_t block : fresh[group]) {
                if (stop.stop_requested()) return writer.finish();
                cache.backend.saveBlock(cache.kv, static_cast<uint32_t>(group), block, bytes);
                writer.put(bytes);
                share.add(bytes.size());
            }
        }
        writer.endRecord();
    }
    writer.finish();
}

bool isPrefixFile(const std::filesystem::path& file) {
    Reader reader(file, {});
    uint64_t first = 0;
    return reader.get(std::as_writable_bytes(std::span(&first, 1))) && first == magic;
}

size_t loadPrefixes(const CachedPrefixes& cache, const std::filesystem::path& file, const ContentHash& key,
                    const std::function<void(double)>& progress) {
    Reader reader(file, progress);
    const std::vector<uint64_t> wanted = headOf(cache, key);
    std::vector<uint64_t> head(wanted.size());
    if (!reader.get(bytesOf(head)) || !reader.endRecord() || head != wanted) return 0;
    Loader loader(cache, reader);
    while (loader.record()) {
    }
    return loader.handOver();
}

}  // namespace hearth
