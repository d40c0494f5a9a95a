#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stop_token>

#include "hearth/picture.h"

namespace hearth {

/// Decodes a picture as decodePicture() does, in a child process of `program`, which calls
/// servePictureDecoder(): a hostile file meets the libraries that decode it there, with limits and without
/// files, network and other programs. Throws Error with the kinds of decodePicture(), Error(Cancelled) soon
/// after a stop request, and errors::decoderNotStarted. Any thread that may wait.
Picture decodePictureApart(const std::filesystem::path& program, std::span<const std::byte> file,
                           const std::stop_token& stop = {});

/// Returns true if a program was called to be the child.
bool isPictureDecoder(int argc, const char* const argv[]);
/// Decodes the picture on standard input to standard output, as a whole process, before any thread exists.
/// Returns the exit status.
int servePictureDecoder();

}  // namespace hearth
