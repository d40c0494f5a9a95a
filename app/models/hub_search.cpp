#include "models/hub_search.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <utility>

#include "hub/file_path.h"
#include "hub/licence_name.h"
#include "hub/quantization_files.h"
#include "look/spoken_locale.h"
#include "models/installed_models.h"

namespace hearth::app {

namespace {

/// Typing is over for so long before the hub is asked.
constexpr int delayMs = 350;

quint64 parametersOf(const HubModel& model) {
    return model.parameters != 0 ? model.parameters : parametersOfName(model.id);
}

}  // namespace

HubSearch::HubSearch(HubClient& client, std::vector<CuratedModel> curated, Room room, QObject* parent)
    : QAbstractListModel(parent), m_client(client), m_curated(std::move(curated)), m_room(std::move(room)) {
    m_delay.setSingleShot(true);
    m_delay.setInterval(delayMs);
    connect(&m_delay, &QTimer::timeout, this, &HubSearch::ask);
    show();
}

int HubSearch::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> HubSearch::roleNames() const {
    return {{RepositoryRole, "repository"}, {TitleRole, "title"},     {AuthorRole, "author"},
            {FactsRole, "facts"},           {FitsRole, "fits"},       {FitTextRole, "fitText"},
            {GatedRole, "gated"},           {PurposeRole, "purpose"}, {SeesRole, "sees"}};
}

QVariant HubSearch::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const HubModel& model = m_shown[static_cast<size_t>(index.row())];
    switch (role) {
        case RepositoryRole:
            return model.id;
        case Qt::DisplayRole:
        case TitleRole:
            if (const CuratedModel* curated = curatedOf(model.id)) return curated->title;
            return modelTitle(model.id);
        case AuthorRole:
            return model.author;
        case FactsRole: {
            QStringList facts = {parametersText(model.parameters, model.id), licenceName(model.licence)};
            if (model.downloads > 0) facts += countText(model.downloads);
            facts.removeAll(QString());
            return facts.join(QStringLiteral(" · "));
        }
        case FitsRole:
            if (parametersOf(model) == 0) return ModelFit::Unknown;
            return fits(model) ? ModelFit::Fits : ModelFit::No;
        case FitTextRole:
            if (parametersOf(model) == 0) return QString();
            return fits(model) ? tr("Runs here") : tr("Too large");
        case GatedRole:
            return model.gated;
        case PurposeRole: {
            const CuratedModel* curated = isCurated() ? curatedOf(model.id) : nullptr;
            return wordOf(curated == nullptr ? ModelPurpose::Chat : curated->purpose);
        }
        case SeesRole:
            return sees(model);
        default:
            return {};
    }
}

