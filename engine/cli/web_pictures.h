#pragma once

#include <filesystem>

#include "server/fetched_pictures.h"

namespace hearth::cli {

/// Finds the program that fetches: `hearth`, which has TLS, next to this one. Throws Error if it is not
/// there.
std::filesystem::path webProgram();

/// Fetcher that runs a child process of `program` for each picture: the child gets the address on standard
/// input, and writes the file, or one sentence if its exit status is not 0. At most 20 MiB and a minute each.
server::PictureFetcher webPictures(std::filesystem::path program);

}  // namespace hearth::cli
