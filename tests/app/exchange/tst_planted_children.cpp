// Each child that reads the files of strangers, with a library that such a file has taken over: what it tries
// then is refused, by the kernel here, by one with the first version of Landlock (5.13), and, but for opening
// files, by one without it.
#include <dirent.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <png.h>
#include <poppler-document.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

#include <QtTest>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "exchange/import_child.h"
#include "hearth/error.h"
#include "hearth/picture_decoder.h"
#include "hearth/platform/run_child.h"
#include "hearth/worker.h"
#include "reading/document_child.h"
#include "reading/document_reader.h"
#include "reading/reading_child.h"
#include "reading/scan_child.h"
#include "support/played_scans.h"
#include "support/small_documents.h"
#include "support/small_pdf.h"

using namespace hearth;
using namespace hearth::app;

namespace {

/// The files of the person, as the children know them, and the process of the test.
struct Targets {
    std::string folder;
    pid_t parent = 0;
    std::string file() const { return folder + "/of a person"; }
    std::string fresh() const { return folder + "/fresh"; }
};
Targets targets;
Targets targetsOf(pid_t parent) {
    return {.folder = "/tmp/hearth-planted-" + std::to_string(parent), .parent = parent};
}

/// The parts of what is tried that some children may do.
enum Allowed : unsigned { Nothing = 0, Files = 1, Programs = 2, Processes = 4 };

/// Tries something and returns the error number; 0: it was done.
struct Attempt {
    const char* name;
    Allowed who;  ///< may do it
    std::function<int()> run;
};

int errorOf(long result) {
    return result < 0 ? errno : 0;
}

/// The error of a program that a process of ours is to become.
int started(std::vector<const char*> words) {
    words.push_back(nullptr);
    return errorOf(execv(words.front(), const_cast<char* const*>(words.data())));
}

std::vector<Attempt> attempts() {
    const std::string &file = targets.file(), &fresh = targets.fresh();
    const pid_t parent = targets.parent;
    const auto opened = [](std::string path, int flags) {
        return [path, flags] { return errorOf(syscall(SYS_openat, AT_FDCWD, path.c_str(), flags, 0600)); };
    };
    return {
        {"socket", Nothing, [] { return errorOf(socket(AF_INET, SOCK_STREAM, 0)); }},
        {"local socket", Nothing, [] { return errorOf(socket(AF_UNIX, SOCK_STREAM, 0)); }},
        {"read a file", Files, opened(file, O_RDONLY)},
        {"read the passwords", Files, opened("/etc/passwd", O_RDONLY)},
        {"read a folder", Files, opened(targets.folder, O_RDONLY | O_DIRECTORY)},
        {"read the memory of the parent", Files,
         opened("/proc/" + std::to_string(parent) + "/mem", O_RDONLY)},
        {"write a file", Nothing, opened(file, O_WRONLY)},
        {"empty a file", Nothing, opened(file, O_WRONLY | O_TRUNC)},
        {"read and empty a file", Nothing, opened(file, O_RDONLY | O_TRUNC)},
        {"make a file", Nothing, opened(fresh, O_WRONLY | O_CREAT)},
        {"make a file to read", Nothing, opened(fresh, O_RDONLY | O_CREAT)},
        {"truncate", Nothing, [file] { return errorOf(truncate(file.c_str(), 0)); }},
        {"unlink", Nothing, [file] { return errorOf(unlink(file.c_str())); }},
        {"rename", Nothing, [file, fresh] { return errorOf(rename(file.c_str(), fresh.c_str())); }},
        {"link", Nothing, [file, fresh] { return errorOf(link(file.c_str(), fresh.c_str())); }},
        {"make a folder", Nothing, [fresh] { return errorOf(mkdir(fresh.c_str(), 0700)); }},
        {"kill", Nothing, [parent] { return errorOf(kill(parent, SIGCONT)); }},
        {"tgkill", Nothing, [parent] { return errorOf(syscall(SYS_tgkill, parent, parent, SIGCONT)); }},
        {"ptrace", Nothing, [parent] { return errorOf(ptrace(PTRACE_ATTACH, parent, nullptr, nullptr)); }},
        {"read memory", Nothing,
         [parent] {
             char byte = 0;
             const iovec both{&byte, 1};
             return errorOf(process_vm_readv(parent, &both, 1, &both, 1, 0));
         }},
        {"make code", Nothing,
         [] {
             void* page =
                 mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
             return page == MAP_FAILED ? errno : 0;
         }},
        {"no longer be shut in", Nothing, [] { return errorOf(prctl(PR_SET_DUMPABLE, 1)); }},
        {"start a process", Processes, [] { return errorOf(fork()); }},
        // These end it if they are not refused.
        {"start a program", Programs, [] { return started({"/bin/true"}); }},
        {"start a shell", Programs,
         [] {
             return started({"/bin/sh", "-c", "exit 0"});
         }},
    };
}

/// Exit status of what was planted: the number of the first attempt that was not refused follows.
constexpr int allRefused = 50;

/// Tries everything but what is allowed anyway. Returns allRefused, or which attempt succeeded.
int tryEverything(unsigned allowed) {
    int number = allRefused;
    for (const Attempt& one : attempts()) {
        ++number;
        if ((one.who & allowed) != 0) continue;
        const int error = one.run();
        if (error != EPERM && error != EACCES) return number;
    }
    return allRefused;
}

/// Attempts that succeed on the kernel that is played.
unsigned allowedHere() {
    return std::filesystem::exists(targets.folder + "/without Landlock") ? unsigned{Files}
                                                                         : unsigned{Nothing};
}

/// True in a worker, which opens the planted file.
bool isInWorker = false;

[[noreturn]] void takeOver() {
    _exit(tryEverything(allowedHere()));
}

QString nameOf(int status) {
    const std::vector<Attempt> all = attempts();
    const auto index = static_cast<size_t>(status - allRefused - 1);
    return status == allRefused ? QStringLiteral("all refused")
           : index < all.size() ? QString::fromLatin1(all[index].name)
                                : QStringLiteral("status %1").arg(status);
}

/// In the place of tesseract; it may start processes, and itself, but nothing else.
int beScanProgram(int argc, const char* const* argv) {
    if (argc < 3) return hearth::test::playScanProgram(argc, argv);
    const std::filesystem::path program{argv[0]};
    std::ifstream words(program.parent_path() / "words");
    pid_t parent = 0;
    words >> parent;
    targets = targetsOf(parent);
    // It was looked up before: a file of the person that tells this is none that it may see.
    bool hasLandlock = true;
    words >> hasLandlock;
    const unsigned allowed = Processes | (hasLandlock ? 0U : Files | Programs);
    int status = tryEverything(allowed);
    if (status == allRefused && hasLandlock) {
        // The loader may be started, but would have to read the other program.
        const pid_t loader = fork();
        if (loader == 0) {
            close(STDERR_FILENO);
            started({"/lib64/ld-linux-x86-64.so.2", "/bin/true"});
            _exit(127);
        }
        int ended = 0;
        if (loader < 0 || waitpid(loader, &ended, 0) != loader ||
            (WIFEXITED(ended) && WEXITSTATUS(ended) == 0))
            status = 99;
    }
    printf("%d", status);
    return 0;
}

}  // namespace

