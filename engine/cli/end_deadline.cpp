#include "cli/end_deadline.h"

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "hearth/platform/process.h"

namespace hearth::cli {

EndDeadline::EndDeadline(std::chrono::milliseconds time)
    : m_watcher([time](const std::stop_token& stop) {
          std::mutex mutex;
          std::condition_variable_any changed;
          std::unique_lock lock(mutex);
          (void)changed.wait_for(lock, stop, time, [] { return false; });
          // Not exit(): what it would wait for is what does not end.
          if (!stop.stop_requested()) platform::endNow(0);
      }) {
}

}  // namespace hearth::cli
