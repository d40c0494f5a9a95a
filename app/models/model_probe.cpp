#include "models/model_probe.h"

#include <QFileInfo>
#include <exception>

#include "hearth/error.h"
#include "hearth/file_type.h"
#include "inference/message_translation.h"
#include "model_files/model_files.h"
#include "model_files/model_name.h"
#include "models/seeing_families.h"

namespace hearth::app {

QString quantizationOf(const ModelHeader& header) {
    return QString::fromStdString(quantizationName(header.getUint("general.file_type"), header.tensors));
}

ModelFacts probeModel(const QString& path, const MemoryPlanner& planner, const HeaderOpener& open) {
    ModelFacts facts;
    facts.path = path;
    facts.name = QFileInfo(path).isDir() ? modelName({}, path) : QFileInfo(path).completeBaseName();
    facts.sizeBytes = QFileInfo(path).size();
    try {
        const ModelHeader header = open(path);
        facts.sizeBytes = static_cast<qint64>(header.sizeBytes);
        facts.name = modelName(QString::fromStdString(header.getString("general.name").value_or("")), path);
        facts.licence =
            QString::fromStdString(header.getString("general.license").value_or("")).simplified().left(60);
        facts.architecture = QString::fromStdString(header.getString("general.architecture").value_or(""));
        facts.quantization = quantizationOf(header);
        for (const GgufTensor& tensor : header.tensors) facts.parameters += tensor.elements();
        if (!QFileInfo(path).isDir()) {
            facts.visionFile = visionFileBeside(path);
            facts.visionFileBytes = facts.visionFile.isEmpty() ? 0 : QFileInfo(facts.visionFile).size();
            facts.lacksVision = facts.visionFile.isEmpty() && usuallySees(header, path);
        }
        if (!header.vocabularyProblem.isEmpty()) throw Error(ErrorCode::Io, header.vocabularyProblem);
        facts.plan = planner(path);
    } catch (const std::exception& error) {
        facts.problem = translated(error);
    }
    return facts;
}

}  // namespace hearth::app
