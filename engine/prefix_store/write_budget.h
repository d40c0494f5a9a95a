#pragma once

#include <cstdint>
#include <filesystem>

namespace hearth {

/// Limit of bytes written on one day, across several starts of the program. The sum is saved to a file from
/// time to time: after a crash a little of it is missing. Days are those of UTC. One thread at a time.
class WriteBudget {
public:
    WriteBudget(std::filesystem::path file, uint64_t mostBytesADay)
        : m_file(std::move(file)), m_most(mostBytesADay) {}
    /// Saves the sum.
    ~WriteBudget();
    WriteBudget(const WriteBudget&) = delete;
    WriteBudget& operator=(const WriteBudget&) = delete;

    void setMost(uint64_t mostBytesADay) noexcept { m_most = mostBytesADay; }
    /// Adds these bytes to the sum if they may be written on this day, in days since 1970.
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
