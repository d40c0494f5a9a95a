#pragma once

#include <string>

#include "support/disk_log.h"

namespace hearth::test {

/// Records the operations of this process on files below a folder while it lives, from any caller: the
/// program that links it has functions of the C library replaced. Existing files in the folder count as
/// synced. Writes through FILE or a mapping are not seen. One at a time; any thread may write.
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
