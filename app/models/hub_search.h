#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QTimer>
#include <functional>
#include <vector>

#include "hub/hub_client.h"
#include "models/model_purpose.h"

namespace hearth::app {

/// One model of the list that comes with Hearth.
struct CuratedModel {
    HubModel model;
    QString title, description;
    ModelPurpose purpose = ModelPurpose::Chat;
    int pictureTokens = 0;  ///< of a picture of 1,024 x 1,024 pixels; 0: it does not see
};

/// The list of models to download: the curated one while nothing is searched for, the hub's answer otherwise.
/// The hub is asked for the first time when something is typed. GUI thread.
class HubSearch : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString query READ query WRITE setQuery NOTIFY changed)
    /// 0 most downloaded, 1 most liked, 2 newest, 3 trending
    Q_PROPERTY(int order READ order WRITE setOrder NOTIFY changed)
    /// "" any, or a licence such as "apache-2.0"
    Q_PROPERTY(QString licence READ licence WRITE setLicence NOTIFY changed)
    /// True to list only models that are likely to fit into memory.
    Q_PROPERTY(bool runsHere READ runsHere WRITE setRunsHere NOTIFY changed)
    /// Limits the list to vision models pictures.
    Q_PROPERTY(bool seesOnly READ seesOnly WRITE setSeesOnly NOTIFY changed)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    /// "8 of 31 matches run here"
    Q_PROPERTY(QString note READ note NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)
    /// Host that is asked: "huggingface.co".
    Q_PROPERTY(QString host READ host CONSTANT)

public:
    enum Role {
        RepositoryRole = Qt::UserRole + 1,
        TitleRole,
        AuthorRole,
        FactsRole,
        FitsRole,
        FitTextRole,
        GatedRole,
        /// wordOf(ModelPurpose) in the curated list, where each purpose is one group; "chat" in search
        /// results.
        PurposeRole,
        SeesRole
    };
    /// Bytes that a model may take.
    using Room = std::function<quint64()>;

    HubSearch(HubClient& client, std::vector<CuratedModel> curated, Room room, QObject* parent = nullptr);

    QString query() const { return m_query; }
    int order() const { return m_order; }
    QString licence() const { return m_licence; }
    bool runsHere() const { return m_runsHere; }
    bool seesOnly() const { return m_seesOnly; }
    bool isBusy() const { return m_busy; }
    QString problem() const { return m_problem; }
    QString note() const;
    int count() const { return static_cast<int>(m_shown.size()); }
    QString host() const { return m_client.environment().endpoint.host(); }
    void setQuery(const QString& query);
    void setOrder(int order);
    void setLicence(const QString& licence);
    void setRunsHere(bool only);
    void setSeesOnly(bool only);
    Q_INVOKABLE void retry();
    /// Shows the whole curated list again. Returns the first row of a purpose (wordOf()); -1: there is none.
    Q_INVOKABLE int showCurated(const QString& purpose);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Description of a repository in the curated list, with the cost of a picture; empty: it is not in it.
    Q_INVOKABLE QString descriptionOf(const QString& repository) const;

    /// Memory of a model of this many parameters at about four bits a weight, context included.
    static quint64 roughBytes(quint64 parameters);
    /// The list in resources/models/curated.json; entries that cannot be read are left out.
    static std::vector<CuratedModel> readCurated(const QByteArray& json);
    /// "2.1 M", "88 k"
    static QString countText(qint64 count);

signals:
    void changed();

private:
    bool isCurated() const { return m_query.trimmed().isEmpty() && m_licence.isEmpty(); }
    void ask();
    void show();
    bool fits(const HubModel& model) const;
    /// True if the curated list, or the pipeline that the hub names, says that the model sees.
    bool sees(const HubModel& model) const;
    const CuratedModel* curatedOf(const QString& repository) const;

    HubClient& m_client;
    const std::vector<CuratedModel> m_curated;
    Room m_room;
    QTimer m_delay;
    QString m_query, m_licence, m_problem;
    int m_order = 0;
    bool m_runsHere = false, m_seesOnly = false, m_busy = false;
    quint64 m_roomBytes = 0;
    std::vector<HubModel> m_found, m_shown;
};

}  // namespace hearth::app
