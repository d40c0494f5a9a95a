#pragma once

#include <cstdint>
#include <filesystem>

namespace hearth {

/// How much may be written on one day, also by several starts of the program. The sum is kept in a file, from
/// time to time: after a crash a little of it is missing. Days are those of UTC. One thread at a time.
class WriteBudget {
public:
    WriteBudget(std::filesystem::path file, uint64_t mostBytesADay)
        : m_file(std::move(file)), m_most(mostBytesADay) {}
    /// Writes the sum down.
    ~WriteBudget();
    WriteBudget(const WriteBudget&) = delete;
    WriteBudget& operator=(const WriteBudget&) = delete;

    void setMost(uint64_t mostBytesADay) noexcept { m_most = mostBytesADay; }
    /// Counts so many bytes if they may be written on this day, in days since 1970.
    bool take(uint64_t bytes, int64_t day);

private:
    void load();
    void save();

    std::filesystem::path m_file;
    uint64_t m_most;
    int64_t m_day = -1;
    uint64_t m_bytes = 0;  ///< written on that day
    uint64_t m_unsaved = 0;
    bool m_loaded = false;
};

}  // namespace hearth
