#include "picture/heif_reader.h"

#include <libheif/heif.h>

#include <algorithm>

#include "picture/heif_head.h"
#include "picture/picture_codecs.h"
#include "picture/picture_errors.h"

namespace hearth {

namespace {

struct FreeContext {
    void operator()(heif_context* context) const noexcept { heif_context_free(context); }
};
struct FreeHandle {
    void operator()(heif_image_handle* handle) const noexcept { heif_image_handle_release(handle); }
};
struct FreeImage {
    void operator()(heif_image* image) const noexcept { heif_image_release(image); }
};
struct FreeOptions {
    void operator()(heif_decoding_options* options) const noexcept { heif_decoding_options_free(options); }
};

/// Decodes by libheif, which sees a file only once it is read, and only after readHeifHead() has looked at
/// it. libheif turns and mirrors pictures by the file's own properties, and the EXIF orientation beside them
/// is not to be applied again (ISO/IEC 23008-12 A.2.1).
class HeifReader final : public PictureReader {
public:
    HeifReader(std::span<const std::byte> file, PictureSize stored)
        : PictureReader(stored), m_file(file), m_format(heifFormat(file)) {}

    void read(UprightPicture& to, const DecodeBudget& budget) override;

private:
    void check(const heif_error& error) const;

    std::span<const std::byte> m_file;
    std::string_view m_format;
};

double bytesBesideHeif(const HeifHead& head) noexcept {
    // The decoder's picture, libheif's copy of it and its RGB, as measured. A grid is decoded tile by tile.
    const double planes =
        (head.isGrid && !head.hasAlpha ? 6 : 8) + (head.hasFineColours ? 5.5 : 0) + (head.hasAlpha ? 2 : 0);
    const double each = head.isWide ? 1.75 * planes : planes;
    return each * static_cast<double>(head.mostPixels) / static_cast<double>(head.size.pixels());
}

void HeifReader::check(const heif_error& error) const {
    if (error.code == heif_error_Ok) return;
    if (error.code == heif_error_Memory_allocation_error &&
        error.subcode != heif_suberror_Security_limit_exceeded)
        throw Error(errors::noMemoryForPicture);
    if (error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype)
        throw Error(errors::unreadKind, {m_format, "with what libheif does not know"});
    throw Error(errors::damagedPicture, {m_format});
}

void HeifReader::read(UprightPicture& to, const DecodeBudget& budget) {
    constexpr int mostSide = 10'000;  // of a square
    static_assert(uint64_t{mostSide} * mostSide == mostPicturePixels);
    const std::unique_ptr<heif_context, FreeContext> context(heif_context_alloc());
    const std::unique_ptr<heif_decoding_options, FreeOptions> options(heif_decoding_options_alloc());
    if (context == nullptr || options == nullptr) throw Error(errors::noMemoryForPicture);
    heif_context_set_maximum_image_size_limit(context.get(), mostSide);
    // Tiles are decoded here, one after the other: the budget is of this thread.
    heif_context_set_max_decoding_threads(context.get(), 0);
    check(heif_context_read_from_memory_without_copy(context.get(), m_file.data(), m_file.size(), nullptr));
    heif_image_handle* handle = nullptr;
    check(heif_context_get_primary_image_handle(context.get(), &handle));
    const std::unique_ptr<heif_image_handle, FreeHandle> primary(handle);
    options->convert_hdr_to_8bit = 1;
    heif_image* decoded = nullptr;
    check(heif_decode_image(primary.get(), &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGB,
                            options.get()));
    const std::unique_ptr<heif_image, FreeImage> image(decoded);
    int stride = 0;
    const uint8_t* rows = heif_image_get_plane_readonly(image.get(), heif_channel_interleaved, &stride);
    if (rows == nullptr || std::cmp_not_equal(heif_image_get_primary_width(image.get()), m_stored.width) ||
        std::cmp_not_equal(heif_image_get_primary_height(image.get()), m_stored.height) ||
        heif_image_get_bits_per_pixel(image.get(), heif_channel_interleaved) != 24)
        throw Error(errors::damagedPicture, {m_format});
    for (uint32_t y = 0; y < m_stored.height; ++y) {
        to.putRow(y, rows + static_cast<ptrdiff_t>(y) * stride);
        budget.check();
    }
}

}  // namespace

bool hasHeifDecoder(HeifCodec codec) {
    return heif_have_decoder_for_format(codec == HeifCodec::Hevc ? heif_compression_HEVC
                                                                 : heif_compression_AV1) != 0;
}

PictureHead readHeifWith(std::span<const std::byte> file, bool (*hasDecoder)(HeifCodec)) {
    const HeifHead head = readHeifHead(file);
    if (head.hasHevc && !hasDecoder(HeifCodec::Hevc))
        throw Error(errors::missingCodec, {heifFormat(file), "libheif-plugin-libde265"});
    if (head.hasAv1 && !hasDecoder(HeifCodec::Av1))
        throw Error(errors::missingCodec, {heifFormat(file), "libheif-plugin-dav1d"});
    return {head.size, Orientation::Upright, bytesBesideHeif(head)};
}

PictureHead readHeifPictureHead(std::span<const std::byte> file) {
    loadPictureCodecs();
    return readHeifWith(file, hasHeifDecoder);
}

std::unique_ptr<PictureReader> openHeif(std::span<const std::byte> file, PictureSize stored) {
    return std::make_unique<HeifReader>(file, stored);
}

void loadPictureCodecs() {
    static const heif_error loaded = heif_init(nullptr);
    (void)loaded;
}

}  // namespace hearth
