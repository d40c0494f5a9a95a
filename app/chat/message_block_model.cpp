#include "chat/message_block_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "chat/rich_text.h"

namespace hearth::app {

namespace {

MessageBlockModel::Kind kindOf(MarkdownBlock::Kind kind) {
    switch (kind) {
        case MarkdownBlock::Kind::Paragraph:
            return MessageBlockModel::Paragraph;
        case MarkdownBlock::Kind::Heading:
            return MessageBlockModel::Heading;
        case MarkdownBlock::Kind::ListItem:
            return MessageBlockModel::ListItem;
        case MarkdownBlock::Kind::TaskItem:
            return MessageBlockModel::TaskItem;
        case MarkdownBlock::Kind::Quote:
            return MessageBlockModel::Quote;
        case MarkdownBlock::Kind::Code:
            return MessageBlockModel::Code;
        case MarkdownBlock::Kind::Table:
            return MessageBlockModel::Table;
        case MarkdownBlock::Kind::Math:
            return MessageBlockModel::Math;
        case MarkdownBlock::Kind::Reasoning:
            return MessageBlockModel::Reasoning;
        case MarkdownBlock::Kind::Rule:
            return MessageBlockModel::Rule;
    }
    return MessageBlockModel::Paragraph;
}

QVariantList cellsOf(const MarkdownBlock& block) {
    QVariantList rows;
    for (const QStringList& row : block.cells) rows.append(QVariant(row));
    return rows;
}

QVariantList alignmentsOf(const MarkdownBlock& block) {
    QVariantList list;
    for (const int alignment : block.alignments) list.append(alignment);
    return list;
}

}  // namespace

MessageBlockModel::MessageBlockModel(QObject* parent) : QAbstractListModel(parent) {
}

int MessageBlockModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> MessageBlockModel::roleNames() const {
    return {{MessageIdRole, "messageId"},
            {AuthorRole, "author"},
            {KindRole, "kind"},
            {TextRole, "text"},
            {LevelRole, "level"},
            {MarkerRole, "marker"},
            {CheckedRole, "checked"},
            {LanguageRole, "language"},
            {CellsRole, "cells"},
            {AlignmentsRole, "alignments"},
            {FirstRole, "first"},
            {LastRole, "last"},
            {OpenRole, "open"},
            {StreamingRole, "streaming"},
            {FiguresRole, "figures"},
            {SiblingIndexRole, "siblingIndex"},
            {SiblingCountRole, "siblingCount"},
            {LastMessageRole, "lastMessage"},
            {BodyRole, "body"},
            {ActionTextRole, "actionText"},
            {StoppedRole, "stopped"},
            {SourceRole, "source"},
            {ActionsRole, "actions"},
            {PreviousKindRole, "previousKind"}};
}

QVariant MessageBlockModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    const Entry& entry = entryOf(index.row());
    const bool isLastRow = index.row() == entry.firstRow + entry.rowCount - 1;
    switch (role) {
        case MessageIdRole:
            return row.messageId;
        case AuthorRole:
            return entry.message.author;
        case KindRole:
            return row.kind;
        case FirstRole:
            return index.row() == entry.firstRow;
        case LastRole:
            return isLastRow;
        case StreamingRole:
            return entry.message.streaming && isLastRow;
        case FiguresRole:
            return row.kind == Reasoning ? entry.message.thoughtText : entry.message.figures;
        case SiblingIndexRole:
            return entry.message.siblingIndex;
        case SiblingCountRole:
            return entry.message.siblingCount;
        case LastMessageRole:
            return &entry == &m_entries.back();
        case BodyRole:
            return row.kind == ErrorCard  ? entry.message.errorBody
                   : row.kind == UserText ? entry.message.attachments
                                          : QString();
        case ActionTextRole:
            return entry.message.errorAction;
        case ActionsRole:
            return row.kind == Notice ? entry.message.notice.actions : QVariantList();
        case StoppedRole:
            return entry.message.stopped;
        case PreviousKindRole:
            return index.row() == entry.firstRow ? -1
                                                 : int(m_rows[static_cast<size_t>(index.row()) - 1].kind);
        default:
            return blockData(row, role);
    }
}

