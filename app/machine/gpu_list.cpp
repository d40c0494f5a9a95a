#include "machine/gpu_list.h"

#include <utility>

namespace hearth::app {

GpuList::GpuList(GpuLister lister, QObject* parent)
    : QAbstractListModel(parent), m_lister(std::move(lister)) {
    m_pool.setMaxThreadCount(1);
}

GpuList::~GpuList() {
    m_pool.waitForDone();
}

int GpuList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> GpuList::roleNames() const {
    return {{NumberRole, "number"},
            {NameRole, "name"},
            {TotalBytesRole, "totalBytes"},
            {FreeBytesRole, "freeBytes"}};
}

QVariant GpuList::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ListedGpu& card = m_cards[static_cast<size_t>(index.row())];
    switch (role) {
        case NumberRole:
            return card.number;
        case Qt::DisplayRole:
        case NameRole:
            return QString::fromStdString(card.name);
        case TotalBytesRole:
            return static_cast<double>(card.totalBytes);
        case FreeBytesRole:
            return card.freeBytes ? static_cast<double>(*card.freeBytes) : -1.0;
        default:
            return {};
    }
}

void GpuList::refresh() {
    if (m_asking || !m_lister) return;
    m_asking = true;
    m_pool.start([this] {
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this, [this, cards = m_lister()] { show(cards); }, Qt::QueuedConnection);
    });
}

void GpuList::show(std::vector<ListedGpu> cards) {
    m_asking = false;
    if (cards == m_cards) return;
    beginResetModel();
    m_cards = std::move(cards);
    endResetModel();
    emit changed();
}

}  // namespace hearth::app
