#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string_view>

#include "hearth/picture.h"

namespace hearth {

/// Decodes a picture as decodePicture() does, in a child process of `program`, which calls
/// servePictureDecoder(): a hostile file meets the libraries that decode it there, with limits and without
/// files, network and other programs. Throws Error with the kinds of decodePicture(), Error(Cancelled) soon
/// after a stop request, and errors::decoderNotStarted. Any thread that may wait.
Picture decodePictureApart(const std::filesystem::path& program, std::span<const std::byte> file,
                           const std::stop_token& stop = {});

/// Protection around a process that decodes a picture, beside its limits of memory and time.
enum class PictureSandbox : uint8_t {
    Whole,        ///< no files, no network, no other programs
    FilesOpen,    ///< files of the person can be opened: the kernel has no Landlock
    LimitsAlone,  ///< the kernel has no filter for calls (seccomp)
    Unknown,      ///< no such process could be started
};
/// Asks a child of `program`, which decodes nothing, what shuts it in here. Any thread that may wait.
PictureSandbox pictureSandbox(const std::filesystem::path& program, const std::stop_token& stop = {});
/// One sentence about it, which ends without a full stop, for the command line and reports.
std::string_view pictureSandboxText(PictureSandbox sandbox) noexcept;

/// Returns true if a program was called to be the child.
bool isPictureDecoder(int argc, const char* const argv[]);
/// Decodes the picture on standard input to standard output, as a whole process, before any thread exists.
/// Returns the exit status.
int servePictureDecoder();

}  // namespace hearth
