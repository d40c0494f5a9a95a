#include "picture/heif_coding.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace hearth {

namespace {

using Bytes = std::span<const std::byte>;

/// Bits from the highest on. Behind the end are zeros, and isWhole() says so.
class Bits {
public:
    explicit Bits(Bytes bytes) : m_bytes(bytes) {}

    uint32_t take(int count) noexcept {
        uint32_t value = 0;
        for (int i = 0; i < count; ++i) value = value << 1U | bit();
        return value;
    }
    void skip(size_t count) noexcept { m_at += count; }
    /// A number of variable length: ue(v) of H.265.
    uint32_t takeGolomb() noexcept {
        int zeros = 0;
        while (zeros < 32 && isWhole() && bit() == 0) ++zeros;
        if (zeros >= 32) {
            m_at = m_bytes.size() * 8 + 1;
            return 0;
        }
        return (1U << static_cast<unsigned>(zeros)) - 1 + take(zeros);
    }
    bool isWhole() const noexcept { return m_at <= m_bytes.size() * 8; }

private:
    uint32_t bit() noexcept {
        const size_t at = m_at++;
        if (at / 8 >= m_bytes.size()) return 0;
        return static_cast<uint32_t>(m_bytes[at / 8]) >> (7 - at % 8) & 1U;
    }

    Bytes m_bytes;
    size_t m_at = 0;
};

uint32_t bigEndian(Bytes bytes) noexcept {
    uint32_t value = 0;
    for (const std::byte byte : bytes) value = value << 8U | static_cast<uint32_t>(byte);
    return value;
}

/// A NAL unit without the bytes that keep it from looking like the start of another one. Only its beginning,
/// where sizes are.
std::vector<std::byte> beginningOf(Bytes unit) {
    constexpr size_t enough = 512;
    std::vector<std::byte> bytes;
    for (size_t i = 0; i < unit.size() && bytes.size() < enough; ++i) {
        const bool isGuard =
            i >= 2 && unit[i] == std::byte{3} && unit[i - 1] == std::byte{0} && unit[i - 2] == std::byte{0};
        if (!isGuard) bytes.push_back(unit[i]);
    }
    return bytes;
}

/// Adds a NAL unit. Returns false if it is damaged.
bool addUnit(CodedLoad& load, Bytes unit) {
    constexpr uint32_t firstOther = 32, sequenceParameters = 33;
    if (unit.size() < 2) return false;
    const uint32_t type = static_cast<uint32_t>(unit[0]) >> 1U & 0x3FU;
    if (type < firstOther) ++load.passes;
    if (type != sequenceParameters) return true;
    const std::vector<std::byte> bytes = beginningOf(unit);
    Bits bits(bytes);
    bits.skip(16 + 4);
    const uint32_t moreLayers = bits.take(3);
    bits.skip(1 + 96);
    size_t ofLayers = 0;
    for (uint32_t i = 0; i < moreLayers; ++i) {
        if (bits.take(1) != 0) ofLayers += 88;
        if (bits.take(1) != 0) ofLayers += 8;
    }
    if (moreLayers > 0) bits.skip(2 * (8 - size_t{moreLayers}));
    bits.skip(ofLayers);
    (void)bits.takeGolomb();
    constexpr uint32_t fullChroma = 3;
    if (bits.takeGolomb() == fullChroma) bits.skip(1);
    const uint64_t width = bits.takeGolomb(), height = bits.takeGolomb();
    constexpr uint64_t mostSide = 65536;
    if (!bits.isWhole() || width == 0 || height == 0 || width > mostSide || height > mostSide) return false;
    load.pixels = std::max(load.pixels, width * height);
    return true;
}

/// The size in a sequence header of AV1. Where frames may have one of their own, the largest that they can
/// say.
std::optional<uint64_t> sequencePixels(Bytes header) {
    Bits bits(header);
    bits.skip(3 + 1);
    const bool isReduced = bits.take(1) != 0;
    if (isReduced) {
        bits.skip(5);
    } else {
        // Times of frames, which pictures have no need of, would stand here.
        if (bits.take(1) != 0) return std::nullopt;
        const bool hasDelays = bits.take(1) != 0;
        const uint32_t points = bits.take(5) + 1;
        for (uint32_t i = 0; i < points; ++i) {
            constexpr uint32_t lastWithoutTier = 7;
            bits.skip(12);
            if (bits.take(5) > lastWithoutTier) bits.skip(1);
            if (hasDelays && bits.take(1) != 0) bits.skip(4);
        }
    }
    const int widthBits = static_cast<int>(bits.take(4)) + 1, heightBits = static_cast<int>(bits.take(4)) + 1;
    const uint64_t width = uint64_t{bits.take(widthBits)} + 1, height = uint64_t{bits.take(heightBits)} + 1;
    if (!bits.isWhole()) return std::nullopt;
    return isReduced ? width * height
                     : (uint64_t{1} << static_cast<unsigned>(widthBits)) << static_cast<unsigned>(heightBits);
}

/// Takes a number of AV1's leb128() off the front; nullopt: the bytes end.
std::optional<uint64_t> takeLeb128(Bytes& bytes) noexcept {
    uint64_t value = 0;
    for (unsigned i = 0; i < 8 && !bytes.empty(); ++i) {
        const auto byte = static_cast<uint64_t>(bytes.front());
        bytes = bytes.subspan(1);
        value |= (byte & 0x7FU) << (7 * i);
        if ((byte & 0x80U) == 0) return value;
    }
    return std::nullopt;
}

/// Adds OBUs. Returns false if they are damaged.
bool addObus(CodedLoad& load, Bytes bytes) {
    constexpr uint32_t sequenceHeader = 1, frameHeader = 3, frame = 6;
    while (!bytes.empty()) {
        const auto head = static_cast<uint32_t>(bytes.front());
        const bool hasExtension = (head & 4U) != 0, hasSize = (head & 2U) != 0;
        const size_t headBytes = hasExtension ? 2 : 1;
        if ((head & 0x80U) != 0 || bytes.size() < headBytes) return false;
        bytes = bytes.subspan(headBytes);
        const std::optional<uint64_t> size = hasSize ? takeLeb128(bytes) : bytes.size();
        if (!size || *size > bytes.size()) return false;
        const uint32_t type = head >> 3U & 0xFU;
        if (type == frameHeader || type == frame) ++load.passes;
        if (type == sequenceHeader) {
            const auto pixels = sequencePixels(bytes.first(static_cast<size_t>(*size)));
            if (!pixels) return false;
            load.pixels = std::max(load.pixels, *pixels);
        }
        bytes = bytes.subspan(static_cast<size_t>(*size));
    }
    return true;
}

}  // namespace

