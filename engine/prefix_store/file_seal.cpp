#include "prefix_store/file_seal.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "hearth/error.h"

namespace hearth {

namespace {

/// By FileSeal::Cipher; they change when the way files are sealed does.
constexpr size_t magicBytes = 8;
constexpr std::array<std::string_view, 2> sealMagics{"hpseal2x", "hpseal2a"};
/// XChaCha20 takes all of them as its nonce; with AES the first half makes the key, the other is the nonce.
constexpr size_t randomBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
                 ownKeyBytes = randomBytes - crypto_aead_aes256gcm_NPUBBYTES,
                 tagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES, headBytes = magicBytes + randomBytes;
static_assert(tagBytes == crypto_aead_aes256gcm_ABYTES && ownKeyBytes == 12);
static_assert(std::tuple_size_v<CacheKey> == crypto_aead_xchacha20poly1305_ietf_KEYBYTES &&
              std::tuple_size_v<CacheKey> == crypto_aead_aes256gcm_KEYBYTES &&
              std::tuple_size_v<CacheKey> == crypto_kdf_KEYBYTES);

template <typename Byte>
auto* plainBytes(Byte* bytes) {
    using Plain = std::conditional_t<std::is_const_v<Byte>, const unsigned char, unsigned char>;
    return reinterpret_cast<Plain*>(bytes);
}

/// Numbers of the keys that are derived. 3 was the id of files sealed before AES; another way of sealing
/// takes another number for the id, so that the files of earlier ones are found and removed.
enum class Use : uint8_t { ChaChaKey = 1, NameKey = 2, AesKey = 4, Id = 5 };

/// A key for one use alone.
CacheKey derived(const CacheKey& key, Use use) {
    CacheKey own{};
    crypto_kdf_derive_from_key(plainBytes(own.data()), own.size(), static_cast<uint64_t>(use), "hearthkv",
                               plainBytes(key.data()));
    return own;
}

}  // namespace

const size_t FileSeal::bytesBefore = headBytes;
const uint64_t FileSeal::addedBytes = headBytes + tagBytes;

FileSeal::Cipher FileSeal::fastest() noexcept {
    return sodium_init() >= 0 && crypto_aead_aes256gcm_is_available() != 0 ? Cipher::Aes : Cipher::XChaCha;
}

FileSeal::FileSeal(const CacheKey& key, Cipher cipher) : m_cipher(cipher) {
    if (sodium_init() < 0)
        throw Error(ErrorCode::Io, "The cache cannot be encrypted: the system gives no random numbers.");
    m_chachaKey = derived(key, Use::ChaChaKey);
    m_nameKey = derived(key, Use::NameKey);
    m_aesKey = derived(key, Use::AesKey);
    const CacheKey shown = derived(key, Use::Id);
    for (size_t i = 0; i < 8; ++i) {
        const auto byte = static_cast<unsigned>(shown[i]);
        m_id += "0123456789abcdef"[byte >> 4U];
        m_id += "0123456789abcdef"[byte & 15U];
    }
}

namespace {

/// The key of one file.
CacheKey ownKey(const CacheKey& key, const unsigned char* random) {
    CacheKey own{};
    crypto_generichash(plainBytes(own.data()), own.size(), random, ownKeyBytes, plainBytes(key.data()),
                       key.size());
    return own;
}

}  // namespace

void FileSeal::seal(std::span<std::byte> file, std::string_view place) const {
    unsigned char* const start = plainBytes(file.data());
    unsigned char* const random = start + magicBytes;
    unsigned char* const content = start + headBytes;
    const size_t size = file.size() - addedBytes;
    std::memcpy(start, sealMagics[static_cast<size_t>(m_cipher)].data(), magicBytes);
    randombytes_buf(random, randomBytes);
    if (m_cipher == Cipher::Aes) {
        const CacheKey own = ownKey(m_aesKey, random);
        crypto_aead_aes256gcm_encrypt(content, nullptr, content, size, plainBytes(place.data()), place.size(),
                                      nullptr, random + ownKeyBytes, plainBytes(own.data()));
    } else {
        crypto_aead_xchacha20poly1305_ietf_encrypt(content, nullptr, content, size, plainBytes(place.data()),
                                                   place.size(), nullptr, random,
                                                   plainBytes(m_chachaKey.data()));
    }
}

std::optional<std::span<const std::byte>> FileSeal::unseal(std::span<std::byte> file,
                                                           std::string_view place) const {
    if (file.size() < addedBytes) return std::nullopt;
    unsigned char* const start = plainBytes(file.data());
    const unsigned char* const random = start + magicBytes;
    unsigned char* const content = start + headBytes;
    const size_t sealedSize = file.size() - headBytes;
    const auto isOf = [&](Cipher cipher) {
        return std::memcmp(start, sealMagics[static_cast<size_t>(cipher)].data(), magicBytes) == 0;
    };
    bool right = false;
    if (isOf(Cipher::Aes) && crypto_aead_aes256gcm_is_available() != 0) {
        const CacheKey own = ownKey(m_aesKey, random);
        right = crypto_aead_aes256gcm_decrypt(content, nullptr, nullptr, content, sealedSize,
                                              plainBytes(place.data()), place.size(), random + ownKeyBytes,
                                              plainBytes(own.data())) == 0;
    } else if (isOf(Cipher::XChaCha)) {
        right = crypto_aead_xchacha20poly1305_ietf_decrypt(content, nullptr, nullptr, content, sealedSize,
                                                           plainBytes(place.data()), place.size(), random,
                                                           plainBytes(m_chachaKey.data())) == 0;
    }
    if (!right) return std::nullopt;
    return file.subspan(headBytes, sealedSize - tagBytes);
}

ContentHash FileSeal::nameOf(const ContentHash& name) const {
    ContentHash own;
    static_assert(sizeof own == crypto_generichash_BYTES_MIN);
    crypto_generichash(reinterpret_cast<unsigned char*>(&own), sizeof own,
                       reinterpret_cast<const unsigned char*>(&name), sizeof name,
                       plainBytes(m_nameKey.data()), m_nameKey.size());
    return own;
}

}  // namespace hearth
