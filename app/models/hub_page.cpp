#include "models/hub_page.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

#include "hub/licence_name.h"
#include "look/spoken_locale.h"

namespace hearth::app {

HubPage::HubPage(HubClient& client, ModelProbe probe, Downloads& downloads, QString modelsFolder,
                 QObject* parent)
    : QAbstractListModel(parent),
      m_client(client),
      m_header(client, std::move(probe)),
      m_downloads(downloads),
      m_modelsFolder(std::move(modelsFolder)) {
    connect(&m_downloads, &Downloads::progressed, this, &HubPage::rowsChanged);
}

int HubPage::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> HubPage::roleNames() const {
    return {{QuantizationRole, "quantization"},
            {SizeTextRole, "sizeText"},
            {QualityRole, "quality"},
            {SuggestedRole, "suggested"},
            {FitsRole, "fits"},
            {FitTextRole, "fitText"},
            {SpeedTextRole, "speedText"},
            {DownloadIdRole, "downloadId"},
            {DownloadStateRole, "downloadState"},
            {FractionRole, "fraction"},
            {ProgressTextRole, "progressText"},
            {InstalledRole, "installed"}};
}

QVariant HubPage::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<size_t>(index.row());
    const QuantizationFiles& variant = m_variants[row];
    const QString id = DownloadJournal::nameOf(requestOf(variant));
    switch (role) {
        case Qt::DisplayRole:
        case QuantizationRole:
            return variant.name;
        case SizeTextRole:
            return fileSizeText(variant.sizeBytes());
        case QualityRole:
            return qualityText(variant.bitsPerWeight);
        case SuggestedRole:
            return index.row() == m_suggested;
        case FitsRole:
            return m_obstacle.isEmpty() ? fitOf(m_plans[row]) : ModelFit::Unknown;
        case FitTextRole:
            if (!m_obstacle.isEmpty()) return QString();
            if (m_plans[row].totalBytes() == 0) return m_planning ? tr("Reading the header") : QString();
            return fitText(m_plans[row]);
        case SpeedTextRole:
            return m_obstacle.isEmpty() && index.row() == m_readRow ? speedText(m_read, m_speedTeller)
                                                                    : QString();
        case DownloadIdRole:
            return id;
        case DownloadStateRole:
            return m_downloads.rowOf(id) < 0 ? QVariant(-1) : m_downloads.value(id, Downloads::StateRole);
        case FractionRole:
            return m_downloads.value(id, Downloads::FractionRole).toDouble();
        case ProgressTextRole:
            return m_downloads.value(id, Downloads::ProgressTextRole).toString();
        case InstalledRole: {
            const HubFile& first = variant.files.front();
            return QFileInfo(m_modelsFolder + QLatin1Char('/') + m_id + QLatin1Char('/') + first.path)
                       .size() == first.sizeBytes;
        }
        default:
            return {};
    }
}

QStringList HubPage::badges() const {
    const HubModel& model = m_repository.model;
    QStringList badges;
    const QString parameters = parametersText(model.parameters, m_id);
    if (!parameters.isEmpty()) badges += tr("%1 parameters").arg(parameters);
    if (model.contextLength > 0) badges += tr("%1 tokens").arg(spokenLocale().toString(model.contextLength));
    if (!model.licence.isEmpty()) badges += licenceName(model.licence);
    if (const QString use = purposeText(m_purpose); !use.isEmpty()) badges += use;
    if (!model.architecture.isEmpty()) badges += model.architecture;
    if (model.downloads > 0) badges += tr("%1 downloads a month").arg(HubSearch::countText(model.downloads));
    return badges;
}

bool HubPage::sees() const {
    return std::ranges::any_of(m_variants, &QuantizationFiles::sees);
}

QString HubPage::fitNote() const {
    if (m_planning) return tr("reading the header of one file");
    const auto known = std::any_of(m_plans.begin(), m_plans.end(),
                                   [](const MemoryPlan& plan) { return plan.totalBytes() > 0; });
    return known ? tr("memory calculated from the file header, for one conversation") : QString();
}

QString HubPage::address() const {
    return m_id.isEmpty() ? QString() : m_client.environment().endpoint.toString() + QLatin1Char('/') + m_id;
}

