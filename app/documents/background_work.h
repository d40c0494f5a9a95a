#pragma once

#include <sys/resource.h>

#include <future>
#include <thread>
#include <type_traits>
#include <utility>

namespace hearth::app {

/// Gives this thread, for good, the lowest priority that still gets some time: one of SCHED_IDLE could be
/// left for seconds while it holds what the window waits for. Processes that it starts have the same.
inline void becomeBackground() {
    ::setpriority(PRIO_PROCESS, 0, 19);
}

/// Does work on a thread of such a priority, and waits for it. Throws what it throws.
template <class Work>
auto inBackground(Work work) {
    std::packaged_task<std::invoke_result_t<Work&>()> task([&work] {
        becomeBackground();
        return work();
    });
    auto result = task.get_future();
    std::thread(std::move(task)).join();
    return result.get();
}

}  // namespace hearth::app
