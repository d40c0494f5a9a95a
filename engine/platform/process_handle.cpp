#include "hearth/platform/process_handle.h"

#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hearth/platform/readiness.h"

namespace hearth::platform {

namespace {

int openHandle(int process) noexcept {
#ifdef SYS_pidfd_open
    return static_cast<int>(::syscall(SYS_pidfd_open, process, 0U));
#else
    (void)process;
    return -1;
#endif
}

void sendSignal(const File& handle, int signal) noexcept {
#ifdef SYS_pidfd_send_signal
    (void)::syscall(SYS_pidfd_send_signal, handle.descriptor(), signal, nullptr, 0U);
#else
    (void)handle, (void)signal;
#endif
}

}  // namespace

ProcessHandle::ProcessHandle(int process) noexcept : m_file(openHandle(process)) {
}

bool ProcessHandle::waitForEnd(int milliseconds) const noexcept {
    return waitUntilReady(m_file, Ready::ToRead, milliseconds) != Ready::Nothing;
}

void ProcessHandle::end() const noexcept {
    sendSignal(m_file, SIGTERM);
}

void ProcessHandle::kill() const noexcept {
    sendSignal(m_file, SIGKILL);
}

}  // namespace hearth::platform