void HubPage::show(const QString& repository, const QString& title, const QString& description) {
    m_header.cancel();
    m_id = repository;
    m_title = title;
    m_description = description;
    m_problem.clear();
    m_obstacle.clear();
    m_repository = {};
    m_planning = false;
    m_suggested = -1;
    m_purpose = ModelPurpose::Chat;
    beginResetModel();
    m_variants.clear();
    m_plans.clear();
    m_readRow = -1;
    endResetModel();
    m_busy = !repository.isEmpty();
    emit changed();
    if (!m_busy) return;
    m_client.repository(repository, [this](const std::optional<HubRepository>& page, const QString& problem) {
        m_busy = false;
        m_problem = problem;
        if (page) arrived(*page);
        emit changed();
    });
}

void HubPage::retry() {
    show(QString(m_id), QString(m_title), QString(m_description));
}

void HubPage::arrived(const HubRepository& repository) {
    m_repository = repository;
    beginResetModel();
    m_variants = quantizationsOf(repository.files);
    m_plans.assign(m_variants.size(), {});
    m_suggested = suggestedQuantization(m_variants);
    endResetModel();
    if (m_variants.empty()) {
        m_problem = tr("This page has no GGUF file that can be verified.");
        return;
    }
    // Sister files of a split model would have to be there too, so a single file is asked; its header says
    // the same of the model.
    int asked = m_suggested;
    if (m_variants[static_cast<size_t>(asked)].files.size() > 1) asked = 0;
    const QuantizationFiles& variant = m_variants[static_cast<size_t>(asked)];
    if (variant.files.size() > 1) return;
    m_planning = true;
    m_header.ask(m_id, repository.commit, variant.files.front(),
                 [this, asked](const ModelFacts& facts) { planned(facts, asked); });
}

MemoryPlan HubPage::scaledPlan(const MemoryPlan& plan, const QuantizationFiles& planned,
                               const QuantizationFiles& wanted) {
    MemoryPlan scaled = plan;
    // The plan is of the model's file alone.
    scaled.visionBytes = static_cast<uint64_t>(wanted.vision.sizeBytes);
    if (planned.modelBytes() <= 0) return scaled;
    scaled.weightsBytes = static_cast<uint64_t>(static_cast<double>(plan.weightsBytes) *
                                                static_cast<double>(wanted.modelBytes()) /
                                                static_cast<double>(planned.modelBytes()));
    return scaled;
}

void HubPage::planned(const ModelFacts& facts, int row) {
    m_planning = false;
    if (facts.problem.isEmpty()) {
        const QuantizationFiles& read = m_variants[static_cast<size_t>(row)];
        m_read = facts;
        m_readRow = row;
        for (size_t i = 0; i < m_variants.size(); ++i)
            m_plans[i] = scaledPlan(facts.plan, read, m_variants[i]);
        m_repository.model.parameters = facts.parameters;
        m_repository.model.architecture = facts.architecture;
        m_purpose = facts.purpose;
        // Small models that are read once lose more by few bits than they win.
        if (m_purpose != ModelPurpose::Chat)
            m_suggested = suggestedQuantization(m_variants, QStringLiteral("Q8_0"));
    } else if (!facts.architecture.isEmpty()) {
        m_obstacle = facts.problem;
    }
    rowsChanged();
    emit changed();
}

DownloadRequest HubPage::requestOf(const QuantizationFiles& variant) const {
    return {m_id, m_repository.commit, m_title, variant.name, m_repository.model.licence, variant.allFiles()};
}

void HubPage::download(int row) {
    if (row >= 0 && row < count()) m_downloads.start(requestOf(m_variants[static_cast<size_t>(row)]));
}

void HubPage::setModelsFolder(const QString& folder) {
    m_modelsFolder = folder;
    rowsChanged();
}

void HubPage::rowsChanged() {
    if (count() > 0) emit dataChanged(index(0), index(count() - 1));
}

QString HubPage::qualityText(double bitsPerWeight) {
    if (bitsPerWeight <= 0) return {};
    if (bitsPerWeight < 2.8) return tr("Much weaker");
    if (bitsPerWeight < 3.4) return tr("Clearly weaker");
    if (bitsPerWeight < 4.2) return tr("Noticeably weaker");
    if (bitsPerWeight < 5.2) return tr("Close to full");
    if (bitsPerWeight < 6.2) return tr("Closer still");
    if (bitsPerWeight < 8) return tr("Hard to tell apart");
    if (bitsPerWeight < 12) return tr("Same for most uses");
    return tr("As published");
}

}  // namespace hearth::app
