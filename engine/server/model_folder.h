#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace hearth::server {

/// A model that lies in a folder.
struct FoundModel {
    std::string name;            ///< that requests call it by: its file's without ".gguf", or its folder's
    std::filesystem::path path;  ///< the file, the first of several, or the folder
    bool reranks = false;        ///< isReranker(), of those that are asked it
};

/// A model of this path by its name, whether it is there or not.
FoundModel modelNamed(const std::filesystem::path& path);

/// The models of a folder, by name: GGUF files and folders with a config.json. Those with the same name are
/// left out but for the first. What cannot be read is left out.
std::vector<FoundModel> modelsIn(const std::filesystem::path& folder);

}  // namespace hearth::server
