#include "models/model_card.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "hub/licence_name.h"
#include "hub/quantization_files.h"
#include "look/spoken_locale.h"
#include "model_files/model_name.h"
#include "models/installed_models.h"
#include "models/model_probe.h"

namespace hearth::app {

namespace {

struct Text {
    Q_DECLARE_TR_FUNCTIONS(ModelCard)
};

enum Group { FeedForward, Attention, Embeddings, Output, Norms, Other, GroupCount };

Group groupOf(const std::string& tensor) {
    const auto has = [&](const char* part) { return tensor.find(part) != std::string::npos; };
    if (has("norm")) return Norms;
    if (has("token_embd") || has("embd")) return Embeddings;
    if (tensor.starts_with("output")) return Output;
    if (has("attn")) return Attention;
    if (has("ffn")) return FeedForward;
    return Other;
}

QString groupName(int group) {
    switch (group) {
        case FeedForward:
            return Text::tr("Feed-forward");
        case Attention:
            return Text::tr("Attention");
        case Embeddings:
            return Text::tr("Embeddings");
        case Output:
            return Text::tr("Output");
        case Norms:
            return Text::tr("Norms");
        default:
            return Text::tr("Other");
    }
}

QString count(quint64 value) {
    return spokenLocale().toString(value);
}

QVariantList groupsOf(const ModelHeader& header, quint64& total) {
    std::array<quint64, GroupCount> sums{};
    for (const GgufTensor& tensor : header.tensors) sums[groupOf(tensor.name)] += tensor.elements();
    total = 0;
    for (const quint64 sum : sums) total += sum;
    QVariantList groups;
    std::array<int, GroupCount> order{FeedForward, Attention, Embeddings, Output, Norms, Other};
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
        return sums[static_cast<size_t>(a)] > sums[static_cast<size_t>(b)];
    });
    for (const int group : order) {
        const quint64 sum = sums[static_cast<size_t>(group)];
        if (sum == 0) continue;
        const double share = static_cast<double>(sum) / static_cast<double>(total);
        const double millions = static_cast<double>(sum) / 1e6;
        groups.append(QVariantMap{
            {QStringLiteral("name"), groupName(group)},
            {QStringLiteral("share"), share},
            {QStringLiteral("text"), Text::tr("%1 M %2 %")
                                         .arg(millions < 10 ? QString::number(millions, 'f', 1)
                                                            : count(static_cast<quint64>(millions + 0.5)))
                                         .arg(share * 100, 0, 'f', share < 0.01 ? 1 : 0)}});
    }
    return groups;
}

void memoryTable(GpuFacts& facts, const QString& path, const ContextPlanner& planner,
                 const QString& quantization, quint64 parameters, qint64 fileBytes, int trained) {
    std::vector<int> lengths;
    for (const int length : {8192, 32768, 131072})
        if (length <= trained) lengths.push_back(length);
    if (lengths.empty() && trained > 0) lengths.push_back(trained);
    if (lengths.empty() || parameters == 0) return;
    std::vector<MemoryPlan> plans;
    for (const int length : lengths) {
        plans.push_back(planner(path, length));
        facts.contexts +=
            length % 1024 == 0 ? Text::tr("%1k").arg(length / 1024) : count(static_cast<quint64>(length));
    }
    const double bits = static_cast<double>(fileBytes) * 8 / static_cast<double>(parameters);
    std::vector<std::pair<QString, double>> precisions = {{quantization, bits}};
    for (const char* name : {"Q4_K_M", "Q6_K", "Q8_0", "F16"})
        if (quantization != QLatin1String(name))
            precisions.emplace_back(QString::fromLatin1(name), bitsPerWeight(QString::fromLatin1(name)));
    std::stable_sort(precisions.begin(), precisions.end(),
                     [](const auto& a, const auto& b) { return a.second < b.second; });
    const auto gib = [](double bytes) { return QString::number(bytes / (1ULL << 30U), 'f', 1); };
    for (const auto& [name, perWeight] : precisions) {
        QVariantList cells;
        double weights = 0;
        for (const MemoryPlan& plan : plans) {
            MemoryPlan scaled = plan;
            weights = static_cast<double>(plan.weightsBytes) * perWeight / bits;
            scaled.weightsBytes = static_cast<uint64_t>(weights);
            cells.append(QVariantMap{{QStringLiteral("text"), gib(static_cast<double>(scaled.totalBytes()))},
                                     {QStringLiteral("fits"), fitOf(scaled)}});
        }
        facts.memory.append(QVariantMap{{QStringLiteral("precision"), name},
                                        {QStringLiteral("thisFile"), name == quantization},
                                        {QStringLiteral("weights"), gib(weights)},
                                        {QStringLiteral("cells"), cells}});
    }
}

}  // namespace

