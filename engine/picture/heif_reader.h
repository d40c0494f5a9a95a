#pragma once

#include "picture/picture_reader.h"

namespace hearth {

enum class HeifCodec { Hevc, Av1 };

/// Returns true if libheif, of which systems have builds with different codecs, can decode one.
bool hasHeifDecoder(HeifCodec codec);

/// readHeifPictureHead() with other decoders than the system's.
PictureHead readHeifWith(std::span<const std::byte> file, bool (*hasDecoder)(HeifCodec));

}  // namespace hearth
