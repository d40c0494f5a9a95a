#include "hearth/picture_file.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <utility>

namespace hearth {

PictureFile::PictureFile(std::vector<std::byte> bytes)
    : m_bytes(std::move(bytes)), m_size(pictureSize(m_bytes)) {
    std::array<unsigned char, sizeof m_hash> digest{};
    crypto_generichash(digest.data(), digest.size(), reinterpret_cast<const unsigned char*>(m_bytes.data()),
                       m_bytes.size(), nullptr, 0);
    std::memcpy(&m_hash.low, digest.data(), sizeof m_hash.low);
    std::memcpy(&m_hash.high, digest.data() + sizeof m_hash.low, sizeof m_hash.high);
}

}  // namespace hearth
