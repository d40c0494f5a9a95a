#include "prefix_store/block_store.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <limits>
#include <system_error>
#include <utility>

#include "hearth/prefix_folder.h"
#include "prefix_store/store_errors.h"

namespace hearth {

namespace {

/// More files than this make folders slow, however small they are.
constexpr size_t mostRecords = 200'000;

/// Of the pictures of all models.
constexpr ContentHash pictureSpace{0x5049435455524553, 0x4F46414C4C4F4E45};

}  // namespace

std::vector<StoredBlock> shrinkTo(const BlockFolder& folder, BlockUsage& usage, uint64_t mostBytes) {
    std::vector<StoredBlock> gone;
    while (usage.bytes() > mostBytes) {
        const auto first = usage.firstBefore(std::numeric_limits<FileTime>::max(), 0);
        if (!first) break;
        usage.remove(first->space, first->name);
        folder.remove(first->space, first->name);
        gone.push_back(*first);
    }
    return gone;
}

void limitPrefixes(const std::filesystem::path& prefixFolder, uint64_t bytes) {
    for (const std::filesystem::path& root : BlockFolder::rootsIn(prefixFolder)) {
        const BlockFolder folder(root);
        BlockUsage usage;
        for (const StoredBlock& block : folder.all()) usage.add(block);
        (void)shrinkTo(folder, usage, bytes);
    }
}

void removeReadablePrefixes(const std::filesystem::path& prefixFolder) {
    BlockFolder::removeReadable(prefixFolder);
}

FileTime BlockStore::now() noexcept {
    using namespace std::chrono;
    return duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
}

BlockStore::BlockStore(BlockStoreOptions options)
    : m_options(std::move(options)),
      m_folder(m_options.folder,
               m_options.key ? std::optional<FileSeal>(std::in_place, *m_options.key) : std::nullopt),
      m_space(m_folder.stored(m_options.space)),
      m_pictureSpace(m_folder.stored(pictureSpace)),
      m_mostBytes(m_options.mostBytes),
      m_tenants(m_folder.root()),
      m_budget(m_options.folder / "written", m_options.mostBytesADay) {
    for (const ContentHash& space : {m_space, m_pictureSpace})
        for (const BlockName& name : m_folder.names(space))
            if (storedSpaceOf(name) == space) m_known.insert(name);
    m_thread = std::thread([this] { run(); });
}

BlockStore::~BlockStore() {
    {
        const std::scoped_lock lock(m_mutex);
        m_ending = true;
    }
    m_changed.notify_all();
    m_thread.join();
}

const ContentHash& BlockStore::spaceOf(const BlockName& name) const noexcept {
    return name.kind == BlockName::Kind::Picture ? pictureSpace : m_options.space;
}

const ContentHash& BlockStore::storedSpaceOf(const BlockName& name) const noexcept {
    return name.kind == BlockName::Kind::Picture ? m_pictureSpace : m_space;
}

bool BlockStore::knows(const BlockName& name) const {
    if (m_known.contains(name)) return true;
    // Another model of the folder may have encoded it since this opened.
    std::error_code error;
    return name.kind == BlockName::Kind::Picture &&
           std::filesystem::exists(m_folder.fileOf(m_pictureSpace, name), error);
}

bool BlockStore::has(const BlockName& name) const {
    const std::scoped_lock lock(m_mutex);
    return knows(stored(name));
}

bool BlockStore::hasRoom() const {
    const std::scoped_lock lock(m_mutex);
    return m_waitingBytes < m_options.queueBytes;
}

bool BlockStore::waitForRoom(int milliseconds) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, std::chrono::milliseconds(milliseconds),
                              [this] { return m_waitingBytes < m_options.queueBytes; });
}

void BlockStore::put(BlockRecord record, const BlockUse& use) {
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_known.insert(stored(record.name)).second) return;
        m_waitingBytes += record.sizeBytes();
        m_queue.emplace_back(Write{std::move(record), use});
    }
    m_changed.notify_all();
}

void BlockStore::replace(BlockRecord record, const BlockUse& use) {
    {
        const std::scoped_lock lock(m_mutex);
        const BlockName name = stored(record.name);
        if (!m_known.insert(name).second) m_queue.emplace_back(Remove{name});
        m_waitingBytes += record.sizeBytes();
        m_queue.emplace_back(Write{std::move(record), use});
    }
    m_changed.notify_all();
}