QVariant MessageBlockModel::blockData(const Row& row, int role) const {
    switch (role) {
        case Qt::DisplayRole:
        case TextRole:
            return row.block.text;
        case LevelRole:
            return row.block.level;
        case MarkerRole:
            return row.block.marker;
        case CheckedRole:
            return row.block.checked;
        case LanguageRole:
            return row.block.language;
        case SourceRole:
            return row.block.source;
        case CellsRole:
            return cellsOf(row.block);
        case AlignmentsRole:
            return alignmentsOf(row.block);
        case OpenRole:
            return row.block.open;
        default:
            return {};
    }
}

std::vector<MessageBlockModel::Row> MessageBlockModel::rowsOf(const Message& message,
                                                              const std::vector<MarkdownBlock>& blocks) {
    std::vector<Row> rows;
    rows.reserve(blocks.size() + 2);
    if (message.author == QLatin1String("user")) {
        rows.push_back({message.id, UserText, {.text = withVisibleControls(message.text)}});
    } else {
        for (const MarkdownBlock& block : blocks) rows.push_back({message.id, kindOf(block.kind), block});
        if (message.streaming && rows.empty()) rows.push_back({message.id, PrefillBar, {}});
        if (!message.streaming && !message.notice.text.isEmpty())
            rows.push_back({message.id, Notice, {.text = message.notice.text}});
        if (!message.errorTitle.isEmpty())
            rows.push_back({message.id, ErrorCard, {.text = message.errorTitle}});
    }
    if (!message.streaming) rows.push_back({message.id, Footer, {}});
    return rows;
}

void MessageBlockModel::insertEntry(const Message& message) {
    const bool isReply = message.author != QLatin1String("user");
    std::vector<MarkdownBlock> blocks;
    if (isReply && message.streaming) {
        m_stream.clear();
        m_stream.append(message.text);
        blocks = m_stream.blocks();
    } else if (isReply) {
        blocks = MarkdownBlocks::parse(message.text);
    }
    std::vector<Row> rows = rowsOf(message, blocks);
    m_entries.push_back({message, count(), static_cast<int>(rows.size())});
    m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
}

void MessageBlockModel::setMessages(const std::vector<Message>& messages) {
    beginResetModel();
    m_rows.clear();
    m_entries.clear();
    for (const Message& message : messages) insertEntry(message);
    endResetModel();
    emit countChanged();
}

void MessageBlockModel::append(const Message& message) {
    // The rows are counted before they are shown, so they are made in a model of their own first.
    MessageBlockModel made;
    made.insertEntry(message);
    const int first = count();
    beginInsertRows({}, first, first + made.count() - 1);
    m_rows.insert(m_rows.end(), std::make_move_iterator(made.m_rows.begin()),
                  std::make_move_iterator(made.m_rows.end()));
    made.m_entries.front().firstRow = first;
    m_entries.push_back(std::move(made.m_entries.front()));
    if (message.streaming) m_stream = std::move(made.m_stream);
    endInsertRows();
    if (m_entries.size() > 1) announceLastMessage(static_cast<int>(m_entries.size()) - 2);
    emit countChanged();
}

void MessageBlockModel::replaceFrom(qint64 messageId, const std::vector<Message>& messages) {
    if (rowOf(messageId) >= 0) removeFrom(messageId);
    for (const Message& message : messages) append(message);
}

void MessageBlockModel::removeFrom(qint64 messageId) {
    const int first = rowOf(messageId);
    if (first < 0) return;
    beginRemoveRows({}, first, count() - 1);
    m_rows.resize(static_cast<size_t>(first));
    std::erase_if(m_entries, [first](const Entry& entry) { return entry.firstRow >= first; });
    endRemoveRows();
    if (!m_entries.empty()) announceLastMessage(static_cast<int>(m_entries.size()) - 1);
    emit countChanged();
}

