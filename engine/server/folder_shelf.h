#pragma once

#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "server/served_model.h"

namespace hearth::server {

/// The models of a folder, loaded by a host. A thread of its own looks into the folder: new models are added
/// to the host, and those that have gone are removed from it once they are not in use.
class FolderShelf final : public ModelShelf {
public:
    struct Options {
        std::filesystem::path folder;
        std::vector<std::string> leftOut = {};  ///< names of models of the folder that others serve
        /// The way to load a model of the folder.
        std::function<ModelSource(const std::filesystem::path& model)> source;
        ModelHost::Options host = {};
    };
    explicit FolderShelf(Options options);
    /// Requests that still wait hear that the server stops.
    ~FolderShelf() override;
    FolderShelf(const FolderShelf&) = delete;
    FolderShelf& operator=(const FolderShelf&) = delete;

    /// The model is in use, and stays loaded, while the result is held. "": the one that was used last, or
    /// the first by name.
    std::shared_ptr<ServedModel> find(std::string_view name) override;
    std::vector<Listed> list() const override;
    int running() const override;
    size_t waiting() const override;

private:
    struct Known {
        int64_t created = 0;  ///< seconds of Unix time
        std::shared_ptr<ReplyMemory> memory;
    };
    void lookForModels();
    std::string modelFor(std::string_view name) const;

    const Options m_options;
    ModelHost m_host;
    mutable std::mutex m_mutex;  ///< of m_known
    std::map<std::string, Known, std::less<>> m_known;
    std::condition_variable_any m_ends;
    std::jthread m_looks;  // last: it uses the others
};

}  // namespace hearth::server
