#include "chat/message_pictures.h"

#include <algorithm>

#include "store/picture_table.h"

namespace hearth::app {

namespace {

/// Sets the place of a picture in a new text: the end if it followed all of the old text.
void setPlace(store::MessagePicture& picture, qsizetype at, const store::Message& old,
              const QString& newText) {
    picture.at = at >= old.text.size() && at > 0 ? newText.size() : std::min(at, newText.size());
}

}  // namespace

std::vector<store::MessagePicture> picturesBefore(const std::vector<store::NamedPicture>& pictures) {
    std::vector<store::MessagePicture> before;
    for (const store::NamedPicture& picture : pictures) before.push_back(store::messagePicture(picture));
    return before;
}

std::vector<store::MessagePicture> picturesOfVersion(const store::Message& old, const QString& newText,
                                                     const std::vector<store::NamedPicture>& pictures) {
    std::vector<store::MessagePicture> of = picturesBefore(pictures);
    // The same picture may be in a message more than once.
    std::vector<store::MessagePicture> left = old.pictures;
    for (store::MessagePicture& picture : of) {
        const auto before = std::ranges::find(left, picture.hash, &store::MessagePicture::hash);
        if (before == left.end()) continue;
        setPlace(picture, before->at, old, newText);
        left.erase(before);
    }
    std::ranges::stable_sort(of, {}, &store::MessagePicture::at);
    return of;
}

std::vector<store::MessagePicture> picturesOfVersion(const store::Message& old, const QString& newText) {
    std::vector<store::MessagePicture> of = old.pictures;
    for (store::MessagePicture& picture : of) setPlace(picture, picture.at, old, newText);
    return of;
}

}  // namespace hearth::app
