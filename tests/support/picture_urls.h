#pragma once

#include <filesystem>
#include <string>

#include "hearth/base64.h"
#include "hearth/data_url.h"
#include "support/reference_pack.h"

namespace hearth::test {

/// A picture of tests/reference/pictures.
inline std::filesystem::path pictureFile(const std::string& name) {
    return tinyModelsFolder().parent_path() / "pictures" / name;
}
inline std::string pictureBase64(const std::string& name = "png-2-8.png") {
    return base64Of(readBytes(pictureFile(name)));
}
inline std::string pictureUrl(const std::string& name = "png-2-8.png",
                              const std::string& type = "image/png") {
    return dataUrlOf(type, readBytes(pictureFile(name)));
}

}  // namespace hearth::test
