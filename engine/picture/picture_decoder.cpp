#include "hearth/picture_decoder.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "host/run_child.h"
#include "picture/picture_codecs.h"
#include "picture/picture_errors.h"
#include "sandbox/sandbox.h"

namespace hearth {

namespace {

constexpr const char* argument = "--decode-picture";
constexpr rlim_t mostMemory = rlim_t{2} << 30U;  // of addresses: libraries of the program count as well
constexpr rlim_t mostSeconds = 40;               // of the processor: more than any picture may take
constexpr auto longestWait = std::chrono::seconds(90);
constexpr size_t mostInput = size_t{512} << 20U;
constexpr size_t longestArgument = 100;

// Exit status of the child: what standard output has.
constexpr int decoded = 0;  // width and height, 4 bytes each, then the pixels
constexpr int refused = 3;  // number of an error kind, then its arguments, each with a byte 0 behind it

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

uint32_t numberAt(std::span<const std::byte> bytes, size_t at) {
    uint32_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
}

/// The error that the child has reported. What a hostile picture made of the child may report anything.
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

void limit(int resource, rlim_t most) {
    const rlimit limits{most, most};
    (void)::setrlimit(resource, &limits);
}

void writeAll(const void* bytes, size_t count) {
    const auto* at = static_cast<const char*>(bytes);
    while (count > 0) {
        const ssize_t written = ::write(STDOUT_FILENO, at, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) ::_exit(1);
        at += written;
        count -= static_cast<size_t>(written);
    }
}

std::vector<std::byte> readInput() {
    std::vector<std::byte> bytes;
    std::array<std::byte, 1U << 16U> part;
    for (;;) {
        const ssize_t count = ::read(STDIN_FILENO, part.data(), part.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0 || bytes.size() > mostInput) return bytes;
        bytes.insert(bytes.end(), part.begin(), part.begin() + count);
    }
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

}  // namespace

bool isPictureDecoder(int argc, const char* const argv[]) {
    return argc == 2 && std::strcmp(argv[1], argument) == 0;
}

int servePictureDecoder() {
    (void)::prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, 0);
    limit(RLIMIT_CPU, mostSeconds);
    limit(RLIMIT_AS, mostMemory);
    try {
        const std::vector<std::byte> input = readInput();
        try {
            // Its plug-ins cannot be loaded later.
            loadPictureCodecs();
            enterSandbox({});
        } catch (const Error&) {
            // An old kernel has no filter for calls; the limits hold there, too.
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

Picture decodePictureApart(const std::filesystem::path& program, std::span<const std::byte> file,
                           const std::stop_token& stop) {
    // Found without the child, and what it writes is trusted as pixels alone.
    const PictureSize size = pictureSize(file);
    const size_t bytes = 3 * size.pixels();
    constexpr size_t headBytes = 8;
    ChildRun child = runChild({program.string(), argument}, file, headBytes + bytes, longestWait, stop);
    switch (child.end) {
        case ChildRun::End::NotStarted:
            throw Error(errors::decoderNotStarted, {child.reason});
        case ChildRun::End::Stopped:
            throw Error(ErrorCode::Cancelled, "Reading a picture was stopped.");
        case ChildRun::End::TookTooLong:
            throw Error(errors::slowPicture, {longestWait.count()});
        case ChildRun::End::Signalled:
            if (child.status == SIGXCPU || child.status == SIGKILL)
                throw Error(errors::slowPicture, {mostSeconds});
            throw Error(errors::damagedPicture, {formatOf(file)});
        case ChildRun::End::WroteTooMuch:
        case ChildRun::End::Exited:
            break;
    }
    if (child.end == ChildRun::End::Exited && child.status == refused) throw reported(child.output, file);
    if (child.end != ChildRun::End::Exited || child.status != decoded ||
        child.output.size() != headBytes + bytes || numberAt(child.output, 0) != size.width ||
        numberAt(child.output, 4) != size.height)
        throw Error(errors::damagedPicture, {formatOf(file)});
    Picture picture{.size = size, .rgb = std::vector<uint8_t>(bytes)};
    std::memcpy(picture.rgb.data(), child.output.data() + headBytes, bytes);
    return picture;
}

}  // namespace hearth
