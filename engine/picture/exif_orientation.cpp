#include "picture/exif_orientation.h"

#include <cstring>

namespace hearth {

namespace {

/// Numbers of a TIFF file in its byte order; 0 where it ends before.
class TiffNumbers {
public:
    TiffNumbers(std::span<const std::byte> data, bool bigEndian) : m_data(data), m_bigEndian(bigEndian) {}

    uint32_t read(size_t at, size_t bytes) const noexcept {
        if (at > m_data.size() || m_data.size() - at < bytes) return 0;
        uint32_t value = 0;
        for (size_t i = 0; i < bytes; ++i) {
            const size_t place = m_bigEndian ? i : bytes - 1 - i;
            value = value << 8U | static_cast<uint32_t>(m_data[at + place]);
        }
        return value;
    }

private:
    std::span<const std::byte> m_data;
    bool m_bigEndian;
};

bool beginsWith(std::span<const std::byte> data, std::span<const char> text) noexcept {
    return data.size() >= text.size() && std::memcmp(data.data(), text.data(), text.size()) == 0;
}

}  // namespace

Orientation exifOrientation(std::span<const std::byte> exif) noexcept {
    constexpr char marker[] = {'E', 'x', 'i', 'f', 0, 0};
    constexpr char little[] = {'I', 'I', 42, 0}, big[] = {'M', 'M', 0, 42};
    constexpr uint32_t orientationTag = 0x0112, shortType = 3, longType = 4;
    constexpr size_t entryBytes = 12;
    if (beginsWith(exif, marker)) exif = exif.subspan(sizeof marker);
    const bool bigEndian = beginsWith(exif, big);
    if (!bigEndian && !beginsWith(exif, little)) return Orientation::Upright;
    const TiffNumbers numbers(exif, bigEndian);
    const size_t directory = numbers.read(4, 4);
    const size_t entries = numbers.read(directory, 2);
    for (size_t i = 0; i < entries; ++i) {
        const size_t entry = directory + 2 + i * entryBytes;
        if (numbers.read(entry, 2) != orientationTag) continue;
        const uint32_t type = numbers.read(entry + 2, 2);
        const uint32_t value = type == shortType  ? numbers.read(entry + 8, 2)
                               : type == longType ? numbers.read(entry + 8, 4)
                                                  : 0;
        return value >= 1 && value <= 8 ? static_cast<Orientation>(value) : Orientation::Upright;
    }
    return Orientation::Upright;
}

}  // namespace hearth
