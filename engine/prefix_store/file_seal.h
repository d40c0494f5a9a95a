#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hash/content_hash.h"
#include "hearth/cache_key.h"

namespace hearth {

/// Encrypts the files of the store with XChaCha20-Poly1305 of libsodium, each with a random nonce, and gives
/// them names that say nothing to whoever guesses what they hold. Any thread.
class FileSeal {
public:
    /// Throws Error(Io) where the library does not work.
    explicit FileSeal(const CacheKey& key);

    /// What a file is, which it cannot be exchanged for.
    std::vector<std::byte> seal(std::span<const std::byte> plain, std::string_view place) const;
    /// nullopt: it was changed, is another file's, or was sealed with another key.
    std::optional<std::vector<std::byte>> unseal(std::span<const std::byte> sealed,
                                                 std::string_view place) const;
    /// A name in place of one that says what a file holds; the same for the same key.
    ContentHash nameOf(const ContentHash& name) const;
    /// Tells files of this key from those of another: 16 digits, of which the key cannot be found.
    const std::string& id() const noexcept { return m_id; }

    /// How much longer a sealed file is.
    static const uint64_t addedBytes;

private:
    CacheKey m_sealKey, m_nameKey;
    std::string m_id;
};

}  // namespace hearth
