#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace hearth::test {

/// Operations that can fail on purpose. All but the last are calls to the operating system about files in one
/// folder.
enum class Call {
    Open,  ///< for reading or writing
    Make,  ///< a file or folder, or opening one for writing
    Read,
    Write,  ///< and changing a file's length
    Sync,
    Rename,    ///< and linking
    Allocate,  ///< at least failingAllocation bytes
};
inline constexpr int callCount = 7;
inline constexpr size_t failingAllocation = size_t{64} << 10U;

/// Calls that fail: the one with this number, counted from 1, and with `every` each `every`th one after it.
struct Fault {
    Call call = Call::Read;
    int error = 0;  ///< of errno
    int64_t first = 1;
    int64_t every = 0;
};

/// Counts this process's calls while it lives, and makes some of them fail, for any caller: SQLite, Qt or our
/// own code. The program that links it has functions of the C library replaced. One at a time; any thread may
/// call.
class FailingCalls {
public:
    explicit FailingCalls(const std::string& folder);
    ~FailingCalls();
    FailingCalls(const FailingCalls&) = delete;
    FailingCalls& operator=(const FailingCalls&) = delete;

    void set(const Fault& fault);
    /// Number of calls of a kind so far.
    static int64_t count(Call call);
    /// Number of failed calls.
    static int64_t failed();
    /// Offset of the wall clock from now on; negative: earlier.
    static void moveClock(int64_t seconds);
};

}  // namespace hearth::test
