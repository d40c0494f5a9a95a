#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <QThreadPool>
#include <functional>
#include <vector>

#include "hearth/draft_check.h"

namespace hearth::app {

class EngineStatus;
class InstalledModels;

/// Function that says whether the second file can guess for the first: checkDraft() with the current engine
/// settings, or a stand-in in tests. Called on a worker thread.
using DraftChecker = std::function<DraftCheck(const QString& model, const QString& draft)>;

/// The installed models that can guess for the one in use: smaller, and of the same vocabulary; the smallest
/// first. GUI thread.
class DraftChoices : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY countChanged)
    /// True while some models have not been examined yet.
    Q_PROPERTY(bool looking READ isLooking NOTIFY lookingChanged)

public:
    enum Role { PathRole = Qt::UserRole + 1, NameRole, BytesRole };

    DraftChoices(InstalledModels& models, EngineStatus& engine, DraftChecker checker,
                 QObject* parent = nullptr);
    ~DraftChoices() override;

    int count() const { return static_cast<int>(m_choices.size()); }
    bool isLooking() const { return m_pending > 0; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Looks through the installed models, and from now on whenever they or the model in use change.
    Q_INVOKABLE void look();
    /// The row of a file; -1: it is not among them.
    Q_INVOKABLE int rowOf(const QString& path) const;
    Q_INVOKABLE QString pathAt(int row) const;
    /// Memory of a row in addition to the model in use, in bytes.
    Q_INVOKABLE double bytesAt(int row) const;

signals:
    void countChanged();
    void lookingChanged();

private:
    struct Choice {
        QString path, name;
        quint64 bytes = 0;
    };
    void lookAgain();
    void place(const Choice& choice);

    InstalledModels& m_models;
    EngineStatus& m_engine;
    DraftChecker m_checker;
    std::vector<Choice> m_choices;
    QThreadPool m_pool;
    bool m_wanted = false;
    QString m_model;       ///< that the choices are for
    QStringList m_looked;  ///< files that were looked at for it
    quint64 m_round = 0;   ///< answers of earlier ones are not heard
    int m_pending = 0;
};

}  // namespace hearth::app
