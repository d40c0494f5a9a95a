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

/// Encrypts the files of the store with libsodium, and gives them names that say nothing to whoever guesses
/// what they hold: AES-256-GCM where the processor has instructions for it, XChaCha20-Poly1305 elsewhere. A
/// file says by which of the two it is sealed; each has random bytes of its own, which with AES make a key of
/// its own as well, for its nonces alone are too short to be drawn for many files. Any thread.
class FileSeal {
public:
    enum class Cipher : uint8_t { XChaCha, Aes };
    /// The faster one that this processor can do.
    static Cipher fastest() noexcept;

    /// Throws Error(Io) where the library does not work. A cipher that the processor cannot do seals nothing;
    /// tests name one.
    explicit FileSeal(const CacheKey& key, Cipher cipher = fastest());

    /// How many bytes of a sealed file are before what it holds.
    static const size_t bytesBefore;
    /// How much longer a sealed file is.
    static const uint64_t addedBytes;

    /// Seals what lies between the first and the last of these bytes, which it fills. `place`: what the file
    /// is, which it cannot be exchanged for.
    void seal(std::span<std::byte> file, std::string_view place) const;
    /// What the file holds, made where it lies. nullopt: it was changed, is another file's, was sealed with
    /// another key or with a cipher that this processor cannot do; the bytes are worth nothing then.
    std::optional<std::span<const std::byte>> unseal(std::span<std::byte> file, std::string_view place) const;
    /// A name in place of one that says what a file holds; the same for the same key.
    ContentHash nameOf(const ContentHash& name) const;
    /// Tells files of this key from those of another: 16 digits, of which the key cannot be found.
    const std::string& id() const noexcept { return m_id; }

private:
    Cipher m_cipher;
    CacheKey m_chachaKey, m_aesKey, m_nameKey;
    std::string m_id;
};

}  // namespace hearth
