#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>

#include "backend/backend.h"
#include "cache/block_pool.h"
#include "cache/prefix_tree.h"
#include "cache/state_slots.h"
#include "hash/content_hash.h"
#include "prefix_store/kept_logits.h"

namespace hearth {

/// The cached prefixes of a model and where their bytes are.
struct CachedPrefixes {
    Backend& backend;
    KvStore& kv;
    std::span<BlockPool> pools;  ///< by group
    PrefixTree& tree;
    StateStore* states = nullptr;  ///< nullptr for models without recurrent layers
    StateSlots& checkpoints;
    KeptLogits& logits;
    size_t vocabulary = 0;  ///< of a row of logits
};

/// Writes cached prefixes, the logits behind prompts and checkpoints of recurrent states into a file that
/// only its owner can read: the most recently used first, so many bytes at most. The file takes the place of
/// an older one when it is complete. `key` says what the bytes mean: model, backend, layout. `progress` hears
/// of the share that is written, at most a hundred times. After a stop request the file ends with what is
/// written whole by then. Throws Error(Io).
void savePrefixes(const CachedPrefixes& cache, const std::filesystem::path& file, const ContentHash& key,
                  uint64_t mostBytes, const std::function<void(double)>& progress = {},
                  const std::stop_token& stop = {});

/// Whether it is a file of this format; those of earlier versions are not.
bool isPrefixFile(const std::filesystem::path& file);

/// Takes in what a file of the same key holds, as far as there is free room and it is undamaged: every record
/// carries a checksum, and what follows a damaged one is left out. A file that is missing or of another key
/// gives nothing. Returns the number of tokens. `progress` hears of the share that is read, at most a hundred
/// times; what it throws ends the call, and nothing is taken in.
size_t loadPrefixes(const CachedPrefixes& cache, const std::filesystem::path& file, const ContentHash& key,
                    const std::function<void(double)>& progress = {});

}  // namespace hearth
