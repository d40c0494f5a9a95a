#include "cli/keep_options.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "hearth/error.h"

namespace hearth::cli {

namespace {

/// A file that is closed at the end.
class KeyFile {
public:
    explicit KeyFile(std::string path)
        // The path may be that of a pipe that has no writer.
        : m_path(std::move(path)), m_descriptor(::open(m_path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
        if (m_descriptor < 0) failToRead();
    }
    ~KeyFile() { ::close(m_descriptor); }
    KeyFile(const KeyFile&) = delete;
    KeyFile& operator=(const KeyFile&) = delete;

    CacheKey key() const {
        struct stat status {};
        if (::fstat(m_descriptor, &status) != 0) failToRead();
        if (!S_ISREG(status.st_mode)) fail("is not a file");
        if (status.st_uid != ::geteuid()) fail("belongs to somebody else; use one of your own");
        if ((status.st_mode & 077U) != 0) fail("is open to others; close it with \"chmod 600\"");
        CacheKey key{};
        if (static_cast<uint64_t>(status.st_size) != key.size()) failSize();
        const ssize_t got = ::read(m_descriptor, key.data(), key.size());
        if (got < 0) failToRead();
        if (static_cast<size_t>(got) != key.size()) failSize();
        return key;
    }

private:
    [[noreturn]] void failToRead() const {
        throw Error(ErrorCode::Io, "The key file " + m_path +
                                       " cannot be read: " + std::generic_category().message(errno) + ".");
    }
    [[noreturn]] void failSize() const {
        fail("has to hold exactly 32 bytes, as \"head -c 32 /dev/urandom\" makes them");
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorCode::BadInput, "The key file " + m_path + " " + what + ".");
    }

    std::string m_path;
    int m_descriptor;
};

}  // namespace

void readKeep(const Arguments& arguments, EngineOptions& options) {
    options.prefixFolder = arguments.text(keepOption.name).value_or("");
    const auto file = arguments.text(keepKeyOption.name);
    if (!file) return;
    if (options.prefixFolder.empty()) throw UsageError("--keep-key-file needs --keep");
    options.prefixKey = KeyFile(*file).key();
}

}  // namespace hearth::cli
