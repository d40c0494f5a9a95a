#include "prefix_store/block_folder.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <system_error>

#include "format/byte_source.h"
#include "hearth/error.h"
#include "hearth/platform/file.h"
#include "hearth/platform/file_names.h"
#include "hearth/platform/process.h"
#include "prefix_store/store_errors.h"

namespace hearth {

namespace {

/// Of the one file a model of earlier versions.
constexpr std::string_view earlierSuffix = ".prefixes";
constexpr std::string_view unfinishedPrefix = ".new-";
/// Of the folders of encrypted files; behind it stands FileSeal::id().
constexpr std::string_view sealedPrefix = "sealed.";
constexpr FileTime second = 1'000'000'000;

/// The regular file of that name itself, not what a link points to.
std::optional<platform::FileFacts> regularFile(const std::filesystem::path& path) {
    auto facts = platform::factsOf(path);
    if (facts && facts->kind != platform::FileKind::Regular) facts.reset();
    return facts;
}

template <typename Each>
void eachEntry(const std::filesystem::path& folder, const Each& each) {
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        each(entry->path());
}

/// A file of our own that is gone again unless it gets its name.
class UnfinishedFile {
public:
    UnfinishedFile(const std::filesystem::path& folder, const std::filesystem::path& target)
        : m_target(target) {
        static std::atomic<uint64_t> count = 0;
        m_path = folder / (std::string(unfinishedPrefix) + std::to_string(platform::processId()) + "-" +
                           std::to_string(count.fetch_add(1)));
        // Otherwise an existing object of this name, such as a pipe, would be written into.
        using platform::Open;
        (void)platform::removeFile(m_path);
        m_file = platform::File(m_path, Open::Write | Open::New | Open::NoLink);
        if (!m_file.isOpen()) fail();
    }
    ~UnfinishedFile() {
        (void)m_file.close();
        if (!m_path.empty()) (void)platform::removeFile(m_path);
    }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    void put(std::span<const std::byte> bytes) const {
        if (!m_file.write(bytes)) fail();
    }
    void finish(FileTime time) {
        (void)m_file.setTimes(time);
        if (!m_file.close()) fail();
        if (!platform::giveName(m_path, m_target, true)) fail();
        m_path.clear();
    }

private:
    [[noreturn]] void fail() const {
        const int reason = errno;
        throw Error(errors::cacheNotKept,
                    {m_target.parent_path().parent_path().string(), std::generic_category().message(reason)});
    }

