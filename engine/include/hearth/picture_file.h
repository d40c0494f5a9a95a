#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "hearth/picture.h"
#include "hearth/picture_detail.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// A picture's file as it came, in one of the formats of decodePicture(). Immutable, and shared by all
/// messages and requests that have it.
class PictureFile {
public:
    /// Throws as pictureSize() does.
    explicit PictureFile(std::vector<std::byte> bytes);

    std::span<const std::byte> bytes() const noexcept { return m_bytes; }
    /// Of the decoded picture.
    PictureSize size() const noexcept { return m_size; }
    /// Of the bytes, cryptographic (128 bits of BLAKE2b).
    const TokenSpan::Content& hash() const noexcept { return m_hash; }

private:
    std::vector<std::byte> m_bytes;
    PictureSize m_size;
    TokenSpan::Content m_hash;
};

/// A picture between the texts of a message.
struct MessagePicture {
    size_t at = 0;  ///< bytes of ChatMessage::content that stand in front of it
    std::shared_ptr<const PictureFile> file;
    PictureDetail detail = PictureDetail::Auto;
};

/// A picture of a request in its prompt.
struct PromptPicture {
    uint32_t spans = 0;  ///< that are its own; those of the next picture follow
    uint32_t rows = 0;   ///< of these together: tokens that it costs besides the marks around it
    bool operator==(const PromptPicture&) const = default;
};

}  // namespace hearth
