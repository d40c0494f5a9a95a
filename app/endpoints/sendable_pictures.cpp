#include "endpoints/sendable_pictures.h"

#include <QBuffer>
#include <QByteArray>
#include <QImage>
#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "hearth/picture_decoder.h"

namespace hearth::app {

namespace {

bool isReadByServers(const PictureFile& file) {
    static constexpr std::array<std::string_view, 4> types{"image/png", "image/jpeg", "image/webp",
                                                           "image/gif"};
    return std::ranges::count(types, pictureMediaType(file.bytes())) > 0;
}

/// Empty where Qt cannot: a side is too long for the format, or its plug-in is not installed.
QByteArray encoded(const QImage& image, const char* format, int quality) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    if (!buffer.open(QBuffer::WriteOnly) || !image.save(&buffer, format, quality)) return {};
    return bytes;
}

/// Encodes drawings and text as PNG, which loses nothing, and photos as JPEG, which is several times smaller
/// for them and loses nothing visible.
QByteArray encoded(const Picture& picture) {
    constexpr int goodJpeg = 92, quickPng = 80;
    constexpr qsizetype muchSmaller = 2;
    const auto width = static_cast<int>(picture.size.width), height = static_cast<int>(picture.size.height);
    const QImage image(picture.rgb.data(), width, height, qsizetype{3} * width, QImage::Format_RGB888);
    QByteArray png = encoded(image, "PNG", quickPng);
    QByteArray jpeg = encoded(image, "JPEG", goodJpeg);
    const bool takesJpeg = !jpeg.isEmpty() && (png.isEmpty() || jpeg.size() * muchSmaller < png.size());
    return takesJpeg ? jpeg : png;
}

}  // namespace

std::shared_ptr<const PictureFile> SendablePictures::converted(const PictureFile& file,
                                                               const std::stop_token& stop) {
    const auto found = std::ranges::find_if(m_kept, [&](const Kept& one) { return one.hash == file.hash(); });
    if (found != m_kept.end()) {
        m_kept.splice(m_kept.begin(), m_kept, found);
        return m_kept.front().file;
    }
    const QByteArray bytes = encoded(decodePictureApart(m_program, file.bytes(), stop));
    const auto all = std::as_bytes(std::span(bytes.constData(), static_cast<size_t>(bytes.size())));
    m_kept.push_front(
        {file.hash(), std::make_shared<const PictureFile>(std::vector<std::byte>(all.begin(), all.end()))});
    m_bytes += all.size();
    while (m_bytes > m_mostBytes && m_kept.size() > 1) {
        m_bytes -= m_kept.back().file->bytes().size();
        m_kept.pop_back();
    }
    return m_kept.front().file;
}

void SendablePictures::makeSendable(GenerationRequest& request, const std::stop_token& stop) {
    for (ChatMessage& message : request.messages)
        for (MessagePicture& picture : message.pictures)
            if (!isReadByServers(*picture.file)) picture.file = converted(*picture.file, stop);
}

}  // namespace hearth::app
