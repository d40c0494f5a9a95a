#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "hash/content_hash.h"
#include "hearth/cache_key.h"

namespace hearth {

/// Encrypts the files of the store with libsodium, and gives them names from which their contents cannot be
/// guessed. Uses AES-256-GCM if the CPU has instructions for it, otherwise XChaCha20-Poly1305. A file records
/// which of the two it uses. Each file has its own random bytes; with AES they also give it its own key,
/// because AES nonces alone are too short to be drawn at random for many files. Any thread.
class FileSeal {
public:
    enum class Cipher : uint8_t { XChaCha, Aes };
    /// The faster cipher that this CPU supports.
    static Cipher fastest() noexcept;

    /// Throws Error(Io) if the library does not work. A cipher that the CPU does not support seals nothing;
    /// only tests name one.
    explicit FileSeal(const CacheKey& key, Cipher cipher = fastest());

    /// Bytes of a sealed file before its content.
    static const size_t bytesBefore;
    /// Number of bytes by which sealing makes a file longer.
    static const uint64_t addedBytes;

    /// Encrypts the content, which is between the first and the last of these bytes, and fills those in.
    /// `place`: identity of the file, so that it cannot be exchanged for another.
    void seal(std::span<std::byte> file, std::string_view place) const;
    /// Decrypts the file's content in place. nullopt: it was changed, is another file's, or was sealed with
    /// another key or with a cipher that this CPU does not support; the bytes are then unusable.
    std::optional<std::span<const std::byte>> unseal(std::span<std::byte> file, std::string_view place) const;
    /// A name that replaces one that reveals a file's content; the same for the same key.
    ContentHash nameOf(const ContentHash& name) const;
    /// Distinguishes files of this key from those of another one: 16 digits, from which the key cannot be
    /// derived.
    const std::string& id() const noexcept { return m_id; }

private:
    Cipher m_cipher;
    CacheKey m_chachaKey, m_aesKey, m_nameKey;
    std::string m_id;
};

}  // namespace hearth
