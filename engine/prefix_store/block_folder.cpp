#include "prefix_store/block_folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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
#include "host/give_name.h"
#include "prefix_store/store_errors.h"

namespace hearth {

namespace {

/// Of the one file a model of earlier versions.
constexpr std::string_view earlierSuffix = ".prefixes";
constexpr std::string_view unfinishedPrefix = ".new-";
/// Of the folders of encrypted files; behind it stands FileSeal::id().
constexpr std::string_view sealedPrefix = "sealed.";
constexpr FileTime second = 1'000'000'000;

std::array<timespec, 2> fileTimes(FileTime time) {
    const timespec own{.tv_sec = static_cast<time_t>(time / second), .tv_nsec = time % second};
    return {own, own};
}

FileTime timeOf(const struct stat& status) {
    return FileTime{status.st_mtim.tv_sec} * second + status.st_mtim.tv_nsec;
}

/// The regular file of that name itself, not what a link points to.
std::optional<struct stat> regularFile(const std::filesystem::path& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
    return status;
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
        m_path = folder / (std::string(unfinishedPrefix) + std::to_string(::getpid()) + "-" +
                           std::to_string(count.fetch_add(1)));
        // Otherwise an existing object of this name, such as a pipe, would be written into.
        (void)::unlink(m_path.c_str());
        m_descriptor = ::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (m_descriptor < 0) fail();
    }
    ~UnfinishedFile() {
        if (m_descriptor >= 0) ::close(m_descriptor);
        if (!m_path.empty()) (void)::unlink(m_path.c_str());
    }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

    void put(std::span<const std::byte> bytes) const {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) fail();
            bytes = bytes.subspan(static_cast<size_t>(written));
        }
    }
    void finish(FileTime time) {
        const auto times = fileTimes(time);
        (void)::futimens(m_descriptor, times.data());
        const int descriptor = std::exchange(m_descriptor, -1);
        if (::close(descriptor) != 0) fail();
        if (!giveName(m_path, m_target, true)) fail();
        m_path.clear();
    }

private:
    [[noreturn]] void fail() const {
        const int reason = errno;
        throw Error(errors::cacheNotKept,
                    {m_target.parent_path().parent_path().string(), std::generic_category().message(reason)});
    }

    std::filesystem::path m_target, m_path;
    int m_descriptor = -1;
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
            const auto status = name ? regularFile(path) : std::nullopt;
            if (status)
                all.push_back({*space, *name, static_cast<uint64_t>(status->st_size), timeOf(*status)});
        });
    });
    return all;
}

void BlockFolder::tidy() const {
    using namespace std::chrono;
    const FileTime now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    eachEntry(m_root, [&](const std::filesystem::path& path) {
        if (path.extension() == earlierSuffix && regularFile(path)) (void)::unlink(path.c_str());
        if (!parseHex(path.filename().string())) return;
        eachEntry(path, [&](const std::filesystem::path& inner) {
            if (!inner.filename().string().starts_with(unfinishedPrefix)) return;
            const auto status = regularFile(inner);
            if (status && timeOf(*status) < now - 600 * second) (void)::unlink(inner.c_str());
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
    (void)::chmod(m_folder.c_str(), 0700);
    (void)::chmod(m_root.c_str(), 0700);
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
    (void)::mkdir(folder.c_str(), 0700);
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
    const int file = ::open(fileOf(space, name).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return;
    const auto times = fileTimes(time);
    (void)::futimens(file, times.data());
    ::close(file);
}

void BlockFolder::remove(const ContentHash& space, const BlockName& name) const noexcept {
    (void)::unlink(fileOf(space, name).c_str());
}

void BlockFolder::removeSpace(const ContentHash& space) const noexcept {
    eachEntry(m_root / hexText(space), [&](const std::filesystem::path& path) {
        if (BlockName::parse(path.filename().string())) (void)::unlink(path.c_str());
    });
    (void)::rmdir((m_root / hexText(space)).c_str());
}

}  // namespace hearth
