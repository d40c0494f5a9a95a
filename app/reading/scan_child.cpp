#include "reading/scan_child.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QList>
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "hearth/run_child.h"
#include "reading/document_child.h"
#include "reading/document_text.h"
#include "reading/pdf_pages.h"
#include "reading/reading_sandbox.h"

namespace hearth::app {

namespace {

/// A picture at most: its pixels, and what stands in front of them.
constexpr qsizetype mostPictureBytes = static_cast<qsizetype>(mostScanPixels) + 100;

bool writeAll(int file, const char* bytes, qsizetype count) {
    while (count > 0) {
        const ssize_t written = ::write(file, bytes, static_cast<size_t>(count));
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= written;
    }
    return true;
}

bool readAll(int file, char* bytes, qsizetype count) {
    while (count > 0) {
        const ssize_t taken = ::read(file, bytes, static_cast<size_t>(count));
        if (taken < 0 && errno == EINTR) continue;
        if (taken <= 0) return false;
        bytes += taken;
        count -= taken;
    }
    return true;
}

/// Its size, in the order of bytes of this machine, and then the block itself.
bool writeBlock(int file, const QByteArray& bytes) {
    const auto size = static_cast<uint32_t>(bytes.size());
    return writeAll(file, reinterpret_cast<const char*>(&size), sizeof size) &&
           writeAll(file, bytes.constData(), bytes.size());
}

/// nullopt: the other side has gone, or sent more than `mostBytes`.
std::optional<QByteArray> readBlock(int file, qsizetype mostBytes) {
    uint32_t size = 0;
    if (!readAll(file, reinterpret_cast<char*>(&size), sizeof size) || size > mostBytes) return std::nullopt;
    QByteArray bytes(static_cast<qsizetype>(size), Qt::Uninitialized);
    return readAll(file, bytes.data(), bytes.size()) ? std::optional(bytes) : std::nullopt;
}

/// Reads a picture in a process of its own: with that the program ends, too, which a sandboxed process cannot
/// kill.
bool readPage(const ScanProgram& program, const QByteArray& picture, int texts) {
    const pid_t page = ::fork();
    if (page == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        const auto text = readScan(program, picture, scanPageMs, maxDocumentTextBytes);
        ::_exit(writeBlock(texts, text.value_or(QByteArray())) ? 0 : 1);
    }
    int status = 0;
    while (page > 0 && ::waitpid(page, &status, 0) < 0 && errno == EINTR) {
    }
    return (page > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0) || writeBlock(texts, {});
}

[[noreturn]] void serve(const ScanProgram& program, const SandboxRules& rules, int pictures, int texts) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The document is no picture, and what is said of it is for the other process.
    if (const int none = ::open("/dev/null", O_RDWR); none >= 0)
        for (const int standard : {STDIN_FILENO, STDOUT_FILENO}) ::dup2(none, standard);
    shutIn(rules);
    while (const auto picture = readBlock(pictures, mostPictureBytes))
        if (!readPage(program, *picture, texts)) break;
    ::_exit(0);
}

/// The output of the program's loader, in lines; the program itself does not run.
QList<QByteArray> librariesOf(const ScanProgram& program) {
    constexpr char listInstead[] = "LD_TRACE_LOADED_OBJECTS";
    constexpr size_t mostBytes = 1U << 20U;
    QByteArray lines;
    ::setenv(listInstead, "1", 1);
    (void)runChild({.words = {program.path.toStdString()},
                    .mostBytes = mostBytes,
                    .longest = std::chrono::milliseconds(scanPageMs)},
                   [&lines](std::span<const std::byte> bytes) {
                       lines.append(reinterpret_cast<const char*>(bytes.data()),
                                    static_cast<qsizetype>(bytes.size()));
                   });
    ::unsetenv(listInstead);
    return lines.split('\n');
}

}  // namespace

SandboxRules scanRules(const ScanProgram& program) {
    SandboxRules rules{
        .readable = {"/etc/ld.so.cache"}, .writable = {}, .programs = {program.path.toStdString()}};
    if (program.dataFolder.isEmpty())
        for (const char* usual :
             {"/usr/share/tessdata", "/usr/share/tesseract-ocr", "/usr/local/share/tessdata"})
            rules.readable.emplace_back(usual);
    else
        rules.readable.emplace_back(program.dataFolder.toStdString());
    // "libz.so.1 => /lib/libz.so.1 (0x7f0000000000)", and of the loader: "/lib64/ld-linux-x86-64.so.2 (0x…)",
    // perhaps with another path behind the arrow.
    for (const QByteArray& line : librariesOf(program)) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.front().startsWith('/')) rules.programs.emplace_back(words.front().toStdString());
        if (words.size() > 2 && words[1] == "=>" && words[2].startsWith('/'))
            rules.readable.emplace_back(words[2].toStdString());
    }
    return rules;
}

ScanChild::ScanChild(const ScanProgram& program) {
    const SandboxRules rules = scanRules(program);
    // One that has gone must not end this one.
    ::signal(SIGPIPE, SIG_IGN);
    std::array<int, 2> pictures{-1, -1}, texts{-1, -1};
    if (::pipe2(pictures.data(), O_CLOEXEC) != 0) return;
    if (::pipe2(texts.data(), O_CLOEXEC) != 0) {
        for (const int end : pictures) ::close(end);
        return;
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::close(pictures[1]);
        ::close(texts[0]);
        serve(program, rules, pictures[0], texts[1]);
    }
    ::close(pictures[0]);
    ::close(texts[1]);
    m_pictures = pictures[1];
    m_texts = texts[0];
}

ScanChild::~ScanChild() {
    for (const int end : {m_pictures, m_texts})
        if (end >= 0) ::close(end);
}

QByteArray ScanChild::read(const QByteArray& picture) {
    if (!writeBlock(m_pictures, picture)) return {};
    return readBlock(m_texts, maxDocumentTextBytes + 1).value_or(QByteArray());
}

}  // namespace hearth::app