    std::filesystem::path m_target, m_path;
    platform::File m_file;
};

}  // namespace

BlockFolder::BlockFolder(const std::filesystem::path& folder, const std::optional<FileSeal>& seal)
    : m_folder(folder),
      m_root(seal ? folder / (std::string(sealedPrefix) + seal->id()) : folder),
      m_seal(seal) {
}

std::filesystem::path BlockFolder::fileOf(const ContentHash& space, const BlockName& name) const {
    return m_root / hexText(space) / name.text();
}

std::vector<BlockName> BlockFolder::names(const ContentHash& space) const {
    std::vector<BlockName> names;
    eachEntry(m_root / hexText(space), [&](const std::filesystem::path& path) {
        if (const auto name = BlockName::parse(path.filename().string())) names.push_back(*name);
    });
    return names;
}

std::vector<StoredBlock> BlockFolder::all() const {
    std::vector<StoredBlock> all;
    eachEntry(m_root, [&](const std::filesystem::path& folder) {
        const auto space = parseHex(folder.filename().string());
        if (!space) return;
        eachEntry(folder, [&](const std::filesystem::path& path) {
            const auto name = BlockName::parse(path.filename().string());
            const auto facts = name ? regularFile(path) : std::nullopt;
            if (facts) all.push_back({*space, *name, facts->sizeBytes, facts->modifiedNs});
        });
    });
    return all;
}

void BlockFolder::tidy() const {
    using namespace std::chrono;
    const FileTime now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    eachEntry(m_root, [&](const std::filesystem::path& path) {
        if (path.extension() == earlierSuffix && regularFile(path)) (void)platform::removeFile(path);
        if (!parseHex(path.filename().string())) return;
        eachEntry(path, [&](const std::filesystem::path& inner) {
            if (!inner.filename().string().starts_with(unfinishedPrefix)) return;
            const auto facts = regularFile(inner);
            if (facts && facts->modifiedNs < now - 600 * second) (void)platform::removeFile(inner);
        });
    });
}

void BlockFolder::removeOtherKinds() const {
    std::error_code error;
    for (const std::filesystem::path& root : rootsIn(m_folder))
        if (root != m_root && root != m_folder) std::filesystem::remove_all(root, error);
    if (m_seal) removeReadable(m_folder);
}

void BlockFolder::removeReadable(const std::filesystem::path& folder) {
    std::error_code error;
    eachEntry(folder, [&](const std::filesystem::path& path) {
        const std::string name = path.filename().string();
        const bool earlier = path.extension() == earlierSuffix;
        if (parseHex(name) || name == "owners" || earlier) std::filesystem::remove_all(path, error);
    });
}

std::vector<std::filesystem::path> BlockFolder::rootsIn(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> roots{folder};
    eachEntry(folder, [&](const std::filesystem::path& path) {
        if (path.filename().string().starts_with(sealedPrefix)) roots.push_back(path);
    });
    return roots;
}

void BlockFolder::make() const {
    std::error_code error;
    if (std::filesystem::exists(m_root, error)) return;
    std::filesystem::create_directories(m_root, error);
    (void)platform::closeToOthers(m_folder);
    (void)platform::closeToOthers(m_root);
}

namespace {

/// Identity of a sealed file: its folder and name.
std::string placeOf(const std::filesystem::path& file) {
    return (file.parent_path().filename() / file.filename()).string();
}

/// Memory that is not filled with zeros first.
class FileImage {
public:
    explicit FileImage(uint64_t bytes)
        : m_bytes(std::make_unique_for_overwrite<std::byte[]>(bytes)), m_size(bytes) {}
    std::span<std::byte> all() const noexcept { return {m_bytes.get(), m_size}; }

private:
    std::unique_ptr<std::byte[]> m_bytes;
    size_t m_size;
};

/// A record as its file has it, from `out` on.
void putRecord(const BlockRecord& record, const ContentHash& space, std::span<std::byte> out) {
    const auto add = [&](std::span<const std::byte> part) {
        std::ranges::copy(part, out.begin());
        out = out.subspan(part.size());
    };
    add(encodeHead(record, space));
    for (const auto part : partsOf(record)) add(part);
}

}  // namespace

std::optional<BlockRecord> BlockFolder::read(const ContentHash& space, const BlockShape& shape,
                                             const WantedRecord& wanted) const {
    const std::filesystem::path path = fileOf(stored(space), stored(wanted.name));
    if (!m_seal) return readRecord(path, space, shape, wanted);
    try {
        const auto file = format::ByteSource::openFile(path);
        const uint64_t most = mostRecordBytes(shape, wanted) + FileSeal::addedBytes;
        if (file.sizeBytes() > most) return std::nullopt;
        const FileImage sealed(file.sizeBytes());
        file.readAt(0, sealed.all());
        const auto image = m_seal->unseal(sealed.all(), placeOf(path));
        return image ? readRecord(*image, space, shape, wanted) : std::nullopt;
    } catch (const Error&) {
        return std::nullopt;
    }
}

void BlockFolder::write(const ContentHash& space, const BlockRecord& record, FileTime time) const {
    const std::filesystem::path target = fileOf(stored(space), stored(record.name)),
                                folder = target.parent_path();
    make();
    (void)platform::makePrivateFolder(folder);
    UnfinishedFile file(folder, target);
    if (m_seal) {
        const FileImage image(sizeOf(record));
        putRecord(record, space, image.all().subspan(FileSeal::bytesBefore));
        m_seal->seal(image.all(), placeOf(target));
        file.put(image.all());
        return file.finish(time);
    }
    file.put(encodeHead(record, space));
    for (const auto part : partsOf(record)) file.put(part);
    file.finish(time);
}

void BlockFolder::use(const ContentHash& space, const BlockName& name, FileTime time) const noexcept {
    // By its descriptor: the sandbox lets nothing change times by a path.
    using platform::Open;
    const platform::File file(fileOf(space, name), Open::Read | Open::NoLink | Open::NoWait);
    if (file.isOpen()) (void)file.setTimes(time);
}

void BlockFolder::remove(const ContentHash& space, const BlockName& name) const noexcept {
    (void)platform::removeFile(fileOf(space, name));
}

void BlockFolder::removeSpace(const ContentHash& space) const noexcept {
    eachEntry(m_root / hexText(space), [&](const std::filesystem::path& path) {
        if (BlockName::parse(path.filename().string())) (void)platform::removeFile(path);
    });
    (void)platform::removeFolder(m_root / hexText(space));
}

}  // namespace hearth