// The functions of the libraries that come first.

poppler::document* poppler::document::load_from_raw_data(const char* bytes, int count, const std::string&,
                                                         const std::string&) {
    // Not for what the child opens before it has shut itself in.
    if (std::string_view(bytes, static_cast<size_t>(count)).find("planted") != std::string_view::npos)
        takeOver();
    return nullptr;
}

extern "C" {

zip_t* zip_fdopen(int, int, int*) {
    takeOver();
}

zip_source_t* zip_source_buffer_create(const void*, zip_uint64_t, int, zip_error_t*) {
    takeOver();
}

png_structp png_create_read_struct(png_const_charp, png_voidp, png_error_ptr, png_error_ptr) {
    takeOver();
}

int open(const char* path, int flags, ...) {
    // Not where the rules of the sandbox are made.
    if (isInWorker && (flags & O_PATH) == 0 && std::string_view(path).ends_with("/planted.gguf")) takeOver();
    va_list rest;
    va_start(rest, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : mode_t{0};
    va_end(rest);
    return static_cast<int>(syscall(SYS_openat, AT_FDCWD, path, flags, mode));
}

int open64(const char* path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    const auto mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(rest, mode_t) : mode_t{0};
    va_end(rest);
    return open(path, flags, mode);
}
}

class TestPlantedChildren : public QObject {
    Q_OBJECT

    bool m_hasLandlock = true;

    static bool filter(std::initializer_list<sock_filter> steps, unsigned flags, int& result) {
        const sock_fprog program{.len = static_cast<unsigned short>(steps.size()),
                                 .filter = const_cast<sock_filter*>(steps.begin())};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
        result = static_cast<int>(syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program));
        return result >= 0;
    }
    /// From now on the kernel says that its Landlock is the first version, which knows fewer rights.
    static bool playFirstLandlock() {
        constexpr uint32_t createRuleset = 444, askVersion = 1;
        int listener = -1;
        if (!filter({BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, createRuleset, 0, 3),
                     BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 16),
                     BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, askVersion, 0, 1),
                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
                     BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)},
                    SECCOMP_FILTER_FLAG_NEW_LISTENER, listener))
            return false;
        std::thread([listener] {
            for (;;) {
                seccomp_notif asked{};
                if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) continue;
                seccomp_notif_resp answer{.id = asked.id, .val = 1, .error = 0, .flags = 0};
                ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
            }
        }).detach();
        return syscall(createRuleset, nullptr, 0, askVersion) == 1;
    }
    static bool playNoLandlock() {
        int result = -1;
        return filter({BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
                       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1),
                       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
                       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)},
                      0, result);
    }

    /// The end of the child that was given a file.
    static QString readerOf(const QByteArray& bytes, const QStringList& arguments) {
        QTemporaryFile file;
        if (!file.open() || file.write(bytes) != bytes.size() || !file.flush()) qFatal("not written");
        const ChildReading read =
            runReadingChild("/proc/self/exe", arguments, file.fileName(), documentWaitMs, 1000, {});
        return read.end == ChildReading::Exited ? nameOf(read.status) : QStringLiteral("ended");
    }
    static QString decoderEnd() {
        constexpr char png[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\2\0\0\0\x90wS\xde";
        const std::string_view bytes(png, sizeof png - 1);
        const platform::ChildEnd end = platform::runChild(
            {.words = {"/proc/self/exe", "--decode-picture"}, .input = std::as_bytes(std::span(bytes))},
            [](std::span<const std::byte>) {});
        return nameOf(end.status);
    }
    QString scanEnd() const {
        hearth::test::PlayedScans scans;
        scans.install(QByteArray::number(getpid()) + (m_hasLandlock ? " 1" : " 0"));
        ScanChild reader(findScanProgram());
        return nameOf(reader.read("a picture").toInt());
    }
    static QString workerEnd() {
        EngineOptions options;
        options.model = targets.folder + "/planted.gguf";
        options.backend = "cpu";
        try {
            (void)loadInWorker(options, {});
        } catch (const Error& error) {
            const auto& arguments = error.message().arguments();
            return arguments.empty() ? QString::fromStdString(error.what())
                                     : nameOf(std::stoi(arguments.front().text()));
        }
        return QStringLiteral("loaded");
    }
    void planted() const {
        const QString document = QString::fromLatin1(documentChildArgument);
        const QString refused = nameOf(allRefused);
        QCOMPARE(readerOf(smallPdf({"planted"}), {document}), refused);
        QCOMPARE(readerOf(smallOdt("<text:p>planted</text:p>"), {document}), refused);
        QCOMPARE(readerOf(smallPdf({"planted"}), {QString::fromLatin1(pageChildArgument), "1"}), refused);
        QCOMPARE(readerOf(smallZip({{"a.json", "{}"}}), {QString::fromLatin1(importChildArgument), "en"}),
                 refused);
        QCOMPARE(scanEnd(), refused);
        QCOMPARE(decoderEnd(), refused);
        QCOMPARE(workerEnd(), refused);
        std::string words;
        std::ifstream(targets.file()) >> words;
        QCOMPARE(words, std::string("secret"));
        QVERIFY(!std::filesystem::exists(targets.fresh()));
    }

private slots:
    void initTestCase() {
        targets = targetsOf(getpid());
        std::filesystem::create_directories(targets.folder);
        std::ofstream(targets.file()) << "secret";
        std::ofstream(targets.folder + "/planted.gguf") << "GGUF";
        m_hasLandlock = syscall(444, nullptr, 0, 1) > 0;
    }
    void cleanupTestCase() { std::filesystem::remove_all(targets.folder); }

    /// The planted code does harm where it can.
    void outsideOfASandboxItSucceeds() {
        const pid_t inside = fork();
        if (inside == 0) _exit(tryEverything(Nothing));
        int status = 0;
        QCOMPARE(waitpid(inside, &status, 0), inside);
        QCOMPARE(nameOf(WEXITSTATUS(status)), QString("socket"));
    }
    void theKernelHere() {
        if (!m_hasLandlock) QSKIP("this kernel has no Landlock");
        planted();
    }
    /// Both stay as they are from here on.
    void theFirstKernelWithLandlock() {
        if (!m_hasLandlock) QSKIP("this kernel has no Landlock");
        QVERIFY(playFirstLandlock());
        planted();
    }
    void aKernelWithoutLandlock() {
        QVERIFY(playNoLandlock());
        m_hasLandlock = false;
        std::ofstream(targets.folder + "/without Landlock") << "";
        planted();
    }
};

int main(int argc, char* argv[]) {
    if (hearth::test::isPlayedScanProgram(argv)) return beScanProgram(argc, argv);
    targets = targetsOf(getppid());
    if (isDocumentChild(argc, argv)) return serveDocumentText(argc, argv);
    if (isImportChild(argc, argv)) return serveImport();
    if (isPictureDecoder(argc, argv)) return servePictureDecoder();
    if (isWorker(argc, argv)) {
        isInWorker = true;
        serveWorker([] { _exit(0); });
    }
    QCoreApplication application(argc, argv);
    TestPlantedChildren test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_planted_children.moc"
