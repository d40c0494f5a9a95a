#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "hearth/picture.h"
#include "picture/decode_budget.h"
#include "picture/exif_orientation.h"
#include "picture/upright_picture.h"

namespace hearth {

/// One picture's file in one format, whose header has been read. The bytes have to outlive it. Makers and
/// functions throw Error with a kind of picture_errors.h.
class PictureReader {
public:
    virtual ~PictureReader() = default;

    PictureSize stored() const noexcept { return m_stored; }
    Orientation orientation() const noexcept { return m_orientation; }
    /// Bytes that read() needs for each pixel beside the 3 bytes of the picture itself.
    virtual double bytesBeside() const noexcept = 0;
    /// Decodes into a picture of this stored size. Once.
    virtual void read(UprightPicture& to, const DecodeBudget& budget) = 0;

protected:
    PictureSize m_stored;
    Orientation m_orientation = Orientation::Upright;
};

std::unique_ptr<PictureReader> openPng(std::span<const std::byte> file);
std::unique_ptr<PictureReader> openJpeg(std::span<const std::byte> file);
std::unique_ptr<PictureReader> openWebP(std::span<const std::byte> file);
std::unique_ptr<PictureReader> openGif(std::span<const std::byte> file);
/// HEIC, AVIF and other HEIF.
std::unique_ptr<PictureReader> openHeif(std::span<const std::byte> file);
std::unique_ptr<PictureReader> openBmp(std::span<const std::byte> file);

}  // namespace hearth
