#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "picture/picture_errors.h"
#include "picture/picture_reader.h"

namespace hearth {

namespace {

using Colour = std::array<uint8_t, 3>;
using Colours = std::array<Colour, 256>;

/// Colours of the indices of a frame. As in Pillow a frame without colours is grey, as is one whose colours
/// are the greys of their own indices, and indices that have no colour are black.
Colours coloursOf(const ColorMapObject* map) noexcept {
    Colours colours{};
    bool isGrey = true;
    for (int i = 0; map != nullptr && i < std::min(map->ColorCount, 256); ++i) {
        const GifColorType& colour = map->Colors[i];
        colours[static_cast<size_t>(i)] = {colour.Red, colour.Green, colour.Blue};
        isGrey = isGrey && colour.Red == i && colour.Green == i && colour.Blue == i;
    }
    if (!isGrey) return colours;
    for (size_t i = 0; i < colours.size(); ++i) colours[i].fill(static_cast<uint8_t>(i));
    return colours;
}

/// Reads the first frame, on the screen that it may be smaller than.
class GifReader final : public PictureReader {
public:
    GifReader(std::span<const std::byte> file, PictureSize stored) : PictureReader(stored), m_file(file) {
        int error = 0;
        m_gif = DGifOpen(this, give, &error);
        if (m_gif == nullptr) throwProblem(error);
        try {
            readHead();
        } catch (...) {
            DGifCloseFile(m_gif, nullptr);
            throw;
        }
    }
    ~GifReader() override { DGifCloseFile(m_gif, nullptr); }
    GifReader(const GifReader&) = delete;
    GifReader& operator=(const GifReader&) = delete;

    void read(UprightPicture& to, const DecodeBudget& budget) override;

private:
    static int give(GifFileType* gif, GifByteType* to, int bytes) {
        auto& self = *static_cast<GifReader*>(gif->UserData);
        // One row may take all of the file: codes that give no pixels.
        if (self.m_budget != nullptr && self.m_budget->isSpent()) return 0;
        const size_t given = std::min(static_cast<size_t>(bytes), self.m_file.size() - self.m_at);
        self.m_ended = self.m_ended || given < static_cast<size_t>(bytes);
        if (given != 0) std::memcpy(to, self.m_file.data() + self.m_at, given);
        self.m_at += given;
        return static_cast<int>(given);
    }
    [[noreturn]] void throwProblem(int error) const {
        if (error == D_GIF_ERR_NOT_ENOUGH_MEM) throw Error(errors::noMemoryForPicture);
        if (m_budget != nullptr) m_budget->check();
        throw Error(m_ended ? errors::cutPicture : errors::damagedPicture, {"GIF"});
    }
    void check(int result) const {
        if (result == GIF_ERROR) throwProblem(m_gif->Error);
    }
    void readHead();
    void readExtension();
    void fillScreen(UprightPicture& to, const Colour& colour) const;

    std::span<const std::byte> m_file;
    size_t m_at = 0;
    bool m_ended = false;  ///< more was wanted than the file has
    GifFileType* m_gif = nullptr;
    const DecodeBudget* m_budget = nullptr;    ///< while it reads pixels
    int m_transparent = NO_TRANSPARENT_COLOR;  ///< index; the screen around the frame has its colour
};

void GifReader::readExtension() {
    int code = 0;
    GifByteType* block = nullptr;  // a length and so many bytes
    check(DGifGetExtension(m_gif, &code, &block));
    while (block != nullptr) {
        GraphicsControlBlock control{};
        if (code == GRAPHICS_EXT_FUNC_CODE && DGifExtensionToGCB(block[0], block + 1, &control) == GIF_OK)
            m_transparent = control.TransparentColor;
        check(DGifGetExtensionNext(m_gif, &block));
    }
}

/// Reads everything in front of the first frame's pixels.
void GifReader::readHead() {
    GifRecordType type = UNDEFINED_RECORD_TYPE;
    while (type != IMAGE_DESC_RECORD_TYPE) {
        check(DGifGetRecordType(m_gif, &type));
        if (type == EXTENSION_RECORD_TYPE) readExtension();
        if (type == TERMINATE_RECORD_TYPE) throw Error(errors::damagedPicture, {"GIF"});
    }
    check(DGifGetImageDesc(m_gif));
    const GifImageDesc& frame = m_gif->Image;
    // A frame that is larger than the screen makes it larger.
    const bool isExpected =
        frame.Width > 0 && frame.Height > 0 && frame.Left >= 0 && frame.Top >= 0 &&
        std::cmp_equal(std::max(m_gif->SWidth, frame.Left + frame.Width), m_stored.width) &&
        std::cmp_equal(std::max(m_gif->SHeight, frame.Top + frame.Height), m_stored.height);
    if (!isExpected) throw Error(errors::damagedPicture, {"GIF"});
}

void GifReader::fillScreen(UprightPicture& to, const Colour& colour) const {
    std::vector<uint8_t> row;
    row.reserve(size_t{m_stored.width} * 3);
    for (uint32_t x = 0; x < m_stored.width; ++x) row.insert(row.end(), colour.begin(), colour.end());
    for (uint32_t y = 0; y < m_stored.height; ++y) to.putRow(y, row.data());
}

void GifReader::read(UprightPicture& to, const DecodeBudget& budget) {
    struct Pass {
        uint32_t first, step;
    };
    static constexpr std::array<Pass, 4> interlaced{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
    static constexpr std::array<Pass, 1> plain{{{0, 1}}};
    m_budget = &budget;
    const GifImageDesc& frame = m_gif->Image;
    const Colours colours = coloursOf(frame.ColorMap != nullptr ? frame.ColorMap : m_gif->SColorMap);
    const auto left = static_cast<uint32_t>(frame.Left), top = static_cast<uint32_t>(frame.Top),
               width = static_cast<uint32_t>(frame.Width), height = static_cast<uint32_t>(frame.Height);
    if (PictureSize{width, height} != m_stored)
        fillScreen(to, colours[static_cast<size_t>(std::max(m_transparent, 0))]);
    std::vector<GifPixelType> indices(width);
    std::vector<uint8_t> row(size_t{width} * 3);
    const std::span<const Pass> passes = frame.Interlace ? std::span<const Pass>(interlaced) : plain;
    for (const Pass& pass : passes) {
        for (uint32_t y = pass.first; y < height; y += pass.step) {
            check(DGifGetLine(m_gif, indices.data(), frame.Width));
            for (size_t x = 0; x < width; ++x) std::copy_n(colours[indices[x]].data(), 3, &row[x * 3]);
            to.put(top + y, left, 1, width, row.data());
            budget.check();
        }
    }
}

}  // namespace

std::unique_ptr<PictureReader> openGif(std::span<const std::byte> file, PictureSize stored) {
    return std::make_unique<GifReader>(file, stored);
}

}  // namespace hearth
