#include "cli/keep_options.h"

#include <cerrno>
#include <span>
#include <string>
#include <system_error>

#include "hearth/error.h"
#include "hearth/platform/file.h"

namespace hearth::cli {

namespace {

/// A file that is closed at the end.
class KeyFile {
public:
    explicit KeyFile(std::string path)
        // The path may be that of a pipe that has no writer.
        : m_path(std::move(path)), m_file(m_path, platform::Open::Read | platform::Open::NoWait) {
        if (!m_file.isOpen()) failToRead();
    }

    CacheKey key() const {
        const auto facts = m_file.facts();
        if (!facts) failToRead();
        if (facts->kind != platform::FileKind::Regular) fail("is not a file");
        if (!facts->isOwn) fail("belongs to another user; use one of your own");
        if ((facts->permissions & 077U) != 0) fail("is open to others; close it with \"chmod 600\"");
        CacheKey key{};
        if (facts->sizeBytes != key.size()) failSize();
        const ptrdiff_t got = m_file.read(std::as_writable_bytes(std::span(key)));
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
    platform::File m_file;
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
