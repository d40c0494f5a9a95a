#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "hearth/picture.h"
#include "picture/decode_budget.h"
#include "picture/picture_head.h"
#include "picture/upright_picture.h"

namespace hearth {

/// Decodes one picture's file in one format, most by a library. The bytes have to outlive it. Makers and
/// functions throw Error with a kind of picture_errors.h.
class PictureReader {
public:
    virtual ~PictureReader() = default;

    /// Decodes into a picture of the stored size. Once.
    virtual void read(UprightPicture& to, const DecodeBudget& budget) = 0;

protected:
    explicit PictureReader(PictureSize stored) : m_stored(stored) {}

    const PictureSize m_stored;
};

// `stored`: the size that the head of the same file gave (picture_head.h). A file in which the library finds
// another one is damaged.

std::unique_ptr<PictureReader> openPng(std::span<const std::byte> file, PictureSize stored);
std::unique_ptr<PictureReader> openJpeg(std::span<const std::byte> file, PictureSize stored);
std::unique_ptr<PictureReader> openWebP(std::span<const std::byte> file, PictureSize stored);
std::unique_ptr<PictureReader> openGif(std::span<const std::byte> file, PictureSize stored);
/// HEIC, AVIF and other HEIF.
std::unique_ptr<PictureReader> openHeif(std::span<const std::byte> file, PictureSize stored);
std::unique_ptr<PictureReader> openBmp(std::span<const std::byte> file, PictureSize stored);

}  // namespace hearth
