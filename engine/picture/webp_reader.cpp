#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>
#include <vector>

#include "picture/picture_errors.h"
#include "picture/picture_reader.h"

namespace hearth {

namespace {

struct DeleteDemuxer {
    void operator()(WebPDemuxer* demuxer) const noexcept { WebPDemuxDelete(demuxer); }
};
struct DeleteDecoder {
    void operator()(WebPIDecoder* decoder) const noexcept { WebPIDelete(decoder); }
};

class WebPReader final : public PictureReader {
public:
    WebPReader(std::span<const std::byte> file, PictureSize stored);
    ~WebPReader() override { WebPDemuxReleaseIterator(&m_frame); }
    WebPReader(const WebPReader&) = delete;
    WebPReader& operator=(const WebPReader&) = delete;

    void read(UprightPicture& to, const DecodeBudget& budget) override;

private:
    bool fillsPicture() const noexcept {
        return std::cmp_equal(m_frame.width, m_stored.width) &&
               std::cmp_equal(m_frame.height, m_stored.height);
    }
    /// Decodes the frame into rows of its own size.
    void decode(uint8_t* rgb, const DecodeBudget& budget) const;

    std::unique_ptr<WebPDemuxer, DeleteDemuxer> m_demuxer;
    WebPIterator m_frame{};  ///< the first, which in an animation may be smaller than the picture
};

WebPReader::WebPReader(std::span<const std::byte> file, PictureSize stored) : PictureReader(stored) {
    const WebPData data{reinterpret_cast<const uint8_t*>(file.data()), file.size()};
    WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
    m_demuxer.reset(WebPDemuxPartial(&data, &state));
    if (m_demuxer == nullptr || state == WEBP_DEMUX_PARSE_ERROR)
        throw Error(state == WEBP_DEMUX_PARSE_ERROR ? errors::damagedPicture : errors::cutPicture, {"WebP"});
    if (state != WEBP_DEMUX_DONE) throw Error(errors::cutPicture, {"WebP"});
    const PictureSize canvas{WebPDemuxGetI(m_demuxer.get(), WEBP_FF_CANVAS_WIDTH),
                             WebPDemuxGetI(m_demuxer.get(), WEBP_FF_CANVAS_HEIGHT)};
    if (canvas != m_stored || WebPDemuxGetFrame(m_demuxer.get(), 1, &m_frame) == 0) {
        WebPDemuxReleaseIterator(&m_frame);
        throw Error(errors::damagedPicture, {"WebP"});
    }
}

void WebPReader::decode(uint8_t* rgb, const DecodeBudget& budget) const {
    constexpr size_t together = 64U << 10U;  // between looks at the time
    const auto width = static_cast<size_t>(m_frame.width), height = static_cast<size_t>(m_frame.height);
    const std::unique_ptr<WebPIDecoder, DeleteDecoder> decoder(
        WebPINewRGB(MODE_RGB, rgb, width * height * 3, static_cast<int>(width * 3)));
    if (decoder == nullptr) throw Error(errors::noMemoryForPicture);
    VP8StatusCode status = VP8_STATUS_SUSPENDED;
    for (size_t given = 0; given < m_frame.fragment.size && status == VP8_STATUS_SUSPENDED;) {
        given = std::min(given + together, m_frame.fragment.size);
        status = WebPIUpdate(decoder.get(), m_frame.fragment.bytes, given);
        budget.check();
    }
    if (status == VP8_STATUS_OUT_OF_MEMORY) throw Error(errors::noMemoryForPicture);
    if (status == VP8_STATUS_SUSPENDED) throw Error(errors::cutPicture, {"WebP"});
    if (status != VP8_STATUS_OK) throw Error(errors::damagedPicture, {"WebP"});
}

void WebPReader::read(UprightPicture& to, const DecodeBudget& budget) {
    if (uint8_t* rows = to.wholeRows(); rows != nullptr && fillsPicture()) {
        decode(rows, budget);
        return;
    }
    const auto width = static_cast<uint32_t>(m_frame.width), height = static_cast<uint32_t>(m_frame.height);
    const auto left = static_cast<uint32_t>(m_frame.x_offset), top = static_cast<uint32_t>(m_frame.y_offset);
    if (left + width > m_stored.width || top + height > m_stored.height)
        throw Error(errors::damagedPicture, {"WebP"});
    std::vector<uint8_t> frame(size_t{width} * height * 3);
    decode(frame.data(), budget);
    for (uint32_t y = 0; y < height; ++y) to.put(top + y, left, 1, width, &frame[size_t{y} * width * 3]);
}

}  // namespace

std::unique_ptr<PictureReader> openWebP(std::span<const std::byte> file, PictureSize stored) {
    return std::make_unique<WebPReader>(file, stored);
}

}  // namespace hearth
