#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QString>
#include <vector>

#include "hearth/cache_admin.h"
#include "store/store.h"

namespace hearth::app {

class AppSettings;
class InferenceThread;

/// Contents of the cache in memory and on disk, the chats that they belong to, and the savings, as of the
/// last refresh(). The rows are the chats that have something in either, the largest first. GUI thread.
class CacheOverview : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    /// Sentences; empty: not known yet, or there is nothing to report.
    Q_PROPERTY(QString memory READ memory NOTIFY changed)
    Q_PROPERTY(QString disk READ disk NOTIFY changed)
    /// Savings of the last seven days and in all.
    Q_PROPERTY(QString week READ week NOTIFY changed)
    Q_PROPERTY(QString everything READ everything NOTIFY changed)
    /// Used share of each, 0 to 1.
    Q_PROPERTY(double memoryShare READ memoryShare NOTIFY changed)
    Q_PROPERTY(double diskShare READ diskShare NOTIFY changed)
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    enum Role {
        ConversationIdRole = Qt::UserRole,
        TitleRole,
        SizeRole,   ///< "1.2 MB on disk, 3.4 MB in memory"
        SharedRole  ///< chats that share it, on disk or, if none is there, in memory
    };

    CacheOverview(store::Store& store, InferenceThread& inference, const AppSettings& settings,
                  QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    QString memory() const { return m_memory; }
    QString disk() const { return m_disk; }
    QString week() const { return m_week; }
    QString everything() const { return m_everything; }
    double memoryShare() const { return m_memoryShare; }
    double diskShare() const { return m_diskShare; }
    int count() const { return static_cast<int>(m_rows.size()); }

    /// Counts again; the disk is counted when no reply is waited for.
    Q_INVOKABLE void refresh();
    /// Forgets everything, of all models, in memory and on disk.
    Q_INVOKABLE void clear();
    /// Forgets the entries that only this chat used.
    Q_INVOKABLE void clearChat(qint64 conversationId);

    static constexpr int mostRows = 100;

signals:
    void changed();
    /// The chats could not be read.
    void failed(const QString& title, const QString& body);

private:
    struct Row {
        qint64 conversationId = 0;
        QString title;
        QString size, shared;
    };
    void takeUse(quint64 job, const PrefixUse& disk, const PrefixUse& memory);
    Row rowOf(size_t at, const PrefixUse& disk, const PrefixUse& memory) const;
    void takeMemory(quint64 job, const CacheStats& stats);
    /// `size`: of the shared entries, as text.
    QString sharedText(const PrefixUse::Tenant& tenant, const QString& size) const;
    QString titleOf(qint64 conversationId) const;
    void readSavings();

    store::Store& m_store;
    InferenceThread& m_inference;
    const AppSettings& m_settings;
    quint64 m_diskJob = 0, m_memoryJob = 0;
    std::vector<qint64> m_asked;  ///< the chats of m_diskJob
    std::vector<Row> m_rows;
    QString m_memory, m_disk, m_week, m_everything;
    double m_memoryShare = 0, m_diskShare = 0;
};

}  // namespace hearth::app
