#pragma once

#include <functional>

#include "hearth/platform/file.h"

namespace hearth::platform {

/// A fork of this process that answers requests over two pipes, and ends with this process or this object. It
/// leaves by the end of its work, without destructors of what was there before. To be started while this
/// process has one thread. This process has to ignore broken pipes (ignoreBrokenPipes()). For one thread.
class ForkedChild {
public:
    /// Work of the child: reads `requests` until they end, and writes `answers`.
    using Work = std::function<void(const FileHandle& requests, const FileHandle& answers)>;

    /// Starts the child. Its standard input and output are /dev/null. False: the system refused.
    bool start(const Work& work);

    const FileHandle& requests() const noexcept { return m_requests; }
    const FileHandle& answers() const noexcept { return m_answers; }

private:
    File m_requests, m_answers;
};

/// Runs work in a fork of this process, which ends with this one, and waits for its end. Returns the result
/// of the work; false as well if the fork failed or ended early. For one thread.
bool runForked(const std::function<bool()>& work);

/// Makes a write beyond the largest size of a file an error (EFBIG) instead of ending the process.
void ignoreFileSizeLimit() noexcept;

}  // namespace hearth::platform
