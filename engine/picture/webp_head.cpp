#include <algorithm>
#include <optional>

#include "picture/picture_head.h"

namespace hearth {

namespace {

constexpr size_t webpChunkHeadBytes = 8;

constexpr uint32_t webpChunk(const char (&name)[5]) noexcept {
    uint32_t value = 0;
    for (int i = 4; i-- > 0;) value = value << 8U | static_cast<uint8_t>(name[i]);
    return value;
}

/// Decoded part of a picture, or of the first frame of an animation.
struct WebPFrame {
    PictureSize size;
    bool isLossless = false, hasAlpha = false;
};

struct WebPChunk {
    uint32_t type = 0;
    HeadBytes body;
};

/// A chunk off the front of others; the byte that fills it up to an even length may be missing at the end.
WebPChunk takeWebPChunk(HeadBytes& bytes) {
    const uint32_t type = bytes.little(4), length = bytes.little(4);
    const WebPChunk chunk{type, {bytes.take(length), "WebP"}};
    if (length % 2 != 0 && !bytes.isEmpty()) (void)bytes.take(1);
    return chunk;
}

/// The frame header of VP8, RFC 6386, 9.1.
WebPFrame lossyFrame(HeadBytes body) {
    constexpr uint32_t startCode = 0x9D012A, isInter = 1, sideMask = 0x3FFF;
    const uint32_t tag = body.little(3);
    if ((tag & isInter) != 0 || body.big(3) != startCode) body.failDamaged();
    const PictureSize size{body.little(2) & sideMask, body.little(2) & sideMask};
    if (size.pixels() == 0) body.failDamaged();
    return {.size = size};
}

/// The header of VP8L, RFC 9649, 3.4.
WebPFrame losslessFrame(HeadBytes body) {
    constexpr uint32_t signature = 0x2F, sideMask = 0x3FFF;
    if (body.little(1) != signature) body.failDamaged();
    const uint32_t bits = body.little(4);
    return {.size = {(bits & sideMask) + 1, (bits >> 14U & sideMask) + 1},
            .isLossless = true,
            .hasAlpha = (bits >> 28U & 1U) != 0};
}

/// The frame of a chunk with pixels; nullopt: it has none.
std::optional<WebPFrame> frameOf(const WebPChunk& chunk) {
    if (chunk.type == webpChunk("VP8 ")) return lossyFrame(chunk.body);
    if (chunk.type == webpChunk("VP8L")) return losslessFrame(chunk.body);
    return std::nullopt;
}

/// Bytes for each pixel of a picture beside its own.
double bytesBesideWebP(const WebPFrame& frame, PictureSize size, Orientation orientation) noexcept {
    // Lossless pictures are unpacked as a whole; of others only the alpha is.
    const double decoder = frame.isLossless ? 4 : frame.hasAlpha ? 2 : 0;
    return decoder + (frame.size == size && orientation == Orientation::Upright ? 0 : 3);
}

/// A picture whose first chunk, VP8X, is followed by others.
PictureHead extendedHead(HeadBytes head, HeadBytes chunks) {
    constexpr uint32_t hasExif = 0x08;
    constexpr size_t frameHeadBytes = 16;
    constexpr uint64_t mostPixels = uint64_t{1} << 32U;
    const uint32_t flags = head.little(4);
    const PictureSize size{head.little(3) + 1, head.little(3) + 1};
    if (size.pixels() >= mostPixels) head.failDamaged();
    std::optional<WebPFrame> frame;
    std::optional<Orientation> orientation;
    bool hasAlpha = false;
    while (chunks.rest().size() >= webpChunkHeadBytes) {
        // libwebp reads the chunks of an animation's frame like those around it, however long the frame says
        // that it is.
        if (HeadBytes(chunks).little(4) == webpChunk("ANMF")) {
            (void)chunks.take(webpChunkHeadBytes + frameHeadBytes);
            hasAlpha = false;
            continue;
        }
        const WebPChunk chunk = takeWebPChunk(chunks);
        hasAlpha |= chunk.type == webpChunk("ALPH");
        if (!frame && (frame = frameOf(chunk))) frame->hasAlpha |= hasAlpha && !frame->isLossless;
        if (chunk.type == webpChunk("EXIF") && (flags & hasExif) != 0 && !orientation)
            orientation = exifOrientation(chunk.body.rest());
    }
    if (!frame) head.failDamaged();
    const Orientation turned = orientation.value_or(Orientation::Upright);
    return {size, turned, bytesBesideWebP(*frame, size, turned)};
}

}  // namespace

PictureHead readWebPHead(std::span<const std::byte> file) {
    HeadBytes bytes(file, "WebP");
    (void)bytes.take(4);
    const uint32_t riffLength = bytes.little(4);
    // Bytes behind the file that it says it is are none of it.
    HeadBytes riff(bytes.rest().first(std::min<size_t>(bytes.rest().size(), riffLength)), "WebP");
    (void)riff.take(4);
    const WebPChunk first = takeWebPChunk(riff);
    if (first.type == webpChunk("VP8X")) {
        if (bytes.rest().size() < riffLength) throw Error(errors::cutPicture, {"WebP"});
        return extendedHead(first.body, riff);
    }
    const auto frame = frameOf(first);
    if (!frame) riff.failDamaged();
    return {frame->size, Orientation::Upright, bytesBesideWebP(*frame, frame->size, Orientation::Upright)};
}

}  // namespace hearth
