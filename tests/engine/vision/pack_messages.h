#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "hearth/generation_request.h"
#include "hearth/picture_file.h"

/// Messages of the cases of the reference pack for pictures, as its README.md has them.
namespace hearth::test {

inline std::shared_ptr<const PictureFile> readPictureFile(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return std::make_shared<const PictureFile>(std::vector<std::byte>(bytes.begin(), bytes.end()));
}

/// A picture of the pack by its name.
inline std::shared_ptr<const PictureFile> packPicture(const std::filesystem::path& pack,
                                                      const std::string& name) {
    for (const auto& entry : std::filesystem::directory_iterator(pack / "pictures"))
        if (entry.path().stem() == name && entry.path().extension() != ".json")
            return readPictureFile(entry.path());
    return nullptr;
}

/// The request of a case.
inline GenerationRequest packRequest(const std::filesystem::path& pack, const std::string& oneCase) {
    GenerationRequest request;
    ChatMessage& message = request.messages.emplace_back();
    message.role = "user";
    if (oneCase == "two") {
        message.content = "First: Second: Compare them.";
        message.pictures = {{6, packPicture(pack, "grey_alpha")}, {14, packPicture(pack, "fit224")}};
    } else {
        message.content = "What is in the picture?";
        message.pictures = {{0, packPicture(pack, oneCase)}};
    }
    return request;
}

}  // namespace hearth::test
