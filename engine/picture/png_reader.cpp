#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstring>
#include <vector>

#include "picture/picture_errors.h"
#include "picture/picture_reader.h"

namespace hearth {

namespace {

class PngReader final : public PictureReader {
public:
    PngReader(std::span<const std::byte> file, PictureSize stored) : PictureReader(stored), m_file(file) {
        m_png = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, fail, ignore);
        m_info = m_png != nullptr ? png_create_info_struct(m_png) : nullptr;
        if (m_info == nullptr) {
            png_destroy_read_struct(&m_png, nullptr, nullptr);
            throw Error(errors::noMemoryForPicture);
        }
        try {
            readHead();
        } catch (...) {
            png_destroy_read_struct(&m_png, &m_info, nullptr);
            throw;
        }
    }
    ~PngReader() override { png_destroy_read_struct(&m_png, &m_info, nullptr); }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;

    void read(UprightPicture& to, const DecodeBudget& budget) override;

private:
    static void fail(png_structp png, png_const_charp) { longjmp(png_jmpbuf(png), 1); }
    static void ignore(png_structp, png_const_charp) {}
    static void give(png_structp png, png_bytep to, size_t bytes) {
        auto& self = *static_cast<PngReader*>(png_get_io_ptr(png));
        if (bytes > self.m_file.size() - self.m_at) {
            self.m_ended = true;
            png_error(png, "the file ends");
        }
        std::memcpy(to, self.m_file.data() + self.m_at, bytes);
        self.m_at += bytes;
    }
    /// Runs calls of libpng, which leave by a jump where they fail: `calls` keeps nothing that has to be
    /// destroyed.
    template <typename Calls>
    void run(const Calls& calls) {
        if (setjmp(png_jmpbuf(m_png)) == 0)
            calls();
        else
            throw Error(m_ended ? errors::cutPicture : errors::damagedPicture, {"PNG"});
    }
    void readHead();
    void readRow();
    /// Grey of 16 bits and nothing else, which Pillow does not scale: what is above 255 is white.
    bool isWideGrey() const noexcept {
        return png_get_color_type(m_png, m_info) == PNG_COLOR_TYPE_GRAY &&
               png_get_bit_depth(m_png, m_info) == 16;
    }

    std::span<const std::byte> m_file;
    size_t m_at = 0;
    bool m_ended = false;  ///< more was wanted than the file has
    bool m_isWideGrey = false;
    png_structp m_png = nullptr;
    png_infop m_info = nullptr;
    std::vector<uint8_t> m_row;  ///< (width, 3); of a pass, the first pixels
};

void PngReader::readHead() {
    run([this] {
        png_set_read_fn(m_png, this, give);
        // Their size is checked here, by pixels.
        png_set_user_limits(m_png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
        // Profiles and texts are not looked at, and may be larger than the picture.
        png_set_keep_unknown_chunks(m_png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
        png_read_info(m_png, m_info);
    });
    if (PictureSize{png_get_image_width(m_png, m_info), png_get_image_height(m_png, m_info)} != m_stored)
        throw Error(errors::damagedPicture, {"PNG"});
}

void PngReader::readRow() {
    run([this] { png_read_row(m_png, m_row.data(), nullptr); });
    if (!m_isWideGrey) return;
    // From the end on, for a pixel takes 2 bytes and its colours 3.
    for (size_t x = m_stored.width; x-- > 0;) {
        const uint8_t grey = m_row[2 * x] != 0 ? 255 : m_row[2 * x + 1];
        std::fill_n(m_row.begin() + static_cast<ptrdiff_t>(3 * x), 3, grey);
    }
}

void PngReader::read(UprightPicture& to, const DecodeBudget& budget) {
    m_isWideGrey = isWideGrey();
    run([this] {
        if (!m_isWideGrey) {
            png_set_expand(m_png);
            png_set_strip_16(m_png);
            png_set_strip_alpha(m_png);
            png_set_gray_to_rgb(m_png);
        }
        png_read_update_info(m_png, m_info);
    });
    m_row.resize(std::max<size_t>(png_get_rowbytes(m_png, m_info), size_t{m_stored.width} * 3));
    // Without interlace handling libpng gives the rows of each pass as they are stored, so pixels of a turned
    // picture need no second one to be gathered in.
    const bool interlaced = png_get_interlace_type(m_png, m_info) == PNG_INTERLACE_ADAM7;
    const int passes = interlaced ? PNG_INTERLACE_ADAM7_PASSES : 1;
    for (int pass = 0; pass < passes; ++pass) {
        const uint32_t rows = interlaced ? PNG_PASS_ROWS(m_stored.height, pass) : m_stored.height;
        const uint32_t columns = interlaced ? PNG_PASS_COLS(m_stored.width, pass) : m_stored.width;
        if (columns == 0) continue;
        for (uint32_t row = 0; row < rows; ++row) {
            readRow();
            if (interlaced)
                to.put(PNG_ROW_FROM_PASS_ROW(row, pass), PNG_PASS_START_COL(pass), PNG_PASS_COL_OFFSET(pass),
                       columns, m_row.data());
            else
                to.putRow(row, m_row.data());
            budget.check();
        }
    }
}

}  // namespace

std::unique_ptr<PictureReader> openPng(std::span<const std::byte> file, PictureSize stored) {
    return std::make_unique<PngReader>(file, stored);
}

}  // namespace hearth
