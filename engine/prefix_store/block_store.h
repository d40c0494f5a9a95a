#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "hearth/cache_key.h"
#include "hearth/error.h"
#include "prefix_store/block_folder.h"
#include "prefix_store/block_record.h"
#include "prefix_store/block_tenants.h"
#include "prefix_store/block_usage.h"
#include "prefix_store/write_budget.h"

namespace hearth {

struct BlockStoreOptions {
    std::filesystem::path folder;  ///< that models share
    ContentHash space;             ///< the model and how it runs, which gives the bytes their meaning
    BlockShape shape;
    uint64_t mostBytes = 10'000'000'000;        ///< in the folder, of all models
    uint64_t mostBytesADay = 10'000'000'000;    ///< written into it, of all models
    uint64_t queueBytes = uint64_t{64} << 20U;  ///< that wait to be written
    /// Encrypts the files; files in the folder that are not encrypted with it are removed.
    std::optional<CacheKey> key = std::nullopt;
};

/// Use of records by a sequence.
struct BlockUse {
    FileTime time = 0;   ///< time of its start, see BlockUsage
    std::string tenant;  ///< see BlockTenants; empty: none
};

/// Removes records in eviction order until at most `mostBytes` are left; returns the removed ones.
std::vector<StoredBlock> shrinkTo(const BlockFolder& folder, BlockUsage& usage, uint64_t mostBytes);

/// Blocks of one model's cache on disk, each a file that is found by its content. Rows of pictures, whose
/// names identify the vision encoder that made them, are shared by all models of the folder. A thread of its
/// own writes the records, so that no caller waits for the disk. If writing fails, the data is computed again
/// later, and only takeFailure() and flush() report the failure. Data that is read is checked against hashes
/// and against the wanted tokens. All calls come from one thread at a time.
class BlockStore {
public:
    explicit BlockStore(BlockStoreOptions options);
    /// Drops records that wait to be written.
    ~BlockStore();
    BlockStore(const BlockStore&) = delete;
    BlockStore& operator=(const BlockStore&) = delete;

    const BlockShape& shape() const noexcept { return m_options.shape; }
    const std::filesystem::path& folder() const noexcept { return m_options.folder; }
    const std::optional<CacheKey>& key() const noexcept { return m_options.key; }
    /// Name of a record in the result of keepTenants().
    BlockName stored(const BlockName& name) const { return m_folder.stored(name); }
    /// True if the record is on disk or waits to be written.
    bool has(const BlockName& name) const;
    /// True if put() accepts a record now.
    bool hasRoom() const;
    /// The same, after waiting for at most this time.
    bool waitForRoom(int milliseconds);
    /// Writes a record soon. If the folder is full, records that come earlier in the eviction order make
    /// room; if there are none, or the daily limit is reached, it is not written.
    void put(BlockRecord record, const BlockUse& use);
    /// The same in place of a record of that name, if there is one.
    void replace(BlockRecord record, const BlockUse& use);
    /// Removes a record soon; it counts as missing at once.
    void remove(const BlockName& name);
    /// Reads a record. nullopt: it is missing or damaged.
    std::optional<BlockRecord> get(const WantedRecord& wanted);
    /// Marks records as used.
    void use(std::vector<BlockName> names, const BlockUse& use);
    /// Forgets all other tenants, and removes the records that none of these used, of all models. Returns the
    /// remaining records of this model, as stored() names them. Waits until earlier records are written.
    std::set<BlockName> keepTenants(const std::vector<std::string>& tenants);

    /// Changes both limits of BlockStoreOptions; excess records are removed soon.
    void setLimits(uint64_t mostBytes, uint64_t mostBytesADay);
    /// First failure to write since the last call of this or flush(), or damage found since the last call of
    /// this; nullopt: none.
    std::optional<Error> takeFailure();

    /// Waits until everything is written, or a stop request. `progress` receives the share. Throws Error(Io)
    /// if something could not be written since the last call.
    void flush(const std::function<void(double)>& progress = {}, const std::stop_token& stop = {});
    /// Removes every record of this model, and the pictures that all models share.
    void clear();

    /// Bytes written since construction.
    uint64_t writtenBytes() const;
    static FileTime now() noexcept;

private:
    struct Write {
        BlockRecord record;
        BlockUse use;
    };
    struct Use {
        std::vector<BlockName> names;  ///< as they are called on disk
        BlockUse use;
    };
    struct Keep {
        std::vector<std::string> tenants;
    };
    struct Remove {
        BlockName name;
    };
    struct Limit {
        uint64_t mostBytes = 0, mostBytesADay = 0;
    };
    using Work = std::variant<Write, Use, Remove, Keep, Limit>;

    /// True if a record, by its name on disk, is there or waits to be written. With the lock held.
    bool knows(const BlockName& name) const;
    /// Space of a record.
    const ContentHash& spaceOf(const BlockName& name) const noexcept;
    /// The same by its name on disk.
    const ContentHash& storedSpaceOf(const BlockName& name) const noexcept;
    void run();
    void doWork(const Work& work);
    void write(const Write& work);
    bool makeRoom(const Write& work);
    void shrink();
    void fail(const Error& failure);
    void keep(const std::vector<std::string>& tenants);
    void forget(const BlockName& name);
    void finishFront();

    const BlockStoreOptions m_options;
    const BlockFolder m_folder;
    const ContentHash m_space, m_pictureSpace;  ///< as they are called on disk
    // Of the thread that writes, while something is in the queue.
    uint64_t m_mostBytes;
    BlockUsage m_usage;
    BlockTenants m_tenants;
    WriteBudget m_budget;

    mutable std::mutex m_mutex;  ///< of all that follows
    std::condition_variable m_changed;
    std::deque<Work> m_queue;     ///< the front is being done
    std::set<BlockName> m_known;  ///< as they are called on disk
    uint64_t m_waitingBytes = 0, m_doneBytes = 0, m_writtenBytes = 0;
    std::optional<Error> m_failure;  ///< to write
    bool m_foundDamage = false;
    bool m_ending = false;
    std::thread m_thread;  // last: uses the others
};

}  // namespace hearth