void BlockStore::remove(const BlockName& name) {
    {
        const std::scoped_lock lock(m_mutex);
        const BlockName own = stored(name);
        if (m_known.erase(own) == 0) return;
        m_queue.emplace_back(Remove{own});
    }
    m_changed.notify_all();
}

void BlockStore::use(std::vector<BlockName> names, const BlockUse& use) {
    if (names.empty()) return;
    for (BlockName& name : names) name = stored(name);
    {
        const std::scoped_lock lock(m_mutex);
        m_queue.emplace_back(Use{std::move(names), use});
    }
    m_changed.notify_all();
}

std::optional<BlockRecord> BlockStore::get(const WantedRecord& wanted) {
    {
        const std::scoped_lock lock(m_mutex);
        if (!knows(stored(wanted.name))) return std::nullopt;
        // The last one, which may replace another.
        for (auto work = m_queue.rbegin(); work != m_queue.rend(); ++work) {
            const auto* write = std::get_if<Write>(&*work);
            if (write == nullptr || write->record.name != wanted.name) continue;
            if (write->record.parent != wanted.parent ||
                !std::ranges::equal(write->record.tokens, wanted.tokens))
                return std::nullopt;
            return write->record;
        }
    }
    auto record = m_folder.read(spaceOf(wanted.name), m_options.shape, wanted);
    if (record) return record;
    const BlockName name = stored(wanted.name);
    // Another process may have made room there, which is no failure.
    std::error_code error;
    const bool isThere = std::filesystem::exists(m_folder.fileOf(storedSpaceOf(name), name), error);
    {
        // Computed again it is written anew.
        const std::scoped_lock lock(m_mutex);
        m_foundDamage = m_foundDamage || isThere || error;
        m_known.erase(name);
        m_queue.emplace_back(Remove{name});
    }
    m_changed.notify_all();
    return std::nullopt;
}

void BlockStore::flush(const std::function<void(double)>& progress, const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    const uint64_t before = m_doneBytes, total = m_waitingBytes;
    int hundredths = 0;
    while (!m_queue.empty() && !stop.stop_requested()) {
        m_changed.wait_for(lock, std::chrono::milliseconds(20));
        const auto share =
            total == 0
                ? 1.0
                : std::min(1.0, static_cast<double>(m_doneBytes - before) / static_cast<double>(total));
        const int reached = static_cast<int>(share * 100);
        if (!progress || reached <= hundredths) continue;
        hundredths = reached;
        lock.unlock();
        progress(hundredths / 100.0);
        lock.lock();
    }
    const std::optional<Error> failure = std::exchange(m_failure, std::nullopt);
    lock.unlock();
    if (failure) throw Error(*failure);
}

std::optional<Error> BlockStore::takeFailure() {
    const std::scoped_lock lock(m_mutex);
    if (m_failure) return std::exchange(m_failure, std::nullopt);
    if (!std::exchange(m_foundDamage, false)) return std::nullopt;
    return Error(errors::cacheNotRead, {m_options.folder.string()});
}

void BlockStore::fail(const Error& failure) {
    const std::scoped_lock lock(m_mutex);
    if (!m_failure) m_failure = failure;
}

void BlockStore::setLimits(uint64_t mostBytes, uint64_t mostBytesADay) {
    {
        const std::scoped_lock lock(m_mutex);
        m_queue.emplace_back(Limit{mostBytes, mostBytesADay});
    }
    m_changed.notify_all();
}

std::set<BlockName> BlockStore::keepTenants(const std::vector<std::string>& tenants) {
    std::unique_lock lock(m_mutex);
    m_queue.emplace_back(Keep{tenants});
    m_changed.notify_all();
    m_changed.wait(lock, [this] { return m_queue.empty(); });
    return m_known;
}

void BlockStore::clear() {
    std::unique_lock lock(m_mutex);
    while (m_queue.size() > 1) m_queue.pop_back();
    // After this, the file that the thread is writing has its name, and is removed with the others.
    m_changed.wait(lock, [this] { return m_queue.empty(); });
    m_known.clear();
    m_waitingBytes = 0;
    m_folder.removeSpace(m_space);
    m_folder.removeSpace(m_pictureSpace);
}

uint64_t BlockStore::writtenBytes() const {
    const std::scoped_lock lock(m_mutex);
    return m_writtenBytes;
}

