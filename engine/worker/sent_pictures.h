#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "hearth/error.h"
#include "hearth/generation_request.h"
#include "hearth/picture_file.h"
#include "worker/worker_errors.h"

namespace hearth {

/// Hashes of the pictures that were sent to a process, so that their bytes are sent once. The process may
/// have dropped some of them, which it reports as errors::pictureForgotten. From any thread.
class SentPictures {
public:
    bool has(const TokenSpan::Content& hash) const;
    /// Adds all pictures of a request that was answered.
    void add(const GenerationRequest& request);

private:
    mutable std::mutex m_mutex;
    std::vector<TokenSpan::Content> m_hashes;
};

/// Pictures that a process has received, for requests with their hashes alone: the most recently used ones
/// within a limit of bytes, but at least one. From any thread.
class ReceivedPictures {
public:
    explicit ReceivedPictures(uint64_t mostBytes) : m_mostBytes(mostBytes) {}

    void keep(std::shared_ptr<const PictureFile> file);
    /// Throws errors::pictureForgotten.
    std::shared_ptr<const PictureFile> find(const TokenSpan::Content& hash);

private:
    std::list<std::shared_ptr<const PictureFile>>::iterator place(const TokenSpan::Content& hash);

    const uint64_t m_mostBytes;
    std::mutex m_mutex;
    uint64_t m_bytes = 0;
    std::list<std::shared_ptr<const PictureFile>> m_files;  ///< the most recently used first
};

/// Sends a request without the bytes of pictures that were sent before, and repeats it with all bytes if the
/// process has dropped one. `send` gets the argument for its Writer.
template <class Send>
void sendPicturesOnce(const GenerationRequest& request, SentPictures& sent, const Send& send) {
    try {
        send(&sent);
    } catch (const Error& error) {
        if (!error.is(errors::pictureForgotten)) throw;
        send(nullptr);
    }
    sent.add(request);
}

}  // namespace hearth
