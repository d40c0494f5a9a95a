// Information in the names of files in a GGUF repository.
#pragma once

#include <QString>
#include <vector>

#include "hub/hub_types.h"

namespace hearth::app {

/// All files of one quantisation: one, or every part of a split model in order.
struct QuantizationFiles {
    QString name;  ///< "Q4_K_M", "UD-Q4_K_XL", "BF16"; the file's name when it says nothing
    std::vector<HubFile> files;
    HubFile vision;            ///< mmproj file, which quantisations share; no path if there is none
    double bitsPerWeight = 0;  ///< of the name; 0: not known

    bool sees() const { return !vision.path.isEmpty(); }
    /// All files to download, the vision file last.
    std::vector<HubFile> allFiles() const {
        std::vector<HubFile> all = files;
        if (sees()) all.push_back(vision);
        return all;
    }
    qint64 modelBytes() const {
        qint64 sum = 0;
        for (const HubFile& file : files) sum += file.sizeBytes;
        return sum;
    }
    qint64 sizeBytes() const { return modelBytes() + vision.sizeBytes; }
};

/// The quantisation in a file's name or its folder's: "Q4_K_M"; empty when there is none.
QString quantizationOfName(const QString& path);
/// Approximate bits of a weight in such a file, scales included; 0: not known.
double bitsPerWeight(const QString& quantization);

/// The models among the files of a repository, smallest first. Later parts of split models join their first;
/// each model gets the vision file that fits it best (visionFilesAmong()). Importance matrices, draft heads,
/// files without a sha256 and split models that lack a part are left out.
std::vector<QuantizationFiles> quantizationsOf(const std::vector<HubFile>& files);
/// Index of the default choice: the preferred one, or the closest to it in bits a weight; -1 for none.
int suggestedQuantization(const std::vector<QuantizationFiles>& variants,
                          const QString& wanted = QStringLiteral("Q4_K_M"));

/// "Qwen3 14B" of "Qwen/Qwen3-14B-GGUF": the name without owner, format and quantisation.
QString modelTitle(const QString& repositoryOrFile);
/// Number of parameters in a name ("14B", "8x7B", "350M"); 0 if it has none.
quint64 parametersOfName(const QString& name);
/// "14.8 B", "135 M".
QString parametersText(quint64 parameters);
/// The size in the model's name, if there is one and it is about right ("360M" of 361,821,120 is "360 M"),
/// because people know the model by it. Otherwise the counted parameters. Empty when neither is known.
QString parametersText(quint64 counted, const QString& name);

}  // namespace hearth::app