GpuFacts readGpu(const QString& path, const ContextPlanner& planner, const HeaderOpener& open) {
    GpuFacts facts;
    try {
        const ModelHeader header = open(path);
        quint64 parameters = 0;
        facts.groups = groupsOf(header, parameters);
        facts.parametersText = parametersText(
            parameters,
            modelName(QString::fromStdString(header.getString("general.name").value_or("")), path));
        const auto text = [&](const char* key) {
            return QString::fromStdString(header.getString(key).value_or("")).simplified().left(300);
        };
        const auto line = [&](const QString& name, const QString& value) {
            if (!value.isEmpty())
                facts.lines.append(
                    QVariantMap{{QStringLiteral("name"), name}, {QStringLiteral("value"), value}});
        };
        facts.description = text("general.description");
        const QString architecture = text("general.architecture");
        const std::string prefix = architecture.toStdString() + '.';
        const auto figure = [&](const char* key) { return header.getUint(prefix + key).value_or(0); };
        const QString organization = text("general.organization");
        line(Text::tr("Author"), organization.isEmpty() ? text("general.author") : organization);
        line(Text::tr("Licence"), licenceName(text("general.license")));
        line(Text::tr("Made from"), text("general.base_model.0.name"));
        if (const auto* languages = header.getStrings("general.languages")) {
            QStringList names;
            for (const std::string& language : *languages)
                if (names.size() < 20) names += QString::fromStdString(language);
            line(Text::tr("Languages"), names.join(QStringLiteral(", ")));
        }
        const auto layers = figure("block_count"), trained = figure("context_length");
        if (layers > 0) line(Text::tr("Shape"), Text::tr("%1, %2 layers").arg(architecture, count(layers)));
        if (trained > 0) line(Text::tr("Context"), Text::tr("%1 tokens").arg(count(trained)));
        if (const auto* tokens = header.getStrings("tokenizer.ggml.tokens"))
            line(Text::tr("Vocabulary"), Text::tr("%1 tokens").arg(count(tokens->size())));
        if (header.getString("tokenizer.chat_template"))
            line(Text::tr("Template"), Text::tr("its own"));
        else if (!header.getUint(prefix + "pooling_type"))  // which makes embeddings and has no chats
            line(Text::tr("Template"), Text::tr("none; a fallback is used"));
        // Last, because planning may refuse what the header tells all the same.
        memoryTable(facts, path, planner, quantizationOf(header), parameters,
                    static_cast<qint64>(header.sizeBytes),
                    static_cast<int>(std::min<uint64_t>(trained, 1U << 30U)));
    } catch (const std::exception&) {
        // The list says what is wrong with the file.
    }
    return facts;
}

ModelCard::ModelCard(GpuReader reader, QObject* parent) : QObject(parent), m_reader(std::move(reader)) {
    m_pool.setMaxThreadCount(1);
}

ModelCard::~ModelCard() {
    m_pool.clear();
    m_pool.waitForDone();
}

void ModelCard::setPath(const QString& path) {
    if (path == m_path) return;
    m_path = path;
    m_facts = {};
    const quint64 number = ++m_asked;
    m_busy = !path.isEmpty() && QFileInfo::exists(path);
    emit changed();
    if (!m_busy) return;
    m_pool.clear();
    m_pool.start([this, number, path, reader = m_reader] {
        const GpuFacts facts = reader(path);
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this,
            [this, number, facts] {
                if (number != m_asked) return;
                m_facts = facts;
                m_busy = false;
                emit changed();
            },
            Qt::QueuedConnection);
    });
}

}  // namespace hearth::app
