#include "models/model_probe.h"

#include <QFileInfo>
#include <algorithm>
#include <exception>
#include <map>
#include <utility>

#include "hearth/error.h"
#include "inference/message_translation.h"
#include "model_files/model_name.h"

namespace hearth::app {

namespace {

/// The type that most bytes of the weights have.
QString mainType(const ModelHeader& header) {
    std::map<BlockType, uint64_t> bytes;
    for (const GgufTensor& tensor : header.tensors) bytes[tensor.type] += tensor.sizeBytes;
    const auto most = std::max_element(bytes.begin(), bytes.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == bytes.end()) return {};
    const std::string_view name = blockTypeInfo(most->first).name;
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

}  // namespace

QString fileTypeName(quint64 fileType) {
    // The numbers of general.file_type in the GGUF specification.
    static const std::map<quint64, const char*> names = {
        {0, "F32"},     {1, "F16"},     {2, "Q4_0"},     {3, "Q4_1"},    {7, "Q8_0"},     {8, "Q5_0"},
        {9, "Q5_1"},    {10, "Q2_K"},   {11, "Q3_K_S"},  {12, "Q3_K_M"}, {13, "Q3_K_L"},  {14, "Q4_K_S"},
        {15, "Q4_K_M"}, {16, "Q5_K_S"}, {17, "Q5_K_M"},  {18, "Q6_K"},   {19, "IQ2_XXS"}, {20, "IQ2_XS"},
        {21, "Q2_K_S"}, {22, "IQ3_XS"}, {23, "IQ3_XXS"}, {24, "IQ1_S"},  {25, "IQ4_NL"},  {26, "IQ3_S"},
        {27, "IQ3_M"},  {28, "IQ2_S"},  {29, "IQ2_M"},   {30, "IQ4_XS"}, {31, "IQ1_M"},   {32, "BF16"},
        {36, "TQ1_0"},  {37, "TQ2_0"},  {38, "MXFP4"}};
    const auto found = names.find(fileType);
    return found == names.end() ? QString() : QString::fromLatin1(found->second);
}

QString quantizationOf(const ModelHeader& header) {
    const QString mix = fileTypeName(header.getUint("general.file_type").value_or(9999));
    return mix.isEmpty() ? mainType(header) : mix;
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
        if (!header.vocabularyProblem.isEmpty()) throw Error(ErrorCode::Io, header.vocabularyProblem);
        facts.plan = planner(path);
    } catch (const std::exception& error) {
        facts.problem = translated(error);
    }
    return facts;
}

}  // namespace hearth::app
