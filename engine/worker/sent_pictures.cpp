#include "worker/sent_pictures.h"

#include <algorithm>
#include <utility>

namespace hearth {

namespace {

/// Limit of the list, which is emptied when it is reached; a process seldom keeps this many pictures.
constexpr size_t mostHashes = 4096;

}  // namespace

bool SentPictures::has(const TokenSpan::Content& hash) const {
    const std::scoped_lock lock(m_mutex);
    return std::ranges::find(m_hashes, hash) != m_hashes.end();
}

void SentPictures::add(const GenerationRequest& request) {
    const std::scoped_lock lock(m_mutex);
    for (const ChatMessage& message : request.messages)
        for (const MessagePicture& picture : message.pictures) {
            if (picture.file == nullptr ||
                std::ranges::find(m_hashes, picture.file->hash()) != m_hashes.end())
                continue;
            if (m_hashes.size() >= mostHashes) m_hashes.clear();
            m_hashes.push_back(picture.file->hash());
        }
}

std::list<std::shared_ptr<const PictureFile>>::iterator ReceivedPictures::place(
    const TokenSpan::Content& hash) {
    return std::ranges::find_if(m_files, [&](const auto& file) { return file->hash() == hash; });
}

void ReceivedPictures::keep(std::shared_ptr<const PictureFile> file) {
    const std::scoped_lock lock(m_mutex);
    if (place(file->hash()) != m_files.end()) return;
    m_bytes += file->bytes().size();
    m_files.push_front(std::move(file));
    while (m_bytes > m_mostBytes && m_files.size() > 1) {
        m_bytes -= m_files.back()->bytes().size();
        m_files.pop_back();
    }
}

std::shared_ptr<const PictureFile> ReceivedPictures::find(const TokenSpan::Content& hash) {
    const std::scoped_lock lock(m_mutex);
    const auto found = place(hash);
    if (found == m_files.end()) throw Error(errors::pictureForgotten);
    m_files.splice(m_files.begin(), m_files, found);
    return *found;
}

}  // namespace hearth
