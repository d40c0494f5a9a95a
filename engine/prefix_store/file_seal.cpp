#include "prefix_store/file_seal.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <tuple>
#include <type_traits>

#include "hearth/error.h"

namespace hearth {

namespace {

/// Changes when the way files are sealed does.
constexpr std::array<std::byte, 8> sealMagic{std::byte{'h'}, std::byte{'p'}, std::byte{'s'}, std::byte{'e'},
                                             std::byte{'a'}, std::byte{'l'}, std::byte{'0'}, std::byte{'1'}};
constexpr size_t nonceBytes = crypto_aead_xchacha20poly1305_ietf_NPUBBYTES,
                 tagBytes = crypto_aead_xchacha20poly1305_ietf_ABYTES,
                 headBytes = sealMagic.size() + nonceBytes;
static_assert(std::tuple_size_v<CacheKey> == crypto_aead_xchacha20poly1305_ietf_KEYBYTES &&
              std::tuple_size_v<CacheKey> == crypto_kdf_KEYBYTES);

template <typename Byte>
auto* plainBytes(Byte* bytes) {
    using Plain = std::conditional_t<std::is_const_v<Byte>, const unsigned char, unsigned char>;
    return reinterpret_cast<Plain*>(bytes);
}

/// A key for one use alone.
CacheKey derived(const CacheKey& key, uint64_t use) {
    CacheKey own{};
    crypto_kdf_derive_from_key(plainBytes(own.data()), own.size(), use, "hearthkv", plainBytes(key.data()));
    return own;
}

}  // namespace

const uint64_t FileSeal::addedBytes = headBytes + tagBytes;

FileSeal::FileSeal(const CacheKey& key) {
    if (sodium_init() < 0)
        throw Error(ErrorCode::Io, "The cache cannot be encrypted: the system gives no random numbers.");
    m_sealKey = derived(key, 1);
    m_nameKey = derived(key, 2);
    const CacheKey shown = derived(key, 3);
    for (size_t i = 0; i < 8; ++i) {
        const auto byte = static_cast<unsigned>(shown[i]);
        m_id += "0123456789abcdef"[byte >> 4U];
        m_id += "0123456789abcdef"[byte & 15U];
    }
}

std::vector<std::byte> FileSeal::seal(std::span<const std::byte> plain, std::string_view place) const {
    std::vector<std::byte> out(plain.size() + addedBytes);
    std::memcpy(out.data(), sealMagic.data(), sealMagic.size());
    unsigned char* const nonce = plainBytes(out.data()) + sealMagic.size();
    randombytes_buf(nonce, nonceBytes);
    crypto_aead_xchacha20poly1305_ietf_encrypt(
        plainBytes(out.data()) + headBytes, nullptr, plainBytes(plain.data()), plain.size(),
        plainBytes(place.data()), place.size(), nullptr, nonce, plainBytes(m_sealKey.data()));
    return out;
}

std::optional<std::vector<std::byte>> FileSeal::unseal(std::span<const std::byte> sealed,
                                                       std::string_view place) const {
    if (sealed.size() < addedBytes || std::memcmp(sealed.data(), sealMagic.data(), sealMagic.size()) != 0)
        return std::nullopt;
    std::vector<std::byte> out(sealed.size() - addedBytes);
    const auto behind = sealed.subspan(headBytes);
    const int wrong = crypto_aead_xchacha20poly1305_ietf_decrypt(
        plainBytes(out.data()), nullptr, nullptr, plainBytes(behind.data()), behind.size(),
        plainBytes(place.data()), place.size(), plainBytes(sealed.data()) + sealMagic.size(),
        plainBytes(m_sealKey.data()));
    if (wrong != 0) return std::nullopt;
    return out;
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
