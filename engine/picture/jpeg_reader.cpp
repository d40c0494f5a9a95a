#include <csetjmp>
#include <cstdio>

#include <jerror.h>
#include <jpeglib.h>

#include <algorithm>
#include <vector>

#include "picture/picture_errors.h"
#include "picture/picture_reader.h"

namespace hearth {

namespace {

/// Colours of a CMYK pixel that is stored inverted, as Adobe's programs do and Pillow takes for granted.
void toRgb(const uint8_t* inverted, uint8_t* rgb) noexcept {
    const uint32_t light = inverted[3];
    for (int i = 0; i < 3; ++i) {
        // 255 - key - cyan * (255 - key) / 255, rounded as Pillow rounds it.
        const uint32_t product = (255U - inverted[i]) * light + 128;
        rgb[i] = static_cast<uint8_t>(light - ((product + (product >> 8U)) >> 8U));
    }
}

class JpegReader final : public PictureReader {
public:
    JpegReader(std::span<const std::byte> file, PictureSize stored) : PictureReader(stored), m_file(file) {
        m_jpeg.err = jpeg_std_error(&m_errors);
        m_errors.error_exit = [](j_common_ptr jpeg) { longjmp(of(jpeg).m_place, 1); };
        m_errors.output_message = [](j_common_ptr) {};
        m_errors.emit_message = note;
        m_jpeg.client_data = this;
        try {
            readHead();
        } catch (...) {
            jpeg_destroy_decompress(&m_jpeg);
            throw;
        }
    }
    ~JpegReader() override { jpeg_destroy_decompress(&m_jpeg); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    void read(UprightPicture& to, const DecodeBudget& budget) override;

private:
    static JpegReader& of(j_common_ptr jpeg) { return *static_cast<JpegReader*>(jpeg->client_data); }
    /// Counts what is missing; oddities that libjpeg gets over are none of ours.
    static void note(j_common_ptr jpeg, int level) {
        if (level < 0 && jpeg->err->msg_code == JWRN_HIT_MARKER && of(jpeg).m_ended) of(jpeg).m_lacks = true;
    }
    /// Gives an end of the picture where the file has none, since the last pixels may be there all the same.
    static boolean giveEnd(j_decompress_ptr jpeg) {
        static constexpr JOCTET end[] = {0xFF, JPEG_EOI};
        of(reinterpret_cast<j_common_ptr>(jpeg)).m_ended = true;
        jpeg->src->next_input_byte = end;
        jpeg->src->bytes_in_buffer = sizeof end;
        return TRUE;
    }
    static void skip(j_decompress_ptr jpeg, long bytes) {
        if (bytes <= 0) return;
        const auto skipped = static_cast<size_t>(bytes);
        if (skipped > jpeg->src->bytes_in_buffer) {
            giveEnd(jpeg);
            return;
        }
        jpeg->src->next_input_byte += skipped;
        jpeg->src->bytes_in_buffer -= skipped;
    }
    static void watch(j_common_ptr jpeg) {
        JpegReader& self = of(jpeg);
        if (self.m_budget != nullptr && self.m_budget->isSpent()) longjmp(self.m_place, 1);
    }
    /// Runs calls of libjpeg, which leave by a jump where they fail: `calls` keeps nothing that has to be
    /// destroyed.
    template <typename Calls>
    void run(const Calls& calls) {
        if (setjmp(m_place) == 0)
            calls();
        else
            throwProblem();
    }
    [[noreturn]] void throwProblem() const;
    void readHead();
    void readRows(UprightPicture& to, const DecodeBudget& budget);

    std::span<const std::byte> m_file;
    jpeg_decompress_struct m_jpeg{};
    jpeg_error_mgr m_errors{};
    jpeg_source_mgr m_source{};
    jpeg_progress_mgr m_progress{};
    std::jmp_buf m_place{};
    const DecodeBudget* m_budget = nullptr;
    bool m_ended = false;  ///< more was wanted than the file has
    bool m_lacks = false;  ///< pixels were made up behind the file's end
    std::vector<uint8_t> m_row, m_colours;
};

void JpegReader::throwProblem() const {
    if (m_budget != nullptr) m_budget->check();
    switch (m_errors.msg_code) {
        case JERR_BAD_PRECISION:
            throw Error(errors::unreadKind, {"JPEG", "with more than 8 bits a sample"});
        case JERR_SOF_UNSUPPORTED:
            throw Error(errors::unreadKind, {"JPEG", "that are stored without loss or in layers"});
        case JERR_OUT_OF_MEMORY:
            throw Error(errors::noMemoryForPicture);
        default:
            throw Error(m_ended ? errors::cutPicture : errors::damagedPicture, {"JPEG"});
    }
}

void JpegReader::readHead() {
    run([this] {
        jpeg_create_decompress(&m_jpeg);
        m_source.init_source = [](j_decompress_ptr) {};
        m_source.fill_input_buffer = giveEnd;
        m_source.skip_input_data = skip;
        m_source.resync_to_restart = jpeg_resync_to_restart;
        m_source.term_source = [](j_decompress_ptr) {};
        m_source.next_input_byte = reinterpret_cast<const JOCTET*>(m_file.data());
        m_source.bytes_in_buffer = m_file.size();
        m_jpeg.src = &m_source;
        m_progress.progress_monitor = watch;
        m_jpeg.progress = &m_progress;
        jpeg_read_header(&m_jpeg, TRUE);
    });
    if (PictureSize{m_jpeg.image_width, m_jpeg.image_height} != m_stored)
        throw Error(errors::damagedPicture, {"JPEG"});
}

void JpegReader::read(UprightPicture& to, const DecodeBudget& budget) {
    m_budget = &budget;
    run([this] {
        m_jpeg.out_color_space = m_jpeg.num_components == 4 ? JCS_CMYK : JCS_RGB;
        jpeg_start_decompress(&m_jpeg);
    });
    // All scans have been read here where there are several; those that are missing have to be noticed.
    if (m_ended && jpeg_has_multiple_scans(&m_jpeg) != FALSE) throw Error(errors::cutPicture, {"JPEG"});
    readRows(to, budget);
    if (m_lacks) throw Error(errors::cutPicture, {"JPEG"});
}

void JpegReader::readRows(UprightPicture& to, const DecodeBudget& budget) {
    const bool inks = m_jpeg.out_color_space == JCS_CMYK;
    m_row.resize(size_t{m_stored.width} * 3);
    if (inks) m_colours.resize(size_t{m_stored.width} * 4);
    for (uint32_t y = 0; y < m_stored.height; ++y) {
        run([this, inks] {
            JSAMPROW row = inks ? m_colours.data() : m_row.data();
            jpeg_read_scanlines(&m_jpeg, &row, 1);
        });
        for (size_t x = 0; inks && x < m_stored.width; ++x) toRgb(&m_colours[x * 4], &m_row[x * 3]);
        to.putRow(y, m_row.data());
        budget.check();
    }
}

}  // namespace

std::unique_ptr<PictureReader> openJpeg(std::span<const std::byte> file, PictureSize stored) {
    return std::make_unique<JpegReader>(file, stored);
}

}  // namespace hearth
