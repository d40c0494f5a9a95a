// Every call of Linux that takes a path, tried on files that the rules do not name or only let read: as the
// kernel here has Landlock, as Linux 5.13 has it, and without it.
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QtTest/QtTest>
#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <vector>

#include "engine/platform/in_child.h"
#include "platform/sandbox/file_rules.h"
#include "platform/sandbox/syscall_filter.h"

using namespace hearth;
using namespace hearth::platform;
using namespace hearth::test;

namespace {

using Arguments = std::array<long, 6>;
struct PathCall {
    const char* name;
    long number;
    Arguments arguments;
};

/// Which files are shut; by the version of Landlock, 0: none of them.
constexpr std::array landlockVersions{sandbox::newestFileRules, 1L, 0L};

/// The properties of a file that a call may have changed.
struct Seen {
    std::string text;
    mode_t mode = 0;
    uid_t owner = 0;
    time_t changed = 0;
    bool operator==(const Seen&) const = default;
};

Seen look(const std::filesystem::path& path) {
    struct stat status {};
    if (lstat(path.c_str(), &status) != 0) return {.text = "gone"};
    Seen seen{.text = {}, .mode = status.st_mode, .owner = status.st_uid, .changed = status.st_mtime};
    std::ifstream(path) >> seen.text;
    return seen;
}

}  // namespace

class TestPathCalls : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path at(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }
    /// One that others have, one that may be read, and a name for what is made.
    const std::filesystem::path m_other = at("other"), m_model = at("model"), m_fresh = at("fresh");

    /// The result of a call in a process that is shut in: 0, or the error number; 98: no such Landlock.
    int inside(long version, const PathCall& call) const {
        return inChild([&] {
            prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
            const SandboxRules rules{.readable = {m_model}, .writable = {}};
            if (version > 0 && !sandbox::shutFiles(rules, version)) return 98;
            if (sandbox::shutCalls() != 0) return 98;
            const Arguments& a = call.arguments;
            return syscall(call.number, a[0], a[1], a[2], a[3], a[4], a[5]) < 0 ? errno : 0;
        });
    }

    static long of(const void* pointer) { return reinterpret_cast<long>(pointer); }
    /// All of them on one path; `fresh` is the other where a call has two.
    static std::vector<PathCall> callsOn(const char* path, const char* fresh) {
        static std::array<char, 4096> room{};
        static const std::array<timespec, 2> times{};
        static const std::array<uint64_t, 3> how{O_WRONLY | O_TRUNC, 0, 0};
        const long p = of(path), f = of(fresh), here = AT_FDCWD, r = of(room.data()), size = room.size();
        const auto open = [&](const char* name, int flags) {
            return PathCall{name, SYS_openat, {here, p, flags, 0600}};
        };
        std::vector<PathCall> calls{
            open("openat", O_RDONLY),
            open("openat to write", O_WRONLY),
            open("openat to make", O_WRONLY | O_CREAT),
            open("openat to empty", O_RDWR | O_TRUNC),
            open("openat to read and empty", O_RDONLY | O_TRUNC),
            open("openat the fourth way", O_ACCMODE),
            open("openat the fourth way to empty", O_ACCMODE | O_TRUNC),
            open("openat of a path", O_PATH),
            {"openat2", 437, {here, p, of(how.data()), sizeof how}},
            {"newfstatat", SYS_newfstatat, {here, p, r, 0}},
            {"statx", SYS_statx, {here, p, 0, 0xfff, r}},
            {"statfs", SYS_statfs, {p, r}},
            {"faccessat", SYS_faccessat, {here, p, R_OK}},
            {"faccessat2", 439, {here, p, R_OK, 0}},
            {"readlinkat", SYS_readlinkat, {here, p, r, size}},
            {"truncate", SYS_truncate, {p, 0}},
            {"utimensat", SYS_utimensat, {here, p, of(times.data()), 0}},
            {"utimensat now", SYS_utimensat, {here, p, 0, 0}},
            {"fchmodat", SYS_fchmodat, {here, p, 0777}},
            {"fchmodat2", 452, {here, p, 0777, 0}},
            {"fchownat", SYS_fchownat, {here, p, 1, 1, 0}},
            {"mkdirat", SYS_mkdirat, {here, f, 0700}},
            {"mknodat", SYS_mknodat, {here, f, S_IFIFO | 0600, 0}},
            {"unlinkat", SYS_unlinkat, {here, p, 0}},
            {"renameat2", SYS_renameat2, {here, p, here, f, 0}},
            {"linkat", SYS_linkat, {here, p, here, f, 0}},
            {"symlinkat", SYS_symlinkat, {p, here, f}},
            {"setxattr", SYS_setxattr, {p, of("user.x"), r, 1, 0}},
            {"lsetxattr", SYS_lsetxattr, {p, of("user.x"), r, 1, 0}},
            {"getxattr", SYS_getxattr, {p, of("user.x"), r, size}},
            {"lgetxattr", SYS_lgetxattr, {p, of("user.x"), r, size}},
            {"listxattr", SYS_listxattr, {p, r, size}},
            {"llistxattr", SYS_llistxattr, {p, r, size}},
            {"removexattr", SYS_removexattr, {p, of("user.x")}},
            {"lremovexattr", SYS_lremovexattr, {p, of("user.x")}},
            {"setxattrat", 463, {here, p, 0, of("user.x"), r, 16}},
            {"getxattrat", 464, {here, p, 0, of("user.x"), r, 16}},
            {"listxattrat", 465, {here, p, 0, r, size}},
            {"removexattrat", 466, {here, p, 0, of("user.x")}},
            {"inotify_add_watch", SYS_inotify_add_watch, {0, p, 1}},
            {"fanotify_mark", SYS_fanotify_mark, {0, 1, 1, here, p}},
            {"name_to_handle_at", SYS_name_to_handle_at, {here, p, r, r, 0}},
            {"execve", SYS_execve, {p, 0, 0}},
            {"execveat", SYS_execveat, {here, p, 0, 0, 0}},
            {"chdir", SYS_chdir, {p}},
            {"chroot", SYS_chroot, {p}},
            {"acct", SYS_acct, {p}},
            {"mount", SYS_mount, {p, p, of("tmpfs"), MS_RDONLY, 0}},
            {"umount2", SYS_umount2, {p, 0}},
            {"pivot_root", SYS_pivot_root, {p, p}},
            {"swapon", SYS_swapon, {p, 0}},
            {"swapoff", SYS_swapoff, {p}},
            {"open_tree", 428, {here, p, 0}},
            {"move_mount", 429, {here, p, here, f, 0}},
            {"fspick", 433, {here, p, 0}},
            {"mount_setattr", 442, {here, p, 0, r, 32}},
            {"mq_open", SYS_mq_open, {p, O_RDWR, 0, 0}},
            {"mq_unlink", SYS_mq_unlink, {p}},
        };
#if defined(__x86_64__)
        calls.insert(calls.end(), {
                                      {"open", SYS_open, {p, O_RDONLY}},
                                      {"creat", SYS_creat, {p, 0600}},
                                      {"stat", SYS_stat, {p, r}},
                                      {"lstat", SYS_lstat, {p, r}},
                                      {"access", SYS_access, {p, R_OK}},
                                      {"readlink", SYS_readlink, {p, r, size}},
                                      {"chmod", SYS_chmod, {p, 0777}},
                                      {"chown", SYS_chown, {p, 1, 1}},
                                      {"lchown", SYS_lchown, {p, 1, 1}},
                                      {"utime", SYS_utime, {p, 0}},
                                      {"utimes", SYS_utimes, {p, 0}},
                                      {"futimesat", SYS_futimesat, {here, p, 0}},
                                      {"mkdir", SYS_mkdir, {f, 0700}},
                                      {"rmdir", SYS_rmdir, {p}},
                                      {"mknod", SYS_mknod, {f, S_IFIFO | 0600, 0}},
                                      {"unlink", SYS_unlink, {p}},
                                      {"rename", SYS_rename, {p, f}},
                                      {"renameat", SYS_renameat, {here, p, here, f}},
                                      {"link", SYS_link, {p, f}},
                                      {"symlink", SYS_symlink, {p, f}},
                                      {"uselib", SYS_uselib, {p}},
                                  });
#endif
        return calls;
    }

