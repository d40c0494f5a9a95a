#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <vector>

#include "hub/quantization_files.h"
#include "models/downloads.h"
#include "models/header_probe.h"
#include "models/hub_search.h"

namespace hearth::app {

/// One model of the hub: what its page says, and its files, each with what it needs here. A row is a
/// quantisation; rows know whether they are being downloaded or are here already. GUI thread.
class HubPage : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(QString repository READ repository NOTIFY changed)
    Q_PROPERTY(QString title READ title NOTIFY changed)
    /// Short facts: parameters, context, licence, what it can do.
    Q_PROPERTY(QStringList badges READ badges NOTIFY changed)
    Q_PROPERTY(QString description READ description NOTIFY changed)
    Q_PROPERTY(QString fitNote READ fitNote NOTIFY changed)
    /// Reason why Hearth cannot run it, apart from its size; empty: there is none.
    Q_PROPERTY(QString obstacle READ obstacle NOTIFY changed)
    Q_PROPERTY(bool busy READ isBusy NOTIFY changed)
    Q_PROPERTY(QString problem READ problem NOTIFY changed)
    Q_PROPERTY(bool gated READ isGated NOTIFY changed)
    /// True if a vision file comes with each download.
    Q_PROPERTY(bool sees READ sees NOTIFY changed)
    /// The model's page for people.
    Q_PROPERTY(QString address READ address NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    enum Role {
        QuantizationRole = Qt::UserRole + 1,
        SizeTextRole,
        QualityRole,
        SuggestedRole,
        FitsRole,
        FitTextRole,
        SpeedTextRole,  ///< SpeedTeller's text on the file whose header was read
        DownloadIdRole,
        /// Downloads::State, or -1: not being downloaded.
        DownloadStateRole,
        FractionRole,
        ProgressTextRole,
        InstalledRole
    };

    HubPage(HubClient& client, ModelProbe probe, Downloads& downloads, QString modelsFolder,
            QObject* parent = nullptr);

    QString repository() const { return m_id; }
    QString title() const { return m_title; }
    QStringList badges() const;
    QString description() const { return m_description; }
    QString fitNote() const;
    QString obstacle() const { return m_obstacle; }
    bool isBusy() const { return m_busy; }
    QString problem() const { return m_problem; }
    bool isGated() const { return m_repository.model.gated; }
    bool sees() const;
    QString address() const;
    int count() const { return static_cast<int>(m_variants.size()); }

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Fetches a model's page; title and description are shown until it is there.
    Q_INVOKABLE void show(const QString& repository, const QString& title, const QString& description);
    Q_INVOKABLE void retry();
    Q_INVOKABLE void download(int row);
    /// Says beside the memory of the file whose header was read how fast it is likely to be.
    void setSpeedTeller(SpeedTeller teller) { m_speedTeller = std::move(teller); }
    /// The teller knows more.
    void tellSpeeds() { rowsChanged(); }
    /// Files are here when they are in this folder.
    void setModelsFolder(const QString& folder);

    /// "Close to full": how much a quantisation loses, in words.
    static QString qualityText(double bitsPerWeight);
    /// The plan of one quantisation carried over to another one of the same model: weights grow with its
    /// files, and its vision file is added.
    static MemoryPlan scaledPlan(const MemoryPlan& plan, const QuantizationFiles& planned,
                                 const QuantizationFiles& wanted);

signals:
    void changed();

private:
    void arrived(const HubRepository& repository);
    void planned(const ModelFacts& facts, int row);
    DownloadRequest requestOf(const QuantizationFiles& variant) const;
    void rowsChanged();

    HubClient& m_client;
    HeaderProbe m_header;
    Downloads& m_downloads;
    QString m_modelsFolder;
    QString m_id, m_title, m_description, m_problem, m_obstacle;
    HubRepository m_repository;
    std::vector<QuantizationFiles> m_variants;
    SpeedTeller m_speedTeller;
    ModelFacts m_read;  ///< of the variant whose header was read
    int m_readRow = -1;
    std::vector<MemoryPlan> m_plans;  ///< of each variant; empty ones are not known
    int m_suggested = -1;
    ModelPurpose m_purpose = ModelPurpose::Chat;
    bool m_busy = false, m_planning = false;
};

}  // namespace hearth::app
