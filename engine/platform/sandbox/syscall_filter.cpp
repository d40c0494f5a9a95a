#include "platform/sandbox/syscall_filter.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace hearth::platform::sandbox {

namespace {

#if defined(__x86_64__)
constexpr uint32_t processor = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr uint32_t processor = AUDIT_ARCH_AARCH64;
#else
constexpr uint32_t processor = 0;  // no filter
#endif

/// Calls that are let through whatever their arguments.
constexpr std::array allowedCalls {
    // Files that are open.
    SYS_read, SYS_write, SYS_pread64, SYS_pwrite64, SYS_readv, SYS_writev, SYS_close, SYS_lseek, SYS_fstat,
        SYS_fstatfs, SYS_getdents64, SYS_flock, SYS_fsync, SYS_fdatasync, SYS_ftruncate, SYS_fallocate,
        SYS_fadvise64, SYS_dup, SYS_dup3, SYS_pipe2, SYS_ppoll, SYS_getcwd,
#if defined(__x86_64__)
        SYS_poll, SYS_arch_prctl,
#endif
        // No version of Landlock says of which file: that it exists, its size and times can be learnt. The C
        // library makes fstat() of it, so it cannot go.
        SYS_newfstatat,
        // Memory.
        SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_mincore, SYS_mlock, SYS_munlock, SYS_membarrier,
        SYS_mbind, SYS_set_mempolicy, SYS_get_mempolicy,
        // Threads and time.
        SYS_futex, SYS_set_robust_list, SYS_set_tid_address, SYS_rseq, SYS_sched_yield, SYS_sched_getaffinity,
        SYS_sched_getparam, SYS_sched_getscheduler, SYS_getpriority, SYS_getcpu, SYS_gettid, SYS_getpid,
        SYS_exit, SYS_exit_group, SYS_restart_syscall, SYS_clock_gettime, SYS_clock_getres,
        SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_getrusage, SYS_times,
        // Signals of its own.
        SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
        // About the machine.
        SYS_uname, SYS_sysinfo, SYS_getrandom, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid
};

/// Those of processes that write files, by their paths: which ones is for every version of Landlock to say.
constexpr std::array writingCalls {
    SYS_mkdirat, SYS_unlinkat, SYS_renameat2,
#if defined(__x86_64__)
        SYS_mkdir, SYS_rmdir, SYS_unlink, SYS_rename,
#endif
#ifdef SYS_renameat
        SYS_renameat,
#endif
};

/// Those of processes that start programs: which ones is for Landlock to say.
constexpr std::array startingCalls {
    SYS_execve, SYS_wait4,
#if defined(__x86_64__)
        SYS_dup2,
#endif
};
/// Namespaces, and children that are not its own.
constexpr uint32_t strangeChildren = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC |
                                     CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_PARENT |
                                     CLONE_PTRACE | CLONE_PIDFD;

constexpr uint32_t numberAt = offsetof(seccomp_data, nr), processorAt = offsetof(seccomp_data, arch);
/// The lower half of an argument, and the upper; both processors are little-endian.
constexpr uint32_t argumentAt(uint32_t index) {
    return static_cast<uint32_t>(offsetof(seccomp_data, args)) + 8 * index;
}
constexpr uint32_t upperHalfAt(uint32_t index) {
    return argumentAt(index) + 4;
}

sock_filter load(uint32_t offset) {
    return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset);
}
sock_filter answer(uint32_t verdict) {
    return BPF_STMT(BPF_RET | BPF_K, verdict);
}
constexpr uint32_t refused(int error) {
    return SECCOMP_RET_ERRNO | static_cast<uint32_t>(error);
}

/// A program of the kernel's filter, which only jumps forward.
class Program {
public:
    Program() {
        m_steps = {load(processorAt), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, processor, 1, 0),
                   answer(SECCOMP_RET_KILL_PROCESS), load(numberAt)};
#if defined(__x86_64__)
        // The numbers of x32 have this bit, and the same processor.
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000U, 0, 1));
        m_steps.push_back(answer(SECCOMP_RET_KILL_PROCESS));
