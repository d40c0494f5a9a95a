#include "reading/scan_child.h"

#include <QList>
#include <array>
#include <bit>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "hearth/platform/process.h"
#include "hearth/platform/run_child.h"
#include "reading/document_child.h"
#include "reading/document_text.h"
#include "reading/pdf_pages.h"

namespace hearth::app {

using platform::FileHandle;
using platform::SandboxRules;

namespace {

/// A picture at most: its pixels, and what stands in front of them.
constexpr qsizetype mostPictureBytes = static_cast<qsizetype>(mostScanPixels) + 100;

bool readAll(const FileHandle& file, std::span<char> out) {
    while (!out.empty()) {
        const ptrdiff_t taken = file.read(out);
        if (taken <= 0) return false;
        out = out.subspan(static_cast<size_t>(taken));
    }
    return true;
}

/// Its size, in the order of bytes of this machine, and then the block itself.
bool writeBlock(const FileHandle& file, const QByteArray& bytes) {
    const auto size = static_cast<uint32_t>(bytes.size());
    return file.write(std::as_bytes(std::span(&size, 1))) &&
           file.write(std::string_view(bytes.constData(), static_cast<size_t>(bytes.size())));
}

/// nullopt: the other side has gone, or sent more than `mostBytes`.
std::optional<QByteArray> readBlock(const FileHandle& file, qsizetype mostBytes) {
    std::array<char, sizeof(uint32_t)> head;
    if (!readAll(file, head)) return std::nullopt;
    const auto size = std::bit_cast<uint32_t>(head);
    if (size > mostBytes) return std::nullopt;
    QByteArray bytes(static_cast<qsizetype>(size), Qt::Uninitialized);
    return readAll(file, std::span(bytes.data(), size)) ? std::optional(bytes) : std::nullopt;
}

/// Reads a picture in a process of its own: with that the program ends, too, which a sandboxed process cannot
/// kill.
bool readPage(const ScanProgram& program, const QByteArray& picture, const FileHandle& texts) {
    const bool isWritten = platform::runForked([&] {
        const auto text = readScan(program, picture, scanPageMs, maxDocumentTextBytes);
        return writeBlock(texts, text.value_or(QByteArray()));
    });
    return isWritten || writeBlock(texts, {});
}

/// The output of the program's loader, in lines; the program itself does not run.
QList<QByteArray> librariesOf(const ScanProgram& program) {
    constexpr size_t mostBytes = 1U << 20U;
    QByteArray lines;
    (void)platform::runChild({.words = {program.path.toStdString()},
                              .mostBytes = mostBytes,
                              .longest = std::chrono::milliseconds(scanPageMs),
                              .variables = platform::ChildVariables::Reading,
                              .ownVariables = {{"LD_TRACE_LOADED_OBJECTS", "1"}}},
                             [&lines](std::span<const std::byte> bytes) {
                                 lines.append(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<qsizetype>(bytes.size()));
                             });
    return lines.split('\n');
}

}  // namespace

platform::SandboxRules scanRules(const ScanProgram& program) {
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
        if (words.front().startsWith('/')) {
            // Libraries that are preloaded have no name before their path, either.
            const bool isLoader = words.front().sliced(words.front().lastIndexOf('/') + 1).startsWith("ld");
            (isLoader ? rules.programs : rules.readable).emplace_back(words.front().toStdString());
        }
        if (words.size() > 2 && words[1] == "=>" && words[2].startsWith('/'))
            rules.readable.emplace_back(words[2].toStdString());
    }
    return rules;
}

ScanChild::ScanChild(const ScanProgram& program) {
    // One that has gone must not end this one.
    platform::ignoreBrokenPipes();
    (void)m_child.start(
        [&program, rules = scanRules(program)](const FileHandle& pictures, const FileHandle& texts) {
            (void)platform::tryEnterSandbox(rules);
            while (const auto picture = readBlock(pictures, mostPictureBytes))
                if (!readPage(program, *picture, texts)) return;
        });
}

QByteArray ScanChild::read(const QByteArray& picture) {
    if (!writeBlock(m_child.requests(), picture)) return {};
    return readBlock(m_child.answers(), maxDocumentTextBytes + 1).value_or(QByteArray());
}

}  // namespace hearth::app
