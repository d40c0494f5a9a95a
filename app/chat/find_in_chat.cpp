#include "chat/find_in_chat.h"

#include <algorithm>

#include "chat/message_block_model.h"
#include "chat/plain_text.h"

namespace hearth::app {

namespace {

constexpr int settleMs = 100;
constexpr size_t mostPlaces = 10'000;

/// The text of a row as it is read.
QString textOf(const MessageBlockModel& blocks, int row) {
    switch (blocks.kindAt(row)) {
        case MessageBlockModel::Footer:
        case MessageBlockModel::PrefillBar:
        case MessageBlockModel::Notice:
        case MessageBlockModel::Rule:
        case MessageBlockModel::Summary:
            return {};
        case MessageBlockModel::Fold:
            return blocks.hiddenText(row).toString();
        case MessageBlockModel::UserText:
        case MessageBlockModel::ErrorCard:
            return blocks.blockAt(row).text;
        default:
            return wordsOf(blocks.blockAt(row));
    }
}

}  // namespace

FindInChat::FindInChat(const MessageBlockModel& blocks, QObject* parent) : QObject(parent), m_blocks(blocks) {
    m_later.setSingleShot(true);
    m_later.setInterval(settleMs);
    connect(&m_later, &QTimer::timeout, this, [this] { search(place()); });
    const auto again = [this] {
        if (!m_query.isEmpty()) m_later.start();
    };
    connect(&blocks, &QAbstractItemModel::rowsInserted, this, again);
    connect(&blocks, &QAbstractItemModel::rowsRemoved, this, again);
    connect(&blocks, &QAbstractItemModel::dataChanged, this, again);
    // Another chat: nothing of the old one is found any more.
    connect(&blocks, &QAbstractItemModel::modelReset, this, [this] { search({}); });
}

void FindInChat::setQuery(const QString& query) {
    if (query == m_query) return;
    m_query = query;
    // While a word is typed the place stays, as long as it still fits.
    search(place());
}

void FindInChat::search(Place near) {
    m_places.clear();
    m_current = -1;
    for (int row = 0; !m_query.isEmpty() && row < m_blocks.count(); ++row) {
        const QString text = textOf(m_blocks, row);
        int occurrence = 0;
        for (qsizetype at = text.indexOf(m_query, 0, Qt::CaseInsensitive);
             at >= 0 && m_places.size() < mostPlaces;
             at = text.indexOf(m_query, at + m_query.size(), Qt::CaseInsensitive))
            m_places.push_back({row, occurrence++});
    }
    if (!m_places.empty()) {
        // The newest first: that is where a person reads.
        const auto at = std::lower_bound(m_places.begin(), m_places.end(), near);
        m_current =
            near.row < 0 || at == m_places.end() ? count() - 1 : static_cast<int>(at - m_places.begin());
    }
    emit changed();
}

void FindInChat::step(int delta) {
    if (m_places.empty()) return;
    m_current = ((m_current + delta) % count() + count()) % count();
    emit changed();
}

}  // namespace hearth::app
