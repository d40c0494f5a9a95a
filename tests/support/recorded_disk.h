#pragma once

#include <string>

#include "support/disk_log.h"

namespace hearth::test {

/// Records what this process does to the files below a folder while it lives, whoever does it: in the program
/// that links it functions of the C library are replaced. What is in the folder when it begins counts as
/// synced. Nothing is seen of what is written through FILE or a mapping. One at a time; any thread may write.
class RecordedDisk {
public:
    explicit RecordedDisk(const std::string& folder);
    ~RecordedDisk();
    RecordedDisk(const RecordedDisk&) = delete;
    RecordedDisk& operator=(const RecordedDisk&) = delete;

    /// See DiskLog::acknowledge().
    static void acknowledge();
    /// The recorded log; nothing may be written meanwhile.
    const DiskLog& log() const;
};

}  // namespace hearth::test
