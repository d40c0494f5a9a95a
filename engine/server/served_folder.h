#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/model_registry.h"

namespace hearth::server {

/// Offers the models of a folder. A thread of its own looks into the folder: new models are added to the host
/// and to the shelf, and those that have gone are removed from both once they are not in use.
class ServedFolder {
public:
    struct Options {
        std::filesystem::path folder;
        std::vector<std::string> leftOut = {};  ///< names of models of the folder that others serve
        /// The way to load a model of the folder.
        std::function<ModelSource(const std::filesystem::path& model)> source;
        std::shared_ptr<const Routing> routing = nullptr;  ///< as ModelRegistry::setModels() has it
    };
    /// Has offered what is there when it returns. Host and shelf outlive it; nobody else changes the shelf.
    /// Throws as checkRouting() does.
    ServedFolder(Options options, ModelHost& host, ModelRegistry& registry);
    ServedFolder(const ServedFolder&) = delete;
    ServedFolder& operator=(const ServedFolder&) = delete;

private:
    void lookForModels();

    const Options m_options;
    ModelHost& m_host;
    ModelRegistry& m_shelf;
    std::vector<std::string> m_names;  ///< that were there the last time
    std::mutex m_mutex;
    std::condition_variable_any m_ends;
    std::jthread m_looks;  // last: it uses the others
};

}  // namespace hearth::server
