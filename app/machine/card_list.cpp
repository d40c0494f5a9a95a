#include "machine/card_list.h"

#include <utility>

namespace hearth::app {

CardList::CardList(CardLister lister, QObject* parent)
    : QAbstractListModel(parent), m_lister(std::move(lister)) {
    m_pool.setMaxThreadCount(1);
}

CardList::~CardList() {
    m_pool.waitForDone();
}

int CardList::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> CardList::roleNames() const {
    return {{NumberRole, "number"},
            {NameRole, "name"},
            {TotalBytesRole, "totalBytes"},
            {FreeBytesRole, "freeBytes"}};
}

QVariant CardList::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const ListedCard& card = m_cards[static_cast<size_t>(index.row())];
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

void CardList::refresh() {
    if (m_asking || !m_lister) return;
    m_asking = true;
    m_pool.start([this] {
        // The pool is waited for in the destructor, so `this` is alive; the slot runs on the GUI thread.
        QMetaObject::invokeMethod(
            this, [this, cards = m_lister()] { show(cards); }, Qt::QueuedConnection);
    });
}

void CardList::show(std::vector<ListedCard> cards) {
    m_asking = false;
    if (cards == m_cards) return;
    beginResetModel();
    m_cards = std::move(cards);
    endResetModel();
    emit changed();
}

}  // namespace hearth::app