void MessageBlockModel::appendText(qint64 messageId, const QString& delta) {
    if (m_entries.empty() || m_entries.back().message.id != messageId || delta.isEmpty()) return;
    Entry& entry = m_entries.back();
    entry.message.text += delta;
    const int unchanged = m_stream.append(delta);
    replaceLast(rowsOf(entry.message, m_stream.blocks()), unchanged);
}

void MessageBlockModel::finish(const Message& message) {
    if (m_entries.empty() || m_entries.back().message.id != message.id) return;
    // The last piece may have been cut (a stop string): then the blocks are made from the text as it is kept.
    Entry& entry = m_entries.back();
    const bool asStreamed = entry.message.text == message.text;
    entry.message = message;
    entry.message.streaming = false;
    int unchanged = 0;
    if (asStreamed) {
        unchanged = m_stream.finish();
        replaceLast(rowsOf(entry.message, m_stream.blocks()), unchanged);
    } else {
        replaceLast(rowsOf(entry.message, MarkdownBlocks::parse(message.text)), unchanged);
    }
    m_stream.clear();
}

void MessageBlockModel::replaceLast(std::vector<Row> rows, int unchanged) {
    Entry& entry = m_entries.back();
    // Delegates are chosen by kind, so from the first row of another kind on the rows are new.
    int same = std::min({unchanged, entry.rowCount, static_cast<int>(rows.size())});
    const int shared = std::min(entry.rowCount, static_cast<int>(rows.size()));
    int row = same;
    for (; row < shared; ++row) {
        Row& was = m_rows[static_cast<size_t>(entry.firstRow + row)];
        Row& now = rows[static_cast<size_t>(row)];
        if (was.kind != now.kind) break;
        if (was.block == now.block) continue;
        const int at = entry.firstRow + row;
        const bool grew =
            now.kind == Code && now.block.open && now.block.text.size() > was.block.text.size() &&
            now.block.text.startsWith(was.block.text) && now.block.language == was.block.language;
        const QString delta = grew ? now.block.text.mid(was.block.text.size()) : QString();
        was = std::move(now);
        emit dataChanged(index(at), index(at));
        if (grew) emit appended(at, delta);
    }
    const int firstNew = entry.firstRow + row;
    const int before = entry.rowCount;
    if (row < before) {
        beginRemoveRows({}, firstNew, entry.firstRow + before - 1);
        m_rows.resize(static_cast<size_t>(firstNew));
        entry.rowCount = row;
        endRemoveRows();
    }
    const int added = static_cast<int>(rows.size()) - row;
    if (added > 0) {
        beginInsertRows({}, firstNew, firstNew + added - 1);
        m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin() + row),
                      std::make_move_iterator(rows.end()));
        entry.rowCount = static_cast<int>(rows.size());
        endInsertRows();
    }
    if (row < before || added > 0) {
        // "last" and "streaming" moved to another row.
        if (row > 0) emit dataChanged(index(firstNew - 1), index(firstNew - 1), {LastRole, StreamingRole});
        emit countChanged();
    }
}

void MessageBlockModel::announceLastMessage(int entry) {
    const Entry& changed = m_entries[static_cast<size_t>(entry)];
    if (changed.rowCount == 0) return;
    emit dataChanged(index(changed.firstRow), index(changed.firstRow + changed.rowCount - 1),
                     {LastMessageRole});
}

const MessageBlockModel::Entry& MessageBlockModel::entryOf(int row) const {
    const auto after = std::upper_bound(m_entries.begin(), m_entries.end(), row,
                                        [](int at, const Entry& entry) { return at < entry.firstRow; });
    return *std::prev(after);
}

int MessageBlockModel::rowOf(qint64 messageId) const {
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [messageId](const Entry& entry) {
        return entry.message.id == messageId;
    });
    return found == m_entries.rend() ? -1 : found->firstRow;
}

qint64 MessageBlockModel::lastMessageOf(const QString& author) const {
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(),
                                    [&author](const Entry& entry) { return entry.message.author == author; });
    return found == m_entries.rend() ? -1 : found->message.id;
}

qint64 MessageBlockModel::messageAt(int row) const {
    return row >= 0 && row < count() ? m_rows[static_cast<size_t>(row)].messageId : 0;
}

}  // namespace hearth::app