QString HubSearch::countText(qint64 count) {
    const auto number = static_cast<double>(count);
    if (count >= 1'000'000) return tr("%1 M").arg(number / 1e6, 0, 'f', count < 100'000'000 ? 1 : 0);
    if (count >= 1'000) return tr("%1 k").arg(number / 1e3, 0, 'f', 0);
    return QString::number(count);
}

quint64 HubSearch::roughBytes(quint64 parameters) {
    // Q4_K_M, and about a tenth and 300 MB for context and scratch.
    return static_cast<quint64>(static_cast<double>(parameters) * 4.85 / 8 * 1.1) + 300'000'000;
}

bool HubSearch::fits(const HubModel& model) const {
    const quint64 parameters = parametersOf(model);
    return parameters != 0 && roughBytes(parameters) <= m_roomBytes;
}

bool HubSearch::sees(const HubModel& model) const {
    if (const CuratedModel* curated = curatedOf(model.id)) return curated->pictureTokens > 0;
    return model.pipeline == QLatin1String("image-text-to-text") ||
           model.pipeline == QLatin1String("any-to-any");
}

QString HubSearch::note() const {
    if (m_busy) return tr("Asking %1").arg(host());
    if (!m_problem.isEmpty()) return {};
    if (isCurated())
        return m_runsHere ? tr("Good models to start with that run here") : tr("Good models to start with");
    const auto here =
        std::count_if(m_found.begin(), m_found.end(), [this](const HubModel& model) { return fits(model); });
    if (m_found.empty()) return tr("Nothing on %1 matches").arg(host());
    return tr("%1 of %2 matches run here").arg(here).arg(m_found.size());
}

QString HubSearch::descriptionOf(const QString& repository) const {
    const CuratedModel* curated = curatedOf(repository);
    if (curated == nullptr) return {};
    if (curated->pictureTokens == 0) return curated->description;
    return curated->description + u' ' +
           tr("A picture of 1,024 × 1,024 pixels costs about %1 tokens.")
               .arg(spokenLocale().toString(curated->pictureTokens));
}

const CuratedModel* HubSearch::curatedOf(const QString& repository) const {
    const auto found = std::ranges::find(m_curated, repository,
                                         [](const CuratedModel& curated) { return curated.model.id; });
    return found == m_curated.end() ? nullptr : &*found;
}

int HubSearch::showCurated(const QString& purpose) {
    m_query.clear();
    m_licence.clear();
    m_runsHere = m_seesOnly = false;
    ask();
    for (int row = 0; row < count(); ++row)
        if (data(index(row), PurposeRole).toString() == purpose) return row;
    return -1;
}

void HubSearch::setQuery(const QString& query) {
    if (query == m_query) return;
    m_query = query;
    m_delay.start();
    emit changed();
}

void HubSearch::setOrder(int order) {
    if (order == m_order || order < 0 || order > 3) return;
    m_order = order;
    ask();
}

void HubSearch::setLicence(const QString& licence) {
    if (licence == m_licence) return;
    m_licence = licence;
    ask();
}

void HubSearch::setRunsHere(bool only) {
    if (only == m_runsHere) return;
    m_runsHere = only;
    show();
}

void HubSearch::setSeesOnly(bool only) {
    if (only == m_seesOnly) return;
    m_seesOnly = only;
    show();
}

void HubSearch::retry() {
    ask();
}

void HubSearch::ask() {
    m_delay.stop();
    m_problem.clear();
    m_busy = !isCurated();
    if (!m_busy) {
        m_client.cancelSearch();
        return show();
    }
    emit changed();
    m_client.search(m_query, static_cast<HubClient::Order>(m_order), m_licence,
                    [this](std::optional<std::vector<HubModel>> models, const QString& problem) {
                        m_busy = false;
                        m_problem = problem;
                        m_found = models ? std::move(*models) : std::vector<HubModel>();
                        show();
                    });
}

void HubSearch::show() {
    m_roomBytes = m_room();
    std::vector<HubModel> all;
    if (isCurated())
        for (const CuratedModel& curated : m_curated) all.push_back(curated.model);
    else
        all = m_found;
    beginResetModel();
    m_shown.clear();
    for (HubModel& model : all)
        if ((!m_runsHere || fits(model)) && (!m_seesOnly || sees(model))) m_shown.push_back(std::move(model));
    endResetModel();
    emit changed();
}

std::vector<CuratedModel> HubSearch::readCurated(const QByteArray& json) {
    std::vector<CuratedModel> list;
    for (const QJsonValue& value : QJsonDocument::fromJson(json).array()) {
        const QJsonObject entry = value.toObject();
        CuratedModel curated;
        curated.model.id = entry.value(QLatin1String("repository")).toString();
        curated.model.author = entry.value(QLatin1String("author")).toString();
        curated.model.licence = entry.value(QLatin1String("licence")).toString();
        curated.model.parameters = static_cast<quint64>(entry.value(QLatin1String("parameters")).toDouble());
        curated.title = entry.value(QLatin1String("title")).toString();
        curated.description = entry.value(QLatin1String("description")).toString();
        curated.pictureTokens = entry.value(QLatin1String("pictureTokens")).toInt();
        curated.purpose = purposeOf(entry.value(QLatin1String("purpose")).toString());
        if (isRepositoryId(curated.model.id) && !curated.title.isEmpty()) list.push_back(std::move(curated));
    }
    return list;
}

}  // namespace hearth::app
