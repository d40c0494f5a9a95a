#pragma once

#include <QtTest>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "hearth/error.h"
#include "picture/picture_head.h"
#include "support/reference_pack.h"

/// Readers of heads against the libraries that decode the same files.
namespace hearth::test {

/// Reads a head, or facts of it, by a library; nullopt: the library refuses the file.
using LibraryHead = std::function<std::optional<PictureHead>(std::span<const std::byte> file)>;
using HeadReader = PictureHead (*)(std::span<const std::byte> file);

/// The result of a head's reader: "3 x 2, orientation 1, 0.5", or the identity of its error.
inline std::string toldHead(const PictureHead& head) {
    return std::to_string(head.stored.width) + " x " + std::to_string(head.stored.height) + ", orientation " +
           std::to_string(static_cast<int>(head.orientation)) + ", " + std::to_string(head.bytesBeside);
}
inline std::string toldHead(HeadReader read, std::span<const std::byte> file) {
    try {
        return toldHead(read(file));
    } catch (const Error& error) {
        return error.message().id();
    }
}

/// Holds a reader against a library: what the library accepts has the same facts, and of what it refuses a
/// sentence is said unless the damage is behind the head. Returns what differs; empty: nothing.
inline std::string headFault(HeadReader read, const LibraryHead& library, std::span<const std::byte> file) {
    const std::string told = toldHead(read, file);
    const auto found = library(file);
    if (found && told != toldHead(*found)) return told + " instead of " + toldHead(*found);
    if (!told.starts_with("picture.")) return {};
    static constexpr const char* sentences[] = {"picture.cut-short", "picture.damaged",
                                                "picture.unread-kind"};
    const bool isSaid = std::ranges::count(sentences, told) != 0;
    return isSaid ? std::string() : told;
}

/// The reference pictures of a kind, those of the reference pack included where there is one.
inline std::vector<std::filesystem::path> picturesEndingIn(const std::string& suffix) {
    std::vector<std::filesystem::path> files, folders{tinyModelsFolder().parent_path() / "pictures"};
    if (const auto pack = goldenFolder()) folders.push_back(*pack / "vision" / "pictures");
    for (const auto& folder : folders)
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().extension() == suffix) files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// All of them whole; the small ones cut at every length; and with bytes changed, most of them in front.
inline void checkHeads(const std::string& suffix, HeadReader read, const LibraryHead& library,
                       size_t signatureBytes) {
    std::mt19937 random(1);
    const auto files = picturesEndingIn(suffix);
    QVERIFY(files.size() > 5);
    for (const auto& path : files) {
        const auto whole = readBytes(path);
        const std::string name = path.filename().string();
        const auto found = library(whole);
        QVERIFY2(found, name.c_str());
        QVERIFY2(toldHead(read, whole) == toldHead(*found), name.c_str());
        constexpr size_t small = 3000, rounds = 300, front = 200;
        for (size_t length = signatureBytes; whole.size() <= small && length < whole.size(); ++length) {
            // A copy of its own, so that what is read behind its end is noticed.
            const std::vector<std::byte> cut(whole.begin(), whole.begin() + static_cast<ptrdiff_t>(length));
            const std::string fault = headFault(read, library, cut);
            QVERIFY2(fault.empty(), (name + " cut to " + std::to_string(length) + ": " + fault).c_str());
        }
        for (size_t round = 0; round < rounds; ++round) {
            auto bent = whole;
            const size_t within = round % 3 == 0 ? bent.size() : std::min(bent.size(), front);
            for (size_t i = 0; i <= round / 100; ++i) {
                const size_t at = signatureBytes + random() % (within - signatureBytes);
                bent[at] = round % 2 == 0 ? bent[at] ^ std::byte(1U << random() % 8) : std::byte(random());
            }
            const std::string fault = headFault(read, library, bent);
            QVERIFY2(fault.empty(), (name + ", round " + std::to_string(round) + ": " + fault).c_str());
        }
    }
}

/// Bytes of a text, in which zero bytes are spelled.
inline std::vector<std::byte> bytesOf(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

}  // namespace hearth::test
