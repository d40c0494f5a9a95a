#include "hearth/platform/threads.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <vector>

namespace hearth::platform {

void sleepAt(std::atomic<uint32_t>& word, uint32_t value) noexcept {
    ::syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

void wakeAllAt(std::atomic<uint32_t>& word) noexcept {
    ::syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, INT32_MAX, nullptr, nullptr, 0);
}

ThreadClock::ThreadClock() noexcept : m_clock(CLOCK_THREAD_CPUTIME_ID) {
}

ThreadClock::ThreadClock(std::thread& thread) noexcept : ThreadClock() {
    clockid_t clock = CLOCK_THREAD_CPUTIME_ID;
    if (::pthread_getcpuclockid(thread.native_handle(), &clock) == 0) m_clock = clock;
}

double ThreadClock::seconds() const noexcept {
    timespec time{};
    if (::clock_gettime(m_clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

void becomeBackground() noexcept {
    // On Linux a priority is that of a thread.
    (void)::setpriority(PRIO_PROCESS, 0, 19);
}

std::set<int> allowedProcessors() {
    std::set<int> allowed;
    // Machines may have more processors than a cpu_set_t has bits.
    for (size_t count = CPU_SETSIZE; count <= size_t{1} << 16U; count *= 2) {
        std::vector<cpu_set_t> set(count / CPU_SETSIZE);
        const size_t bytes = set.size() * sizeof(cpu_set_t);
        if (::sched_getaffinity(0, bytes, set.data()) != 0) continue;
        for (size_t processor = 0; processor < count; ++processor) {
            if (CPU_ISSET_S(processor, bytes, set.data())) allowed.insert(static_cast<int>(processor));
        }
        return allowed;
    }
    for (int processor = 0; processor < static_cast<int>(std::thread::hardware_concurrency()); ++processor)
        allowed.insert(processor);
    return allowed;
}

bool requestTileRegisters() noexcept {
#if defined(__x86_64__)
    constexpr long requestPermission = 0x1023;  // ARCH_REQ_XCOMP_PERM
    constexpr long tileData = 18;               // XTILEDATA
    return ::syscall(SYS_arch_prctl, requestPermission, tileData) == 0;
#else
    return false;
#endif
}

}  // namespace hearth::platform