private slots:
    void initTestCase() {
        std::filesystem::permissions(m_folder.path().toStdString(), std::filesystem::perms::all);
    }
    void init() {
        for (const auto& path : {m_other, m_model}) {
            std::filesystem::remove_all(path);
            std::ofstream(path) << "text";
            std::filesystem::last_write_time(
                path, std::filesystem::file_time_type::clock::now() - std::chrono::hours(100));
        }
        std::filesystem::remove_all(m_fresh);
    }

    /// With what Landlock controls of the others and without, nothing but these reaches a file by its path.
    void theOthersAreRefusedWithoutLandlockToo() {
        QStringList reached;
        for (const PathCall& call : callsOn(m_other.c_str(), m_fresh.c_str())) {
            init();
            if (const int result = inside(0, call); result != EPERM) reached += call.name;
        }
        const QStringList controlled {
            "openat", "openat to write", "openat to make", "openat to empty", "newfstatat", "mkdirat",
                "unlinkat", "renameat2",
#if defined(__x86_64__)
                "mkdir", "rmdir", "unlink", "rename", "renameat",
#endif
        };
        QCOMPARE(reached, controlled);
    }

    void filesOfOthersStayAsTheyAre() {
        for (const long version : landlockVersions) {
            if (version == 0) continue;
            for (const PathCall& call : callsOn(m_other.c_str(), m_fresh.c_str())) {
                init();
                const Seen before = look(m_other);
                const int result = inside(version, call);
                if (result == 98) QSKIP("this kernel has no Landlock");
                // The remaining exceptions are described in docs/guide.md.
                const bool tells = std::string_view(call.name) == "newfstatat";
                QVERIFY2(result == (tells ? 0 : EPERM) || (!tells && result == EACCES) || result == ENOTDIR,
                         qPrintable(QStringLiteral("%1: %2").arg(call.name).arg(result)));
                QVERIFY2(look(m_other) == before, call.name);
                QVERIFY2(!std::filesystem::exists(std::filesystem::symlink_status(m_fresh)), call.name);
            }
        }
    }

    void whatMayBeReadIsNotChanged() {
        for (const long version : landlockVersions) {
            if (version == 0) continue;
            for (const PathCall& call : callsOn(m_model.c_str(), m_fresh.c_str())) {
                init();
                const Seen before = look(m_model);
                const int result = inside(version, call);
                if (result == 98) QSKIP("this kernel has no Landlock");
                QVERIFY2(look(m_model) == before, call.name);
                QVERIFY2(!std::filesystem::exists(std::filesystem::symlink_status(m_fresh)), call.name);
            }
        }
    }

    void timesAreChangedByADescriptorAlone() {
        QCOMPARE(inChild([this] {
                     prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
                     if (sandbox::shutCalls() != 0) return 98;
                     const int file = ::open(m_other.c_str(), O_RDONLY);
                     if (file < 0) return 1;
                     const std::array<timespec, 2> times{};
                     return futimens(file, times.data()) == 0 ? 0 : errno;
                 }),
                 0);
        QCOMPARE(look(m_other).changed, time_t{0});
    }
};

QTEST_GUILESS_MAIN(TestPathCalls)
#include "tst_path_calls.moc"