std::optional<CodedLoad> hevcLoad(std::span<const std::byte> config, std::span<const std::byte> data) {
    constexpr size_t fixedBytes = 23, lengthAt = 21;
    CodedLoad load;
    // Decoders of files take lengths for 4 bytes, whatever is said.
    if (config.size() < fixedBytes || (config[lengthAt] & std::byte{3}) != std::byte{3}) return std::nullopt;
    const auto arrays = static_cast<uint32_t>(config[fixedBytes - 1]);
    config = config.subspan(fixedBytes);
    for (uint32_t i = 0; i < arrays; ++i) {
        if (config.size() < 3) return std::nullopt;
        uint32_t units = bigEndian(config.subspan(1, 2));
        config = config.subspan(3);
        for (; units > 0; --units) {
            if (config.size() < 2) return std::nullopt;
            const size_t length = bigEndian(config.first(2));
            config = config.subspan(2);
            if (length > config.size() || !addUnit(load, config.first(length))) return std::nullopt;
            config = config.subspan(length);
        }
    }
    while (!data.empty()) {
        if (data.size() < 4) return std::nullopt;
        const size_t length = bigEndian(data.first(4));
        data = data.subspan(4);
        if (length > data.size() || !addUnit(load, data.first(length))) return std::nullopt;
        data = data.subspan(length);
    }
    if (load.work() == 0) return std::nullopt;
    return load;
}

std::optional<CodedLoad> av1Load(std::span<const std::byte> config, std::span<const std::byte> data) {
    constexpr size_t fixedBytes = 4;
    CodedLoad load;
    if (config.size() < fixedBytes || !addObus(load, config.subspan(fixedBytes)) || !addObus(load, data) ||
        load.work() == 0)
        return std::nullopt;
    return load;
}

}  // namespace hearth
