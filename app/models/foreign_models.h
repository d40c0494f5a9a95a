#pragma once

#include <QString>
#include <functional>
#include <vector>

namespace hearth::app {

/// A GGUF file, or the folder of a published model, that another program keeps; used at its place and never
/// written to.
struct ForeignModel {
    QString path;   ///< of the (first) file, or of the folder, as that program names it
    QString name;   ///< "llama3.2:3b"; empty: as the file says
    QString owner;  ///< the program: "Ollama", "LM Studio", "Hugging Face", "GPT4All"
};

/// Model folders of other programs, according to the environment and the home folder.
struct ForeignFolders {
    using Lookup = std::function<QString(const char* name)>;

    QString lmStudio, gpt4All, huggingFace;
    std::vector<QString> ollama;  ///< its own folder, and the one of the system service

    /// Reads the other programs' settings if they name another folder.
    static ForeignFolders find(const QString& home, const Lookup& environment);
};

/// The models in these folders. Only files that begin with "GGUF" and are complete, each file once, however
/// many names and links it has; later parts of split models and projectors are left out. Also the folders in
/// the hub's cache that have a config.json and weights, whatever kind of model that is. Reads small files and
/// folders only; bounded in depth and number. Any thread.
std::vector<ForeignModel> findForeignModels(const ForeignFolders& folders);

/// "llama3.2:3b" of "registry.ollama.ai/library/llama3.2/3b".
QString ollamaName(const QString& manifest);

}  // namespace hearth::app
