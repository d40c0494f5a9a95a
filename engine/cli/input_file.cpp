#include "cli/input_file.h"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

#include "hearth/error.h"
#include "hearth/platform/readiness.h"

namespace hearth::cli {

using platform::FileKind;
using platform::Ready;

namespace {

/// The longest time until a stop request is noticed.
constexpr int lookEveryMs = 20;

void throwIfStopped(const std::stop_token& stop) {
    if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Reading was stopped.");
}

}  // namespace

InputFile::InputFile(std::string path, std::chrono::milliseconds patience)
    : m_path(std::move(path)),
      m_patience(patience),
      // Opening a pipe that nobody writes to would wait.
      m_file(m_path, platform::Open::Read | platform::Open::NoWait | platform::Open::NoTerminal) {
    if (!m_file.isOpen()) fail(errno);
    if (const auto facts = m_file.facts()) m_kind = facts->kind;
    if (m_kind == FileKind::Folder) fail(EISDIR);
}

bool InputFile::isOrdinary() const noexcept {
    return m_kind == FileKind::Regular;
}

bool InputFile::isDevice() const noexcept {
    return m_kind == FileKind::Device;
}

void InputFile::fail(int reason) const {
    throw Error(ErrorCode::Io,
                "The file " + m_path + " cannot be read: " + std::generic_category().message(reason) + ".");
}

size_t InputFile::read(std::span<char> out, const std::stop_token& stop) {
    const auto until = std::chrono::steady_clock::now() + m_patience;
    while (true) {
        throwIfStopped(stop);
        const ptrdiff_t got = m_file.read(out);
        if (got > 0) return static_cast<size_t>(got);
        if (got < 0 && errno != EAGAIN) fail(errno);
        if (got == 0 && m_kind != FileKind::Pipe) return 0;
        const Ready found = waitUntilReady(m_file, Ready::ToRead, lookEveryMs);
        if (got < 0 || has(found, Ready::ToRead)) continue;
        // The last writer has gone. Nothing: none has come yet.
        if (found != Ready::Nothing) return 0;
        if (std::chrono::steady_clock::now() >= until)
            throw Error(ErrorCode::BadInput, "Nothing writes to the pipe " + m_path + ".");
    }
}

std::string InputFile::readAll(size_t mostBytes, const std::stop_token& stop) {
    std::string text, block(size_t{1} << 20U, '\0');
    while (const size_t got = read(block, stop)) {
        text.append(block, 0, got);
        if (text.size() > mostBytes)
            throw Error(ErrorCode::BadInput, "The file " + m_path + " has more than " +
                                                 std::to_string(mostBytes >> 20U) +
                                                 " MiB of text; give less at a time.");
    }
    return text;
}

}  // namespace hearth::cli
