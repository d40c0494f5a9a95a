#include <algorithm>
#include <array>
#include <vector>

#include "picture/picture_errors.h"
#include "picture/picture_reader.h"

namespace hearth {

namespace {

constexpr size_t fileHeaderBytes = 14, coreHeaderBytes = 12, infoHeaderBytes = 40;

/// Reads uncompressed Windows bitmaps: of 24 and 32 bits, and of up to 256 colours.
class BmpFile {
public:
    explicit BmpFile(std::span<const std::byte> file);

    PictureSize size() const noexcept { return m_stored; }
    void read(UprightPicture& to, const DecodeBudget& budget) const;

private:
    /// A little-endian number. Throws Error(errors::cutPicture) where the file ends before.
    uint32_t number(size_t at, size_t bytes) const {
        if (at > m_file.size() || m_file.size() - at < bytes) throw Error(errors::cutPicture, {"BMP"});
        uint32_t value = 0;
        for (size_t i = bytes; i-- > 0;) value = value << 8U | static_cast<uint32_t>(m_file[at + i]);
        return value;
    }
    void readInfo();
    void readMasks();
    void readColours(size_t at, size_t bytesEach, size_t count);
    void putRow(size_t at, uint8_t* rgb) const noexcept;

    std::span<const std::byte> m_file;
    PictureSize m_stored;
    size_t m_headerBytes = 0, m_pixelsAt = 0;
    uint32_t m_bits = 0;  ///< of a pixel
    bool m_topFirst = false;
    std::array<uint8_t, 3> m_bytes{2, 1, 0};              ///< of red, green and blue in a pixel
    std::array<std::array<uint8_t, 3>, 256> m_colours{};  ///< of up to 8 bits; black where there is none
};

BmpFile::BmpFile(std::span<const std::byte> file) : m_file(file) {
    m_pixelsAt = number(10, 4);
    m_headerBytes = number(fileHeaderBytes, 4);
    if (m_headerBytes == coreHeaderBytes) {
        m_stored = {number(18, 2), number(20, 2)};
        m_bits = number(24, 2);
        if (m_bits <= 8) readColours(fileHeaderBytes + coreHeaderBytes, 3, size_t{1} << m_bits);
    } else if (m_headerBytes >= infoHeaderBytes) {
        readInfo();
    } else {
        throw Error(errors::damagedPicture, {"BMP"});
    }
    if (m_stored.width == 0 || m_stored.height == 0 || m_stored.width > INT32_MAX)
        throw Error(errors::damagedPicture, {"BMP"});
    static constexpr std::array<uint32_t, 5> known{1, 4, 8, 24, 32};
    if (std::find(known.begin(), known.end(), m_bits) == known.end())
        throw Error(errors::unreadKind, {"BMP", "with such pixels"});
}

/// Reads the header of Windows 3 and its successors, which begin alike.
void BmpFile::readInfo() {
    constexpr uint32_t uncompressed = 0, bitFields = 3;
    const uint32_t height = number(22, 4);
    m_topFirst = height > INT32_MAX;  // negative
    m_stored = {number(18, 4), m_topFirst ? 0U - height : height};
    m_bits = number(28, 2);
    const uint32_t compression = number(30, 4);
    if (compression == bitFields && m_bits == 32)
        readMasks();
    else if (compression != uncompressed)
        throw Error(errors::unreadKind, {"BMP", "that are compressed"});
    if (m_bits > 8) return;
    const size_t all = size_t{1} << m_bits, stated = number(46, 4);
    readColours(fileHeaderBytes + m_headerBytes, 4, stated == 0 ? all : std::min(stated, all));
}

/// The colours of a pixel are bytes in an order of their own.
void BmpFile::readMasks() {
    for (size_t i = 0; i < m_bytes.size(); ++i) {
        const uint32_t mask = number(fileHeaderBytes + infoHeaderBytes + 4 * i, 4);
        const auto byte = static_cast<uint8_t>(mask == 0xFFU         ? 0
                                               : mask == 0xFF00U     ? 1
                                               : mask == 0xFF0000U   ? 2
                                               : mask == 0xFF000000U ? 3
                                                                     : 4);
        if (byte > 3) throw Error(errors::unreadKind, {"BMP", "with such pixels"});
        m_bytes[i] = byte;
    }
}

void BmpFile::readColours(size_t at, size_t bytesEach, size_t count) {
    for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < 3; ++j)
            m_colours[i][j] = static_cast<uint8_t>(number(at + i * bytesEach + 2 - j, 1));
}

void BmpFile::putRow(size_t at, uint8_t* rgb) const noexcept {
    for (uint32_t x = 0; x < m_stored.width; ++x, rgb += 3) {
        if (m_bits > 8) {
            const size_t pixel = at + size_t{x} * m_bits / 8;
            for (size_t i = 0; i < 3; ++i) rgb[i] = static_cast<uint8_t>(m_file[pixel + m_bytes[i]]);
            continue;
        }
        const size_t bit = size_t{x} * m_bits;
        const auto byte = static_cast<uint32_t>(m_file[at + bit / 8]);
        const uint32_t index = byte >> (8 - m_bits - bit % 8) & ((1U << m_bits) - 1);
        std::copy_n(m_colours[index].data(), 3, rgb);
    }
}

void BmpFile::read(UprightPicture& to, const DecodeBudget& budget) const {
    const size_t bytes = (size_t{m_stored.width} * m_bits + 7) / 8, step = (bytes + 3) / 4 * 4;
    std::vector<uint8_t> row(size_t{m_stored.width} * 3);
    for (uint32_t y = 0; y < m_stored.height; ++y) {
        const size_t at = m_pixelsAt + step * y;
        if (at > m_file.size() || m_file.size() - at < bytes) throw Error(errors::cutPicture, {"BMP"});
        putRow(at, row.data());
        to.putRow(m_topFirst ? y : m_stored.height - 1 - y, row.data());
        budget.check();
    }
}

class BmpReader final : public PictureReader {
public:
    explicit BmpReader(const BmpFile& file) : PictureReader(file.size()), m_file(file) {}

    void read(UprightPicture& to, const DecodeBudget& budget) override { m_file.read(to, budget); }

private:
    BmpFile m_file;
};

}  // namespace

PictureHead readBmpHead(std::span<const std::byte> file) {
    const PictureSize size = BmpFile(file).size();
    return {size, Orientation::Upright, 3.0 / size.height};
}

std::unique_ptr<PictureReader> openBmp(std::span<const std::byte> file, PictureSize) {
    return std::make_unique<BmpReader>(BmpFile(file));
}

}  // namespace hearth
