#include "models/draft_choices.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "inference/engine_status.h"
#include "models/installed_models.h"

namespace hearth::app {

DraftChoices::DraftChoices(InstalledModels& models, EngineStatus& engine, DraftChecker checker,
                           QObject* parent)
    : QAbstractListModel(parent), m_models(models), m_engine(engine), m_checker(std::move(checker)) {
    m_pool.setMaxThreadCount(1);
    connect(&m_models, &InstalledModels::countChanged, this, &DraftChoices::lookAgain);
    connect(&m_models, &InstalledModels::scanningChanged, this, &DraftChoices::lookAgain);
    connect(&m_engine, &EngineStatus::changed, this, &DraftChoices::lookAgain);
}

DraftChoices::~DraftChoices() {
    m_pool.clear();
    m_pool.waitForDone();
}

int DraftChoices::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> DraftChoices::roleNames() const {
    return {{PathRole, "path"}, {NameRole, "name"}, {BytesRole, "bytes"}};
}

QVariant DraftChoices::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= count()) return {};
    const Choice& choice = m_choices[static_cast<size_t>(index.row())];
    switch (role) {
        case PathRole:
            return choice.path;
        case NameRole:
        case Qt::DisplayRole:
            return choice.name;
        case BytesRole:
            return static_cast<double>(choice.bytes);
        default:
            return {};
    }
}

int DraftChoices::rowOf(const QString& path) const {
    const auto found = std::find_if(m_choices.begin(), m_choices.end(),
                                    [&](const Choice& choice) { return choice.path == path; });
    return found == m_choices.end() ? -1 : static_cast<int>(found - m_choices.begin());
}

QString DraftChoices::pathAt(int row) const {
    return row >= 0 && row < count() ? m_choices[static_cast<size_t>(row)].path : QString();
}

double DraftChoices::bytesAt(int row) const {
    return row >= 0 && row < count() ? static_cast<double>(m_choices[static_cast<size_t>(row)].bytes) : 0;
}

void DraftChoices::look() {
    m_wanted = true;
    lookAgain();
}

void DraftChoices::lookAgain() {
    // Each change of either is told; while a model is loaded there is none to guess for.
    if (!m_wanted || !m_engine.isReady()) return;
    const QString model = m_engine.modelPath();
    const auto fact = [this](int row, int role) { return m_models.data(m_models.index(row), role); };
    qint64 modelBytes = -1;
    QStringList present;
    for (int row = 0; row < m_models.count(); ++row) {
        const QString path = fact(row, InstalledModels::PathRole).toString();
        if (path == model && !fact(row, InstalledModels::RemoteRole).toBool())
            modelBytes = fact(row, InstalledModels::SizeBytesRole).toLongLong();
        present += path;
    }
    const bool gone = std::any_of(m_looked.begin(), m_looked.end(),
                                  [&](const QString& path) { return !present.contains(path); });
    if (model != m_model || gone) {
        ++m_round;
        m_pool.clear();
        beginResetModel();
        m_choices.clear();
        endResetModel();
        m_model = model;
        m_looked.clear();
        m_pending = 0;
        emit countChanged();
        emit lookingChanged();
    }
    const QString chat = wordOf(ModelPurpose::Chat);
    for (int row = 0; row < m_models.count(); ++row) {
        const QString path = fact(row, InstalledModels::PathRole).toString();
        const bool usable = !fact(row, InstalledModels::RemoteRole).toBool() &&
                            fact(row, InstalledModels::ProblemRole).toString().isEmpty() &&
                            fact(row, InstalledModels::PurposeRole).toString() == chat &&
                            fact(row, InstalledModels::SizeBytesRole).toLongLong() < modelBytes;
        if (!usable || m_looked.contains(path)) continue;
        m_looked += path;
        const QString name = fact(row, InstalledModels::NameRole).toString() + QLatin1Char(' ') +
                             fact(row, InstalledModels::QuantizationRole).toString();
        if (++m_pending == 1) emit lookingChanged();
        m_pool.start([this, checker = m_checker, model, round = m_round,
                      choice = Choice{path, name.trimmed(), 0}]() mutable {
            bool fits = false;
            try {
                const DraftCheck check = checker(model, choice.path);
                fits = check.problem.isEmpty();
                choice.bytes = check.bytes;
            } catch (const std::exception&) {
                // A file that cannot be read is said in the list of models.
            }
            // The pool is waited for in the destructor, so `this` is alive; this runs on the GUI thread.
            QMetaObject::invokeMethod(
                this,
                [this, round, fits, choice] {
                    if (round != m_round) return;
                    if (fits) place(choice);
                    if (--m_pending == 0) emit lookingChanged();
                },
                Qt::QueuedConnection);
        });
    }
}

void DraftChoices::place(const Choice& choice) {
    const auto at = std::upper_bound(m_choices.begin(), m_choices.end(), choice,
                                     [](const Choice& a, const Choice& b) { return a.bytes < b.bytes; });
    const int row = static_cast<int>(at - m_choices.begin());
    beginInsertRows({}, row, row);
    m_choices.insert(at, choice);
    endInsertRows();
    emit countChanged();
}

}  // namespace hearth::app
