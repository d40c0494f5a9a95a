#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <stop_token>
#include <string>

#include "hearth/platform/file.h"

namespace hearth::cli {

/// A file that the command line names, open for reading: an ordinary file, a pipe or a device. Opening never
/// waits, and reading waits for a pipe or a terminal only as long as nobody wants it to stop. For one thread.
class InputFile {
public:
    /// `patience` is how long a named pipe may have no writer. Throws Error(Io).
    explicit InputFile(std::string path, std::chrono::milliseconds patience = std::chrono::seconds(10));

    const std::string& path() const noexcept { return m_path; }
    platform::FileHandle file() const noexcept { return m_file; }
    /// It can be read again from its beginning.
    bool isOrdinary() const noexcept;
    /// It may have no end.
    bool isDevice() const noexcept;

    /// Reads what is there, at least a byte; 0 at the end. Throws Error(Io), Error(BadInput) for a pipe that
    /// nothing writes to, and Error(Cancelled) after a stop request.
    size_t read(std::span<char> out, const std::stop_token& stop = {});
    /// Reads all that follows. Throws Error(BadInput), too, for more than this many bytes.
    std::string readAll(size_t mostBytes, const std::stop_token& stop = {});

private:
    [[noreturn]] void fail(int reason) const;

    std::string m_path;
    std::chrono::milliseconds m_patience;
    platform::File m_file;
    platform::FileKind m_kind = platform::FileKind::Other;
};

}  // namespace hearth::cli
