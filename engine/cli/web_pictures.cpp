#include "cli/web_pictures.h"

#include <unistd.h>

#include <chrono>
#include <span>
#include <string>
#include <utility>

#include "hearth/error.h"
#include "hearth/readable_text.h"
#include "host/run_child.h"
#include "openai/picture_parts.h"

namespace hearth::cli {

namespace {

constexpr size_t longestUrl = 8192;
constexpr size_t longestSentence = 300;
constexpr auto longestWait = std::chrono::seconds(60);

[[noreturn]] void fail(const std::string& sentence, ErrorCode code = ErrorCode::Io) {
    throw Error(code, sentence);
}

std::vector<std::byte> fetch(const std::filesystem::path& program, const std::string& url,
                             const std::stop_token& stop) {
    if (url.size() > longestUrl) fail("The address is too long.", ErrorCode::BadInput);
    ChildRun child = runChild({program.string(), "--fetch"}, std::as_bytes(std::span(url)),
                              openai::PictureParts::mostBytes, longestWait, stop);
    switch (child.end) {
        case ChildRun::End::Exited:
            if (child.status == 0) return std::move(child.output);
            if (!child.output.empty())
                fail(readableText({reinterpret_cast<const char*>(child.output.data()), child.output.size()},
                                  longestSentence));
            [[fallthrough]];
        case ChildRun::End::Signalled:
            fail("The program that reads the web ended early.");
        case ChildRun::End::NotStarted:
            fail("The program that reads the web could not be started.");
        case ChildRun::End::TookTooLong:
            fail("The server did not send the picture in time.");
        case ChildRun::End::WroteTooMuch:
            fail("The picture has more than 20 MiB.");
        case ChildRun::End::Stopped:
            break;
    }
    fail("Fetching the picture was stopped.", ErrorCode::Cancelled);
}

}  // namespace

std::filesystem::path webProgram() {
    std::error_code ignored;
    const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored);
    const auto program = own.parent_path() / "hearth";
    if (::access(program.c_str(), X_OK) != 0)
        fail(
            "--fetch-images needs the program hearth beside hearth-cli, which reads the web; install it, or "
            "leave the "
            "option out.",
            ErrorCode::BadInput);
    return program;
}

server::PictureFetcher webPictures(std::filesystem::path program) {
    return [program = std::move(program)](const std::string& url, const std::stop_token& stop) {
        return fetch(program, url, stop);
    };
}

}  // namespace hearth::cli
