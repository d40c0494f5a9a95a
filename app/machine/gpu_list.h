#pragma once

#include <QtQml/qqmlregistration.h>
#include <QAbstractListModel>
#include <QThreadPool>
#include <functional>
#include <vector>

#include "hearth/devices.h"

namespace hearth::app {

/// Lists the graphics cards: hearth::listGpus, or a list of a test. Called on a worker thread.
using GpuLister = std::function<std::vector<ListedGpu>()>;

/// The graphics cards of this machine, with the memory that is free on each; read when they are shown. GUI
/// thread.
class GpuList : public QAbstractListModel {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of an area")
    Q_PROPERTY(int count READ count NOTIFY changed)

public:
    /// `freeBytes`: below 0 if the driver does not report it.
    enum Role { NumberRole = Qt::UserRole + 1, NameRole, TotalBytesRole, FreeBytesRole };

    /// Without a lister there are none.
    explicit GpuList(GpuLister lister, QObject* parent = nullptr);
    ~GpuList() override;

    int count() const { return static_cast<int>(m_cards.size()); }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QHash<int, QByteArray> roleNames() const override;

    /// Reads the cards again; does nothing while they are being read.
    Q_INVOKABLE void refresh();

signals:
    void changed();

private:
    void show(std::vector<ListedGpu> cards);

    GpuLister m_lister;
    std::vector<ListedGpu> m_cards;
    bool m_asking = false;
    QThreadPool m_pool;  ///< last: its tasks are waited for first
};

}  // namespace hearth::app
