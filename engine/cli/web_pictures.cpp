#include "cli/web_pictures.h"

#include <chrono>
#include <span>
#include <string>
#include <utility>

#include "hearth/error.h"
#include "hearth/platform/file_names.h"
#include "hearth/platform/process.h"
#include "hearth/platform/run_child.h"
#include "hearth/readable_text.h"
#include "openai/picture_parts.h"

namespace hearth::cli {

namespace {

using platform::ChildCommand;
using platform::ChildEnd;

constexpr size_t longestUrl = 8192;
constexpr size_t longestSentence = 300;
constexpr auto longestWait = std::chrono::seconds(60);

[[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::Io) {
    throw Error(code, sentence);
}

std::vector<std::byte> fetch(const std::filesystem::path& program, const std::string& url,
                             const std::stop_token& stop) {
    if (url.size() > longestUrl) fail("The URL is too long.", ErrorCode::BadInput);
    std::vector<std::byte> output;
    const ChildCommand command{.words = {program.string(), "--fetch"},
                               .input = std::as_bytes(std::span(url)),
                               .mostBytes = openai::PictureParts::mostBytes,
                               .longest = longestWait,
                               .variables = platform::ChildVariables::Network};
    const ChildEnd end = platform::runChild(
        command, [&output](auto bytes) { output.insert(output.end(), bytes.begin(), bytes.end()); }, stop);
    switch (end.kind) {
        case ChildEnd::Kind::Exited:
            if (end.status == 0) return output;
            if (!output.empty())
                fail(readableText({reinterpret_cast<const char*>(output.data()), output.size()},
                                  longestSentence));
            [[fallthrough]];
        case ChildEnd::Kind::Signalled:
            fail("The process that fetches images ended early.");
        case ChildEnd::Kind::NotStarted:
            fail("The process that fetches images could not be started.");
        case ChildEnd::Kind::TookTooLong:
            fail("The server did not send the image in time.");
        case ChildEnd::Kind::WroteTooMuch:
            fail("The image is larger than 20 MiB.");
        case ChildEnd::Kind::Stopped:
            break;
    }
    fail("Fetching the image was stopped.", ErrorCode::Cancelled);
}

}  // namespace

std::filesystem::path webProgram() {
    const auto program = platform::ownProgramFile().parent_path() / "hearth";
    if (!platform::isExecutable(program))
        fail(
            "--fetch-images needs the program hearth next to hearth-cli; install it, or leave the option "
            "out.",
            ErrorCode::BadInput);
    return program;
}

server::PictureFetcher webPictures(std::filesystem::path program) {
    return [program = std::move(program)](const std::string& url, const std::stop_token& stop) {
        return fetch(program, url, stop);
    };
}

}  // namespace hearth::cli
