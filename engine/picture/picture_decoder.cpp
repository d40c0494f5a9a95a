#include "hearth/picture_decoder.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "hearth/error.h"
#include "hearth/platform/process.h"
#include "hearth/platform/run_child.h"
#include "hearth/platform/sandbox.h"
#include "hearth/readable_text.h"
#include "picture/picture_codecs.h"
#include "picture/picture_errors.h"

namespace hearth {

using platform::ChildCommand;
using platform::ChildEnd;

namespace {

constexpr const char* argument = "--decode-picture";
constexpr uint64_t mostMemory = uint64_t{2} << 30U;  // of addresses: libraries of the program count as well
constexpr uint64_t mostSeconds = 40;                 // of the processor: more than any picture may take
constexpr auto longestWait = std::chrono::seconds(90);
constexpr size_t mostInput = size_t{512} << 20U;
constexpr size_t longestArgument = 100;

// Exit status of the child: what standard output has.
constexpr int decoded = 0;      // width and height, 4 bytes each, then the pixels
constexpr int refused = 3;      // number of an error kind, then its arguments, each followed by a zero byte
constexpr int toldSandbox = 4;  // there was no picture: a PictureSandbox, one byte

/// Errors that the child may report, by number. New ones go to the end.
constexpr std::array kinds{&errors::emptyPicture, &errors::notAPicture,    &errors::unreadFormat,
                           &errors::unreadKind,   &errors::damagedPicture, &errors::cutPicture,
                           &errors::largePicture, &errors::slowPicture,    &errors::noMemoryForPicture,
                           &errors::missingCodec};

std::string formatOf(std::span<const std::byte> file) {
    std::string type(pictureMediaType(file));
    type.erase(0, type.find('/') + 1);
    std::ranges::transform(type, type.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
    return type;
}

/// The output of a child: size and pixels of a picture, or an error. A hostile picture may control the child,
/// so nothing but pixels of the expected size counts.
class Output {
public:
    explicit Output(const PictureSize& size) : m_size(size) { m_pixels.reserve(3 * size.pixels()); }

    size_t mostBytes() const { return headBytes + 3 * m_size.pixels(); }
    void take(std::span<const std::byte> bytes) {
        const auto head = bytes.first(std::min(bytes.size(), headBytes - m_head.size()));
        m_head.insert(m_head.end(), head.begin(), head.end());
        const auto* rest = reinterpret_cast<const uint8_t*>(bytes.data());
        m_pixels.insert(m_pixels.end(), rest + head.size(), rest + bytes.size());
    }
    bool isPicture() const {
        const std::array<uint32_t, 2> size{m_size.width, m_size.height};
        return std::ranges::equal(m_head, std::as_bytes(std::span(size))) &&
               m_pixels.size() == 3 * m_size.pixels();
    }
    Picture takePicture() { return {.size = m_size, .rgb = std::move(m_pixels)}; }
    /// The beginning of all that was written.
    std::vector<std::byte> text() const {
        std::vector<std::byte> bytes = m_head;
        const auto rest = std::as_bytes(std::span(m_pixels));
        const auto count = static_cast<ptrdiff_t>(std::min(rest.size(), longestText));
        bytes.insert(bytes.end(), rest.begin(), rest.begin() + count);
        return bytes;
    }

private:
    static constexpr size_t headBytes = 8, longestText = 1000;
    const PictureSize m_size;
    std::vector<std::byte> m_head;
    std::vector<uint8_t> m_pixels;
};

/// The error that a child has reported.
Error reported(std::span<const std::byte> output, std::span<const std::byte> file) {
    if (output.empty() || static_cast<size_t>(output[0]) >= kinds.size())
        return Error(errors::damagedPicture, {formatOf(file)});
    std::vector<MessageArgument> arguments;
    std::string text;
    for (const std::byte byte : output.subspan(1)) {
        if (byte != std::byte{0}) {
            text += static_cast<char>(byte);
            continue;
        }
        arguments.emplace_back(readableText(std::exchange(text, {}), longestArgument));
        if (arguments.size() == 2) break;
    }
    return Error(*kinds[static_cast<size_t>(output[0])], std::move(arguments));
}

void writeAll(const void* bytes, size_t count) {
    if (!platform::writeChildOutput({static_cast<const std::byte*>(bytes), count})) platform::endNow(1);
}

void report(const Error& error) {
    const auto kind = std::ranges::find_if(kinds, [&](const ErrorKind* one) { return error.is(*one); });
    if (kind == kinds.end()) return;
    const auto number = static_cast<char>(kind - kinds.begin());
    writeAll(&number, 1);
    for (const MessageArgument& one : error.message().arguments()) {
        const std::string text = one.text();
        writeAll(text.c_str(), text.size() + 1);
    }
}

PictureSandbox shutIn() {
    const auto state = platform::tryEnterSandbox({});
    // The limits hold all the same, and the doctor says so.
    if (!state) return PictureSandbox::LimitsAlone;
    return state->filesShut ? PictureSandbox::Whole : PictureSandbox::FilesOpen;
}

}  // namespace

bool isPictureDecoder(int argc, const char* const argv[]) {
    return argc == 2 && std::strcmp(argv[1], argument) == 0;
}

int servePictureDecoder() {
    platform::limitChild(mostMemory, mostSeconds);
    try {
        const std::vector<std::byte> input = platform::readChildInput(mostInput);
        // Plug-ins cannot be loaded later.
        loadPictureCodecs();
        const PictureSandbox sandbox = shutIn();
        if (input.empty()) {
            writeAll(&sandbox, 1);
            return toldSandbox;
        }
        const Picture picture = decodePicture(input);
        const std::array<uint32_t, 2> size{picture.size.width, picture.size.height};
        writeAll(size.data(), sizeof size);
        writeAll(picture.rgb.data(), picture.rgb.size());
        return decoded;
    } catch (const Error& error) {
        report(error);
    } catch (const std::bad_alloc&) {
        report(Error(errors::noMemoryForPicture));
    }
    return refused;
}

PictureSandbox pictureSandbox(const std::filesystem::path& program, const std::stop_token& stop) {
    const ChildCommand command{.words = {program.string(), argument}, .mostBytes = 1, .longest = longestWait};
    std::vector<std::byte> told;
    const ChildEnd end = runChild(
        command, [&told](auto bytes) { told.insert(told.end(), bytes.begin(), bytes.end()); }, stop);
    const bool isTold = end.kind == ChildEnd::Kind::Exited && end.status == toldSandbox && told.size() == 1 &&
                        told[0] < static_cast<std::byte>(PictureSandbox::Unknown);
    return isTold ? static_cast<PictureSandbox>(told[0]) : PictureSandbox::Unknown;
}

std::string_view pictureSandboxText(PictureSandbox sandbox) noexcept {
    switch (sandbox) {
        case PictureSandbox::Whole:
            return "no files, no network, no other programs";
        case PictureSandbox::FilesOpen:
            return "no network and no other programs, but files can be opened, as this kernel has no "
                   "Landlock";
        case PictureSandbox::LimitsAlone:
            return "none but limits of memory and time, as this kernel has no seccomp; use pictures of "
                   "people "
                   "you trust";
        case PictureSandbox::Unknown:
            break;
    }
    return "not known, as the process that decodes pictures could not be started";
}

Picture decodePictureApart(const std::filesystem::path& program, std::span<const std::byte> file,
                           const std::stop_token& stop) {
    Output output(pictureSize(file));
    const ChildCommand command{.words = {program.string(), argument},
                               .input = file,
                               .mostBytes = output.mostBytes(),
                               .longest = longestWait};
    const ChildEnd end = platform::runChild(
        command, [&output](auto bytes) { output.take(bytes); }, stop);
    switch (end.kind) {
        case ChildEnd::Kind::Exited:
            if (end.status == decoded && output.isPicture()) return output.takePicture();
            if (end.status == refused) throw reported(output.text(), file);
            break;
        case ChildEnd::Kind::Signalled:
            if (end.wasStopped()) throw Error(errors::slowPicture, {mostSeconds});
            break;
        case ChildEnd::Kind::TookTooLong:
            throw Error(errors::slowPicture, {longestWait.count()});
        case ChildEnd::Kind::NotStarted:
            throw Error(errors::decoderNotStarted, {end.reason});
        case ChildEnd::Kind::Stopped:
            throw Error(ErrorCode::Cancelled, "Reading a picture was stopped.");
        case ChildEnd::Kind::WroteTooMuch:
            break;
    }
    throw Error(errors::damagedPicture, {formatOf(file)});
}

}  // namespace hearth