#endif
    }
    /// For the call, or whatever number was loaded.
    void decide(long call, uint32_t verdict) {
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 1));
        m_steps.push_back(answer(verdict));
    }
    /// openat, by its third argument. Landlock's first versions ask for no right to truncate, so a file that
    /// is opened for reading, or in the fourth way that Linux has, would be emptied with O_TRUNC. O_PATH
    /// gives a descriptor of any file. Without `writes`, files are only opened for reading.
    void allowOpening(bool writes) {
        constexpr uint32_t writing = O_ACCMODE | O_TRUNC | O_CREAT | O_PATH;
        if (!writes) return allowWithBits(SYS_openat, 2, writing, false);
        constexpr uint32_t pathOnly = O_PATH;
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(SYS_openat), 0, 8));
        m_steps.push_back(load(argumentAt(2)));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, pathOnly, 5, 0));
        m_steps.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE | O_TRUNC));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_RDONLY | O_TRUNC, 3, 0));
        m_steps.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, O_ACCMODE));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_ACCMODE, 1, 0));
        m_steps.push_back(answer(SECCOMP_RET_ALLOW));
        m_steps.push_back(answer(refused(EPERM)));
    }
    /// Allowed where the argument has all of the bits, or none of them.
    void allowWithBits(long call, uint32_t argument, uint32_t bits, bool all) {
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 5));
        m_steps.push_back(load(argumentAt(argument)));
        m_steps.push_back(BPF_STMT(BPF_ALU | BPF_AND | BPF_K, bits));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, all ? bits : 0U, 0, 1));
        m_steps.push_back(answer(SECCOMP_RET_ALLOW));
        m_steps.push_back(answer(refused(EPERM)));
    }
    /// mmap of code, from files that are not changed in memory; of anything else in any way.
    void allowCodeOfFiles() {
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(SYS_mmap), 0, 7));
        m_steps.push_back(load(argumentAt(2)));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 3));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_WRITE, 3, 0));
        m_steps.push_back(load(argumentAt(3)));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_ANONYMOUS, 1, 0));
        m_steps.push_back(answer(SECCOMP_RET_ALLOW));
        m_steps.push_back(answer(refused(EPERM)));
    }
    /// Allowed where the argument, an int, is one of these numbers.
    void allowWith(long call, uint32_t argument, std::initializer_list<uint32_t> numbers) {
        const auto skipped = static_cast<uint8_t>(2 + 2 * numbers.size());
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, skipped));
        m_steps.push_back(load(argumentAt(argument)));
        for (const uint32_t number : numbers) decide(number, SECCOMP_RET_ALLOW);
        m_steps.push_back(answer(refused(EPERM)));
    }
    /// Allowed where the argument, a pointer, is none: both halves of it.
    void allowWithout(long call, uint32_t argument) {
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(call), 0, 6));
        m_steps.push_back(load(argumentAt(argument)));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 3));
        m_steps.push_back(load(upperHalfAt(argument)));
        m_steps.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
        m_steps.push_back(answer(SECCOMP_RET_ALLOW));
        m_steps.push_back(answer(refused(EPERM)));
    }
    int apply() {
        m_steps.push_back(answer(refused(EPERM)));
        const sock_fprog program{.len = static_cast<unsigned short>(m_steps.size()),
                                 .filter = m_steps.data()};
        return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
    }

private:
    std::vector<sock_filter> m_steps;
};

}  // namespace

int shutCalls(const CallRules& rules) {
    if (processor == 0) return ENOSYS;
    Program program;
    for (const long call : allowedCalls) program.decide(call, SECCOMP_RET_ALLOW);
    if (rules.writesFiles)
        for (const long call : writingCalls) program.decide(call, SECCOMP_RET_ALLOW);
    if (rules.startsPrograms)
        for (const long call : startingCalls) program.decide(call, SECCOMP_RET_ALLOW);
    program.allowOpening(rules.writesFiles);
    // Times by a descriptor alone, as futimens() asks.
    program.allowWithout(SYS_utimensat, 1);
    if (rules.startsPrograms)
        program.allowCodeOfFiles();
    else
        program.allowWithBits(SYS_mmap, 2, PROT_EXEC, false);
    program.allowWithBits(SYS_mprotect, 2, PROT_EXEC, false);
    // Threads and no processes. What clone3 is asked for lies in memory that a filter cannot read; the C
    // library takes clone where it is not there.
    if (rules.startsPrograms)
        program.allowWithBits(SYS_clone, 0, strangeChildren, false);
    else
        program.allowWithBits(SYS_clone, 0, CLONE_THREAD, true);
    program.decide(SYS_clone3, refused(ENOSYS));
    // A failed assertion is a signal to itself.
    program.allowWith(SYS_tgkill, 0, {static_cast<uint32_t>(getpid())});
    // Descriptors may be asked about, copied and locked; F_SETOWN and F_SETSIG would send signals to others.
    program.allowWith(
        SYS_fcntl, 1,
        {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW});
    // Limits may be read and not set, which other processes of the person have as well.
    program.allowWithout(SYS_prlimit64, 2);
    if (rules.startsPrograms)
        // Children end with the process that started them.
        program.allowWith(SYS_prctl, 0, {PR_SET_NAME, PR_SET_PDEATHSIG});
    else
        program.allowWith(SYS_prctl, 0, {PR_SET_NAME});
    return program.apply();
}

}  // namespace hearth::platform::sandbox
