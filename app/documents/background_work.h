#pragma once

#include <future>
#include <thread>
#include <type_traits>
#include <utility>

#include "hearth/platform/threads.h"

namespace hearth::app {

/// Does work on a thread of such a priority, and waits for it. Throws what it throws.
template <class Work>
auto inBackground(Work work) {
    std::packaged_task<std::invoke_result_t<Work&>()> task([&work] {
        platform::becomeBackground();
        return work();
    });
    auto result = task.get_future();
    std::thread(std::move(task)).join();
    return result.get();
}

}  // namespace hearth::app
