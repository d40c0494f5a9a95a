#pragma once

#include "cli/arguments.h"
#include "hearth/engine_options.h"

namespace hearth::cli {

inline constexpr Option keepOption{"--keep", "", "FOLDER",
                                   "save the processed prompt there, so that the next start can reuse it"};
inline constexpr Option keepKeyOption{
    "--keep-key-file", "", "FILE",
    "with --keep: encrypt what is saved with the 32-byte key in FILE, which must be readable by you alone; "
    "what is not encrypted with it is deleted from the folder"};

/// --keep and --keep-key-file. Throws UsageError for a key without a folder, Error(Io) for a file that cannot
/// be read, and Error(BadInput) for one that others may read or change, or that does not hold 32 bytes.
void readKeep(const Arguments& arguments, EngineOptions& options);

}  // namespace hearth::cli
