#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <stop_token>
#include <string>

#include "hearth/generation_request.h"
#include "hearth/picture_file.h"

namespace hearth::app {

/// Makes pictures fit to be sent to servers, which read PNG, JPEG, WebP and GIF: files of other formats are
/// decoded in a child process and encoded again, upright, as PNG, or as JPEG where that is much smaller.
/// Keeps the last ones, since a chat sends its pictures with every message. Of one thread.
class SendablePictures {
public:
    /// `program` calls servePictureDecoder(). `mostBytes`: of the files that are kept beside the last one.
    explicit SendablePictures(std::string program, uint64_t mostBytes = uint64_t{64} << 20U)
        : m_program(std::move(program)), m_mostBytes(mostBytes) {}

    /// Replaces the pictures of a request that servers do not read. Waits for a decoder. Throws what
    /// decodePictureApart() throws.
    void makeSendable(GenerationRequest& request, const std::stop_token& stop);

private:
    struct Kept {
        TokenSpan::Content hash;  ///< of the file as it came
        std::shared_ptr<const PictureFile> file;
    };

    std::shared_ptr<const PictureFile> converted(const PictureFile& file, const std::stop_token& stop);

    const std::string m_program;
    const uint64_t m_mostBytes;
    uint64_t m_bytes = 0;
    std::list<Kept> m_kept;  ///< the most recently used first
};

}  // namespace hearth::app
