#include "hub/quantization_files.h"

#include <QRegularExpression>
#include <algorithm>
#include <cmath>
#include <map>

#include "hearth/vision_file.h"

namespace hearth::app {

namespace {

const QRegularExpression& splitPart() {
    static const QRegularExpression pattern(QStringLiteral("^(.+)-([0-9]{5})-of-([0-9]{5})\\.gguf\\z"),
                                            QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

/// Words of names that stand for a type of weights.
const QRegularExpression& typeWord() {
    static const QRegularExpression pattern(
        QStringLiteral(
            "(?:^|[-._ /])((?:UD-)?(?:I?Q[1-8](?:_[A-Z0-9]+)*|TQ[12]_0|MXFP4(?:_MOE)?|BF16|F16|F32|"
            "FP16|FP32))(?=$|[-._ /])"),
        QRegularExpression::CaseInsensitiveOption);
    return pattern;
}

bool isSidecar(const QString& path) {
    const QString name = path.section(u'/', -1).toLower();
    for (const char* word : {"imatrix", "mtp-", "eagle3-", "dflash-", "dspark-"})
        if (name.contains(QLatin1String(word))) return true;
    return false;
}

std::string fileName(const HubFile& file) {
    return file.path.section(u'/', -1).toStdString();
}

/// The vision file of a model, searched for in the same folders as on this computer; without a path if there
/// is none.
HubFile visionFileFor(const HubFile& model, const std::vector<HubFile>& models,
                      const std::vector<HubFile>& visionFiles) {
    for (const std::filesystem::path& folder : visionFolders(model.path.toStdString())) {
        const QString inside = folder.empty() ? QString() : QString::fromStdString(folder.string()) + u'/';
        const auto isInside = [&](const HubFile& file) {
            return file.path.section(u'/', 0, -2, QString::SectionIncludeTrailingSep) == inside;
        };
        std::vector<std::string> names;
        for (const auto* files : {&models, &visionFiles})
            for (const HubFile& file : *files)
                if (isInside(file)) names.push_back(fileName(file));
        const auto found = visionFilesAmong(names, fileName(model));
        if (!found.empty())
            return *std::ranges::find(visionFiles, inside + QString::fromStdString(found.front()),
                                      &HubFile::path);
    }
    return {};
}

}  // namespace

QString quantizationOfName(const QString& path) {
    QString stem = path;
    if (const auto split = splitPart().match(path); split.hasMatch())
        stem = split.captured(1);
    else if (stem.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive))
        stem.chop(5);
    QString found;
    auto matches = typeWord().globalMatch(stem);
    while (matches.hasNext()) found = matches.next().captured(1).toUpper();
    if (found == QLatin1String("FP16")) return QStringLiteral("F16");
    if (found == QLatin1String("FP32")) return QStringLiteral("F32");
    return found;
}

double bitsPerWeight(const QString& quantization) {
    // Sizes of blocks from the GGUF specification; mixes by what published files of 7 to 14 B take.
    static const std::map<QString, double> bits = {
        {QStringLiteral("F32"), 32},       {QStringLiteral("F16"), 16},
        {QStringLiteral("BF16"), 16},      {QStringLiteral("Q8_0"), 8.5},
        {QStringLiteral("Q6_K"), 6.56},    {QStringLiteral("Q5_K_M"), 5.7},
        {QStringLiteral("Q5_K_S"), 5.5},   {QStringLiteral("Q5_1"), 6},
        {QStringLiteral("Q5_0"), 5.5},     {QStringLiteral("Q4_K_M"), 4.85},
        {QStringLiteral("Q4_K_S"), 4.6},   {QStringLiteral("Q4_1"), 5},
        {QStringLiteral("Q4_0"), 4.55},    {QStringLiteral("IQ4_NL"), 4.5},
        {QStringLiteral("IQ4_XS"), 4.3},   {QStringLiteral("Q3_K_L"), 4.3},
        {QStringLiteral("Q3_K_M"), 3.9},   {QStringLiteral("Q3_K_S"), 3.5},
        {QStringLiteral("IQ3_M"), 3.7},    {QStringLiteral("IQ3_S"), 3.5},
        {QStringLiteral("IQ3_XS"), 3.3},   {QStringLiteral("IQ3_XXS"), 3.1},
        {QStringLiteral("Q2_K"), 3.35},    {QStringLiteral("Q2_K_S"), 3.1},
        {QStringLiteral("IQ2_M"), 2.7},    {QStringLiteral("IQ2_S"), 2.5},
        {QStringLiteral("IQ2_XS"), 2.35},  {QStringLiteral("IQ2_XXS"), 2.1},
        {QStringLiteral("IQ1_M"), 1.75},   {QStringLiteral("IQ1_S"), 1.6},
        {QStringLiteral("MXFP4"), 4.25},   {QStringLiteral("TQ1_0"), 1.7},
        {QStringLiteral("TQ2_0"), 2.1},    {QStringLiteral("Q4_K_XL"), 4.95},
        {QStringLiteral("Q5_K_XL"), 5.75}, {QStringLiteral("Q6_K_XL"), 7},
        {QStringLiteral("Q8_K_XL"), 9.5},  {QStringLiteral("Q3_K_XL"), 4.1},
        {QStringLiteral("Q2_K_XL"), 3.45}, {QStringLiteral("Q2_K_L"), 3.4},
        {QStringLiteral("Q6_K_L"), 6.7},   {QStringLiteral("Q5_K_L"), 5.85},
        {QStringLiteral("Q4_K_L"), 5}};
    QString name = quantization;
    if (name.startsWith(QLatin1String("UD-"))) name.remove(0, 3);
    const auto found = bits.find(name);
    return found == bits.end() ? 0 : found->second;
}

std::vector<QuantizationFiles> quantizationsOf(const std::vector<HubFile>& files) {
    std::vector<QuantizationFiles> variants;
    struct Parts {
        size_t expected = 0;
        std::map<int, HubFile> files;
    };
    std::map<QString, Parts> splits;
    const auto add = [&](const QString& path, std::vector<HubFile> all) {
        QuantizationFiles variant;
        variant.name = quantizationOfName(path);
        variant.bitsPerWeight = bitsPerWeight(variant.name);
        if (variant.name.isEmpty()) variant.name = path.section(u'/', -1).chopped(5);
        variant.files = std::move(all);
        variants.push_back(std::move(variant));
    };
    std::vector<HubFile> models, visionFiles;
    for (const HubFile& file : files) {
        if (!file.path.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive) || isSidecar(file.path) ||
            file.sha256.isEmpty())
            continue;
        (isVisionFileName(file.path.toStdString()) ? visionFiles : models).push_back(file);
    }
    for (const HubFile& file : models) {
        const auto split = splitPart().match(file.path);
        if (!split.hasMatch()) {
            add(file.path, {file});
            continue;
        }
        Parts& parts = splits[split.captured(1)];
        parts.expected = split.captured(3).toULongLong();
        parts.files[split.captured(2).toInt()] = file;
    }
    for (const auto& [stem, parts] : splits) {
        // Numbered from one without a gap.
        if (parts.files.size() != parts.expected || parts.files.begin()->first != 1 ||
            parts.files.rbegin()->first != static_cast<int>(parts.expected))
            continue;
        std::vector<HubFile> all;
        for (const auto& [number, file] : parts.files) all.push_back(file);
        const QString first = all.front().path;
        add(first, std::move(all));
    }
    for (QuantizationFiles& variant : variants)
        variant.vision = visionFileFor(variant.files.front(), models, visionFiles);
    std::stable_sort(variants.begin(), variants.end(),
                     [](const auto& a, const auto& b) { return a.sizeBytes() < b.sizeBytes(); });
    return variants;
}

int suggestedQuantization(const std::vector<QuantizationFiles>& variants, const QString& wanted) {
    int best = -1;
    double bestDistance = 0;
    for (int i = 0; i < static_cast<int>(variants.size()); ++i) {
        const QuantizationFiles& variant = variants[static_cast<size_t>(i)];
        if (variant.name == wanted) return i;
        // Of fewer bits quality falls off, so less counts double.
        const double off = (variant.bitsPerWeight > 0 ? variant.bitsPerWeight : 16) - bitsPerWeight(wanted);
        const double distance = off < 0 ? -2 * off : off;
        if (best < 0 || distance < bestDistance) {
            best = i;
            bestDistance = distance;
        }
    }
    return best;
}

QString modelTitle(const QString& repositoryOrFile) {
    QString name = repositoryOrFile.section(u'/', -1);
    if (const auto split = splitPart().match(name); split.hasMatch()) name = split.captured(1);
    if (name.endsWith(QLatin1String(".gguf"), Qt::CaseInsensitive)) name.chop(5);
    static const QRegularExpression format(QStringLiteral("[-_. ](?:i1-)?gguf\\b"),
                                           QRegularExpression::CaseInsensitiveOption);
    name.remove(format);
    QString shorter = name;
    shorter.remove(typeWord());
    if (!shorter.trimmed().isEmpty()) name = shorter;
    // "_" and "-" separate words; a point between digits is part of a number.
    static const QRegularExpression separator(QStringLiteral("[-_ ]+|\\.(?![0-9])|(?<![0-9])\\."));
    name.replace(separator, QStringLiteral(" "));
    return name.simplified();
}

quint64 parametersOfName(const QString& name) {
    static const QRegularExpression pattern(
        QStringLiteral("(?:^|[-_ ./])(?:([0-9]+)x)?([0-9]+(?:\\.[0-9]+)?)([BM])(?=$|[-_ ./])"),
        QRegularExpression::CaseInsensitiveOption);
    const auto match = pattern.match(name);
    if (!match.hasMatch()) return 0;
    double count =
        match.captured(2).toDouble() * (match.captured(3).toUpper() == QLatin1String("B") ? 1e9 : 1e6);
    if (!match.captured(1).isEmpty()) count *= match.captured(1).toDouble();
    return count < 1e14 ? static_cast<quint64>(std::llround(count)) : 0;
}

QString parametersText(quint64 parameters) {
    const double count = static_cast<double>(parameters);
    if (parameters == 0) return {};
    const auto shown = [](double value) {
        const bool whole = std::abs(value - std::round(value)) < 0.05;
        return QString::number(value, 'f', value < 99.95 && !whole ? 1 : 0);
    };
    if (count >= 1e9) return shown(count / 1e9) + QStringLiteral(" B");
    return QString::number(std::max(1.0, std::round(count / 1e6)), 'f', 0) + QStringLiteral(" M");
}

QString parametersText(quint64 counted, const QString& name) {
    const quint64 named = parametersOfName(name);
    const double ratio = counted == 0 ? 1 : static_cast<double>(named) / static_cast<double>(counted);
    // "A3B" and the like name what is used at a time.
    return parametersText(named != 0 && ratio > 0.8 && ratio < 1.25 ? named : counted);
}

}  // namespace hearth::app
