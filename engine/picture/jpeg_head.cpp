#include <algorithm>
#include <array>

#include "picture/picture_head.h"

namespace hearth {

namespace {

/// Components of a frame, with their sampling factors.
struct JpegFrame {
    struct Part {
        uint32_t across = 1, down = 1;
    };

    PictureSize size;
    bool isProgressive = false;
    size_t parts = 0;
    std::array<Part, 10> part;

    /// Bytes of all coefficients, which are kept where a scan does not hold all of them.
    double coefficientBytes() const noexcept {
        constexpr uint32_t side = 8, bytesEach = 2;
        const auto blocks = [](uint32_t pixels, uint32_t factor, uint32_t largest) {
            return double((uint64_t{pixels} * factor + side * largest - 1) / (side * largest));
        };
        const auto used = std::span(part).first(parts);
        const uint32_t across = std::ranges::max_element(used, {}, &Part::across)->across;
        const uint32_t down = std::ranges::max_element(used, {}, &Part::down)->down;
        double bytes = 0;
        for (const Part& one : used)
            bytes += blocks(size.width, one.across, across) * blocks(size.height, one.down, down);
        return bytes * side * side * bytesEach;
    }
};

class JpegHeadReader {
public:
    explicit JpegHeadReader(std::span<const std::byte> file) : m_bytes(file, "JPEG") {}

    PictureHead read();

private:
    uint32_t nextMarker();
    /// The contents of a segment. A length that is too short for itself means none, as to libjpeg.
    HeadBytes segment() {
        const uint32_t length = m_bytes.big(2);
        return {m_bytes.take(std::max(length, 2U) - 2), "JPEG"};
    }
    void readFrame(uint32_t marker);
    [[noreturn]] static void failKind(std::string_view kind) {
        throw Error(errors::unreadKind, {"JPEG", kind});
    }

    HeadBytes m_bytes;
    JpegFrame m_frame;
    Orientation m_orientation = Orientation::Upright;
};

/// The marker that comes next; libjpeg gets over bytes in front of it.
uint32_t JpegHeadReader::nextMarker() {
    for (;;) {
        while (m_bytes.big(1) != 0xFF) {
        }
        uint32_t marker = m_bytes.big(1);
        while (marker == 0xFF) marker = m_bytes.big(1);
        if (marker != 0) return marker;
    }
}

void JpegHeadReader::readFrame(uint32_t marker) {
    constexpr uint32_t longestSide = 65500, mostSampling = 4;
    // Losslessly coded, in layers of several resolutions, or reserved.
    for (const uint32_t unread : {0xC3U, 0xC5U, 0xC6U, 0xC7U, 0xC8U, 0xCBU, 0xCDU, 0xCEU, 0xCFU})
        if (marker == unread) failKind("that are stored without loss or in layers");
    if (m_frame.parts != 0) m_bytes.failDamaged();
    HeadBytes frame = segment();
    const size_t length = frame.rest().size();
    constexpr size_t headBytes = 6, partBytes = 3;
    if (length < headBytes) m_bytes.failDamaged();
    const uint32_t precision = frame.big(1);
    m_frame.size.height = frame.big(2);
    m_frame.size.width = frame.big(2);
    m_frame.parts = frame.big(1);
    m_frame.isProgressive = marker == 0xC2 || marker == 0xCA;
    if (m_frame.size.pixels() == 0 || m_frame.parts == 0 || length != headBytes + partBytes * m_frame.parts)
        m_bytes.failDamaged();
    if (precision != 8) failKind("with more than 8 bits a sample");
    if (std::max(m_frame.size.width, m_frame.size.height) > longestSide ||
        m_frame.parts > m_frame.part.size())
        m_bytes.failDamaged();
    for (size_t i = 0; i < m_frame.parts; ++i) {
        (void)frame.take(1);
        const uint32_t factors = frame.big(1);
        (void)frame.take(1);
        m_frame.part[i] = {factors >> 4U, factors & 0xFU};
        if (std::min(factors >> 4U, factors & 0xFU) == 0 ||
            std::max(factors >> 4U, factors & 0xFU) > mostSampling)
            m_bytes.failDamaged();
    }
}

PictureHead JpegHeadReader::read() {
    constexpr uint32_t startOfPicture = 0xFFD8, startOfScan = 0xDA, exif = 0xE1;
    if (m_bytes.big(2) != startOfPicture) m_bytes.failDamaged();
    for (;;) {
        const uint32_t marker = nextMarker();
        const bool isFrame = marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xCC;
        const bool isBare = marker == 0x01 || (marker >= 0xD0 && marker <= 0xD7);
        // Tables, restarts, numbers of lines, applications' data, comments.
        const bool isSkipped = marker == 0xC4 || marker == 0xCC || (marker >= 0xDB && marker <= 0xDD) ||
                               (marker >= 0xE0 && marker <= 0xEF) || marker == 0xFE;
        if (isFrame) {
            readFrame(marker);
        } else if (marker == startOfScan) {
            if (m_frame.parts == 0) m_bytes.failDamaged();
            const bool isWhole = segment().big(1) >= m_frame.parts && !m_frame.isProgressive;
            const auto pixels = static_cast<double>(m_frame.size.pixels());
            return {m_frame.size, m_orientation, isWhole ? 0 : m_frame.coefficientBytes() / pixels};
        } else if (isSkipped) {
            const HeadBytes data = segment();
            if (marker == exif && m_orientation == Orientation::Upright)
                m_orientation = exifOrientation(data.rest());
        } else if (!isBare) {
            m_bytes.failDamaged();
        }
    }
}

}  // namespace

PictureHead readJpegHead(std::span<const std::byte> file) {
    return JpegHeadReader(file).read();
}

}  // namespace hearth