void BlockStore::run() {
    m_folder.removeOtherKinds();
    m_folder.tidy();
    for (const StoredBlock& block : m_folder.all()) m_usage.add(block);
    shrink();
    std::unique_lock lock(m_mutex);
    for (;;) {
        m_changed.wait(lock, [this] { return m_ending || !m_queue.empty(); });
        if (m_ending) return;
        // Stays where it is meanwhile, for get(): only this thread takes from the front.
        const Work& work = m_queue.front();
        lock.unlock();
        doWork(work);
        lock.lock();
        finishFront();
        m_changed.notify_all();
    }
}

/// With the lock held.
void BlockStore::finishFront() {
    if (const auto* write = std::get_if<Write>(&m_queue.front())) {
        const uint64_t bytes = write->record.sizeBytes();
        m_doneBytes += bytes;
        m_waitingBytes -= std::min(m_waitingBytes, bytes);
    }
    m_queue.pop_front();
}

void BlockStore::doWork(const Work& work) {
    if (const auto* used = std::get_if<Use>(&work)) {
        for (const ContentHash& space : {m_space, m_pictureSpace}) {
            std::vector<BlockName> names;
            std::ranges::copy_if(used->names, std::back_inserter(names),
                                 [&](const BlockName& name) { return storedSpaceOf(name) == space; });
            m_tenants.add(used->use.tenant, space, names);
            for (const BlockName& name : names) {
                m_usage.use(space, name, used->use.time);
                m_folder.use(space, name, used->use.time);
            }
        }
    } else if (const auto* remove = std::get_if<Remove>(&work)) {
        m_usage.remove(storedSpaceOf(remove->name), remove->name);
        m_folder.remove(storedSpaceOf(remove->name), remove->name);
    } else if (const auto* keep = std::get_if<Keep>(&work)) {
        this->keep(keep->tenants);
    } else if (const auto* limit = std::get_if<Limit>(&work)) {
        m_mostBytes = limit->mostBytes;
        m_budget.setMost(limit->mostBytesADay);
        shrink();
    } else {
        write(std::get<Write>(work));
    }
}

void BlockStore::keep(const std::vector<std::string>& tenants) {
    const std::set<BlockTenants::Record> used = m_tenants.keepOnly(tenants);
    // From the disk itself, for other processes may have written there.
    for (const StoredBlock& block : m_folder.all()) {
        if (used.contains({block.space, block.name})) continue;
        m_usage.remove(block.space, block.name);
        m_folder.remove(block.space, block.name);
        if (block.space == storedSpaceOf(block.name)) forget(block.name);
    }
}

void BlockStore::write(const Write& work) {
    const BlockName name = stored(work.record.name);
    std::error_code error;
    // Another process with this model may have been first.
    if (std::filesystem::exists(m_folder.fileOf(storedSpaceOf(name), name), error)) return;
    m_folder.make();
    // Before the record: one that nobody owns would outlive the chat that it is of.
    m_tenants.add(work.use.tenant, storedSpaceOf(name), std::span(&name, 1));
    constexpr FileTime aDay = 86'400'000'000'000;
    const uint64_t bytes = m_folder.sizeOf(work.record);
    if (!makeRoom(work) || !m_budget.take(bytes, now() / aDay)) return forget(name);
    try {
        m_folder.write(spaceOf(work.record.name), work.record, work.use.time);
    } catch (const Error& failure) {
        forget(name);
        return fail(failure);
    }
    m_usage.add({storedSpaceOf(name), name, bytes, work.use.time});
    const std::scoped_lock lock(m_mutex);
    m_writtenBytes += bytes;
}

/// False: nothing goes before this record.
bool BlockStore::makeRoom(const Write& work) {
    const uint64_t bytes = m_folder.sizeOf(work.record);
    if (bytes > m_mostBytes) return false;
    while (m_usage.bytes() + bytes > m_mostBytes || m_usage.size() >= mostRecords) {
        const auto first = m_usage.firstBefore(work.use.time, work.record.name.depth);
        if (!first) return false;
        m_usage.remove(first->space, first->name);
        m_folder.remove(first->space, first->name);
        if (first->space == storedSpaceOf(first->name)) forget(first->name);
    }
    return true;
}

/// Removes records over the limit, as if a new one were to be written.
void BlockStore::shrink() {
    for (const StoredBlock& block : shrinkTo(m_folder, m_usage, m_mostBytes))
        if (block.space == storedSpaceOf(block.name)) forget(block.name);
}

void BlockStore::forget(const BlockName& name) {
    const std::scoped_lock lock(m_mutex);
    m_known.erase(name);
}

}  // namespace hearth
