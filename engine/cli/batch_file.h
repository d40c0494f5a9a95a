#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>

#include "hearth/platform/file.h"

namespace hearth::cli {

/// The file with the answers of a batch. It is only ever added to, and knows what is answered in it. One
/// process at a time; for one thread.
class BatchFile {
public:
    /// Opens the file, or makes it so that only its owner can read it. What is cut off is taken away: a
    /// last line, or all from the first that was not wholly on the disk when the power went. `input` is the
    /// open file of the requests. Throws Error(BadInput) for a file that holds something else, is the input,
    /// or is used by another process, and Error(Io); it is then as it was.
    BatchFile(std::string path, platform::FileHandle input);
    ~BatchFile();
    BatchFile(const BatchFile&) = delete;
    BatchFile& operator=(const BatchFile&) = delete;

    bool hasAnswerTo(const std::string& customId) const { return m_answered.contains(customId); }
    /// True if the file records this line of the input as not a request.
    bool hasFault(uint64_t line) const { return m_faults.contains(line); }
    size_t size() const noexcept { return m_answered.size() + m_faults.size(); }

    /// Adds a line, its line end included, in one piece. Throws Error(Io); the file then ends with the line
    /// before.
    void append(std::string_view line);
    /// Has what was added written to the disk when the last time is a second ago. Throws Error(Io).
    void syncIfDue();
    void sync();

private:
    using Clock = std::chrono::steady_clock;

    void open(platform::FileHandle input);
    void resume();
    bool takeIn(std::string_view line);

    std::string m_path;
    platform::File m_file;
    uint64_t m_end = 0;
    std::unordered_set<std::string> m_answered;
    std::unordered_set<uint64_t> m_faults;
    bool m_unsynced = false;
    Clock::time_point m_synced = Clock::now();
};

}  // namespace hearth::cli
