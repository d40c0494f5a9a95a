#include "chat/message_block_model.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "chat/block_pieces.h"
#include "chat/rich_text.h"
#include "citations/citation_links.h"
#include "look/spoken_locale.h"

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

/// A message is shown whole up to this length, and of a longer one this much.
constexpr qsizetype mostShown = 65536;
/// All messages of a chat together; of older ones less is shown then.
constexpr qsizetype mostShownOfAll = 4'000'000;
constexpr qsizetype leastShown = 4096;
/// Number of characters of a message that are added at a time.
constexpr qsizetype unfoldStep = 65536;
/// Maximum number of characters shown in a cell; the rest is in the message's source.
constexpr qsizetype mostOfCell = 2000;

bool isRichText(MessageBlockModel::Kind kind) {
    return kind == MessageBlockModel::Paragraph || kind == MessageBlockModel::Heading ||
           kind == MessageBlockModel::ListItem || kind == MessageBlockModel::TaskItem ||
           kind == MessageBlockModel::Quote;
}

QVariantList cellsOf(const MarkdownBlock& block, int citations) {
    QVariantList rows;
    for (const QStringList& row : block.cells) {
        QStringList cells = row;
        for (QString& cell : cells)
            cell = withCitationLinks(
                cell.size() > mostOfCell ? richStart(cell, mostOfCell) + QChar(0x2026) : cell, citations);
        rows.append(QVariant(cells));
    }
    return rows;
}

QVariantList alignmentsOf(const MarkdownBlock& block) {
    QVariantList list;
    for (const int alignment : block.alignments) list.append(alignment);
    return list;
}

}  // namespace

MessageBlockModel::MessageBlockModel(QObject* parent) : QAbstractListModel(parent) {
    m_unfoldTimer.setInterval(0);
    connect(&m_unfoldTimer, &QTimer::timeout, this, &MessageBlockModel::unfoldMore);
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
            {ModelNameRole, "modelName"},
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
            {PreviousKindRole, "previousKind"},
            {JointRole, "joint"},
            {MoreRole, "more"},
            {WidestRole, "widest"},
            {CallRole, "call"},
            {SlowRole, "slow"},
            {PicturesRole, "pictures"}};
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
        case ModelNameRole:
            return index.row() == entry.firstRow ? entry.message.model : QString();
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
            return row.kind == ErrorCard                                   ? entry.message.errorBody
                   : row.kind == UserText && index.row() == entry.firstRow ? entry.message.attachments
                                                                           : QString();
        case PicturesRole:
            return row.kind == UserText && index.row() == entry.firstRow ? entry.message.pictures
                                                                         : QVariantList();
        case ActionTextRole:
            return entry.message.errorAction;
        case ActionsRole:
            return row.kind == Notice ? entry.message.notice.actions : QVariantList();
        case CallRole:
            return entry.message.author == QLatin1String("tool")
                       ? QVariant(entry.message.call)
                       : entry.message.written.value(row.block.level);
        case StoppedRole:
            return entry.message.stopped;
        case MoreRole:
            return !isLastRow && blockAt(index.row() + 1).joint != MarkdownBlock::Joint::None;
        case PreviousKindRole:
            return index.row() == entry.firstRow ? -1
                                                 : int(m_rows[static_cast<size_t>(index.row()) - 1].kind);
        default:
            return blockData(row, role, entry.message.citations);
    }
}

QVariant MessageBlockModel::blockData(const Row& row, int role, int citations) const {
    switch (role) {
        case Qt::DisplayRole:
        case TextRole:
            return isRichText(row.kind) ? withCitationLinks(row.block.text, citations) : row.block.text;
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
            return cellsOf(row.block, citations);
        case AlignmentsRole:
            return alignmentsOf(row.block);
        case OpenRole:
            return row.block.open;
        case JointRole:
            return static_cast<int>(row.block.joint);
        case WidestRole:
            return row.block.widest;
        case SlowRole:
            return isSlow(row.block);
        default:
            return {};
    }
}

std::vector<MessageBlockModel::Row> MessageBlockModel::rowsOf(const Entry& entry,
                                                              const std::vector<MarkdownBlock>& blocks,
                                                              size_t first) const {
    const Message& message = entry.message;
    std::vector<Row> rows;
    rows.reserve(blocks.size() - first + 3);
    if (message.author == QLatin1String("summary")) {
        rows.push_back({message.id, Summary, {.text = withVisibleControls(message.text)}});
        return rows;
    }
    if (message.author == QLatin1String("tool")) {
        if (!m_textOnly) rows.push_back({message.id, ToolCall, {}});
        return rows;
    }
    if (message.author == QLatin1String("user")) {
        const QString text = withVisibleControls(QStringView(message.text).left(entry.shown));
        for (const TextPiece& piece : textPieces(text))
            rows.push_back({message.id, UserText, {.text = piece.text.toString(), .joint = piece.joint}});
    } else {
        for (size_t i = first; i < blocks.size(); ++i)
            rows.push_back({message.id, kindOf(blocks[i].kind), blocks[i]});
    }
    if (entry.shown < message.text.size()) {
        const QString size =
            spokenLocale().formattedDataSize(message.text.toUtf8().size(), 1, QLocale::DataSizeSIFormat);
        rows.push_back({message.id, Fold, {.text = size}});
    }
    if (m_textOnly) return rows;
    if (message.author != QLatin1String("user")) {
        if (message.streaming && blocks.empty() && message.written.isEmpty())
            rows.push_back({message.id, PrefillBar, {}});
        if (message.streaming)
            for (int call = 0; call < message.written.size(); ++call)
                rows.push_back({message.id, ToolCall, {.level = call}});
        if (!message.streaming && !message.notice.text.isEmpty())
            rows.push_back({message.id, Notice, {.text = message.notice.text}});
        if (!message.errorTitle.isEmpty())
            rows.push_back({message.id, ErrorCard, {.text = message.errorTitle}});
    }
    if (!message.streaming) rows.push_back({message.id, Footer, {}});
    return rows;
}

void MessageBlockModel::insertEntry(const Message& message, qsizetype most) {
    Entry entry{.message = message, .firstRow = count(), .shown = message.text.size()};
    const bool isSummary = message.author == QLatin1String("summary");
    const bool isCall = message.author == QLatin1String("tool");
    const bool isReply = message.author != QLatin1String("user") && !isSummary && !isCall;
    std::vector<MarkdownBlock> blocks;
    if (isReply && message.streaming) {
        m_stream.clear();
        m_stream.append(message.text);
        blocks = m_stream.blocks();
    } else {
        if (!isSummary) entry.shown = cutPosition(message.text, most);
        if (isReply) blocks = MarkdownBlocks::parse(QStringView(message.text).left(entry.shown));
    }
    std::vector<Row> rows = rowsOf(entry, blocks, 0);
    entry.rowCount = static_cast<int>(rows.size());
    m_entries.push_back(std::move(entry));
    m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin()), std::make_move_iterator(rows.end()));
}

void MessageBlockModel::setMessages(const std::vector<Message>& messages) {
    beginResetModel();
    m_rows.clear();
    m_entries.clear();
    m_unfolding.clear();
    // The newest messages are first in line, because a person reads them.
    std::vector<qsizetype> most(messages.size());
    qsizetype left = mostShownOfAll;
    for (size_t i = messages.size(); i-- > 0;) {
        most[i] = left > 0 ? mostShown : leastShown;
        left -= std::min(most[i], messages[i].text.size());
    }
    for (size_t i = 0; i < messages.size(); ++i) insertEntry(messages[i], most[i]);
    endResetModel();
    emit countChanged();
}

void MessageBlockModel::append(const Message& message) {
    // The rows are counted before they are shown, so they are made in a model of their own first.
    MessageBlockModel made;
    made.setTextOnly(m_textOnly);
    made.insertEntry(message, mostShown);
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

void MessageBlockModel::showSummary(const std::optional<Message>& summary, qint64 after) {
    const auto shown = std::ranges::find_if(
        m_entries, [](const Entry& entry) { return entry.message.author == QLatin1String("summary"); });
    if (shown != m_entries.end()) removeEntry(shown->message.id);
    if (!summary) return;
    auto place = m_entries.begin();
    if (after != 0) {
        place = findEntry(after);
        if (place == m_entries.end()) return;
        ++place;
    }
    MessageBlockModel made;
    made.insertEntry(*summary, mostShown);
    Entry entry = std::move(made.m_entries.front());
    entry.firstRow = place == m_entries.end() ? count() : place->firstRow;
    const int first = entry.firstRow, added = entry.rowCount;
    beginInsertRows({}, first, first + added - 1);
    m_rows.insert(m_rows.begin() + first, std::make_move_iterator(made.m_rows.begin()),
                  std::make_move_iterator(made.m_rows.end()));
    for (auto later = m_entries.insert(place, std::move(entry)) + 1; later != m_entries.end(); ++later)
        later->firstRow += added;
    endInsertRows();
    emit countChanged();
}

void MessageBlockModel::removeEntry(qint64 messageId) {
    const auto gone = findEntry(messageId);
    const int first = gone->firstRow, removed = gone->rowCount;
    beginRemoveRows({}, first, first + removed - 1);
    m_rows.erase(m_rows.begin() + first, m_rows.begin() + first + removed);
    for (auto later = m_entries.erase(gone); later != m_entries.end(); ++later) later->firstRow -= removed;
    endRemoveRows();
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
    std::erase_if(m_unfolding, [this](const Unfolding& one) { return rowOf(one.messageId) < 0; });
    endRemoveRows();
    if (!m_entries.empty()) announceLastMessage(static_cast<int>(m_entries.size()) - 1);
    emit countChanged();
}

void MessageBlockModel::appendText(qint64 messageId, const QString& delta) {
    if (m_entries.empty() || m_entries.back().message.id != messageId || delta.isEmpty()) return;
    Entry& entry = m_entries.back();
    entry.message.text += delta;
    entry.shown = entry.message.text.size();
    const int unchanged = m_stream.append(delta);
    replaceRows(m_entries.size() - 1, rowsOf(entry, m_stream.blocks(), static_cast<size_t>(unchanged)),
                unchanged);
}

void MessageBlockModel::setWritten(qint64 messageId, const QVariantList& written) {
    if (m_entries.empty() || m_entries.back().message.id != messageId) return;
    Entry& entry = m_entries.back();
    if (!entry.message.streaming || m_textOnly || entry.message.written == written) return;
    const bool more = entry.message.written.size() != written.size();
    entry.message.written = written;
    if (more) {
        const auto unchanged = static_cast<int>(m_stream.blocks().size());
        replaceRows(m_entries.size() - 1, rowsOf(entry, m_stream.blocks(), m_stream.blocks().size()),
                    unchanged);
    }
    if (written.isEmpty()) return;
    const int end = entry.firstRow + entry.rowCount;
    emit dataChanged(index(end - static_cast<int>(written.size())), index(end - 1), {CallRole});
}

void MessageBlockModel::finish(const Message& message) {
    if (m_entries.empty() || m_entries.back().message.id != message.id) return;
    // The last piece may have been cut (a stop string): then the blocks are made from the text as it is kept.
    Entry& entry = m_entries.back();
    const bool asStreamed = entry.message.text == message.text;
    entry.message = message;
    entry.message.streaming = false;
    entry.shown = message.text.size();
    if (!asStreamed) {
        m_stream.clear();
        m_stream.append(message.text);
    }
    int unchanged = m_stream.finish();
    if (!asStreamed) unchanged = 0;
    replaceRows(m_entries.size() - 1, rowsOf(entry, m_stream.blocks(), static_cast<size_t>(unchanged)),
                unchanged);
    // Without a footer the last row remains the last, and is notified that no text follows.
    if (const int last = entry.firstRow + entry.rowCount - 1; m_textOnly && last >= 0)
        emit dataChanged(index(last), index(last), {StreamingRole});
    m_stream.clear();
}

void MessageBlockModel::update(const Message& message) {
    const auto entry = findEntry(message.id);
    if (entry == m_entries.end() || entry->rowCount == 0) return;
    entry->message = message;
    emit dataChanged(index(entry->firstRow), index(entry->firstRow + entry->rowCount - 1), {CallRole});
}

void MessageBlockModel::replaceRows(size_t which, std::vector<Row> rows, int unchanged) {
    Entry& entry = m_entries[which];
    // Delegates are chosen by kind, so from the first row of another kind on the rows are new.
    const int total = unchanged + static_cast<int>(rows.size());
    const int shared = std::min(entry.rowCount, total);
    int row = std::min(unchanged, entry.rowCount);
    for (; row < shared; ++row) {
        Row& was = m_rows[static_cast<size_t>(entry.firstRow + row)];
        Row& now = rows[static_cast<size_t>(row - unchanged)];
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
    const auto moveOthers = [this, which](int by) {
        for (size_t i = which + 1; i < m_entries.size(); ++i) m_entries[i].firstRow += by;
    };
    if (row < before) {
        beginRemoveRows({}, firstNew, entry.firstRow + before - 1);
        m_rows.erase(m_rows.begin() + firstNew, m_rows.begin() + entry.firstRow + before);
        entry.rowCount = row;
        moveOthers(row - before);
        endRemoveRows();
    }
    const int added = total - row;
    if (added > 0) {
        beginInsertRows({}, firstNew, firstNew + added - 1);
        m_rows.insert(m_rows.begin() + firstNew, std::make_move_iterator(rows.begin() + (row - unchanged)),
                      std::make_move_iterator(rows.end()));
        entry.rowCount = total;
        moveOthers(added);
        endInsertRows();
    }
    if (row < before || added > 0) {
        // "last" and "streaming" moved to another row.
        if (row > 0)
            emit dataChanged(index(firstNew - 1), index(firstNew - 1), {LastRole, StreamingRole, MoreRole});
        emit countChanged();
    }
}

void MessageBlockModel::showAll(qint64 messageId) {
    const auto entry = findEntry(messageId);
    if (entry == m_entries.end() || entry->shown == entry->message.text.size()) return;
    if (entry->message.author == QLatin1String("user")) {
        entry->shown = entry->message.text.size();
        replaceRows(static_cast<size_t>(entry - m_entries.begin()), rowsOf(*entry, {}, 0), 0);
        return;
    }
    const bool isUnderWay = std::any_of(m_unfolding.begin(), m_unfolding.end(),
                                        [&](const Unfolding& one) { return one.messageId == messageId; });
    if (!isUnderWay) m_unfolding.push_back({.messageId = messageId, .blocks = {}});
    m_unfoldTimer.start();
}

void MessageBlockModel::unfoldMore() {
    if (m_unfolding.empty()) {
        m_unfoldTimer.stop();
        return;
    }
    Unfolding& one = m_unfolding.front();
    const auto entry = findEntry(one.messageId);
    const qsizetype end = std::min(one.taken + unfoldStep, entry->message.text.size());
    int unchanged = one.blocks.append(QStringView(entry->message.text).mid(one.taken, end - one.taken));
    const bool isFirst = one.taken == 0, isLast = end == entry->message.text.size();
    one.taken = end;
    if (isLast) unchanged = std::min(unchanged, one.blocks.finish());
    // The present rows were made from a part of the text that ended elsewhere.
    if (isFirst) unchanged = 0;
    entry->shown = end;
    replaceRows(static_cast<size_t>(entry - m_entries.begin()),
                rowsOf(*entry, one.blocks.blocks(), static_cast<size_t>(unchanged)), unchanged);
    if (isLast) m_unfolding.erase(m_unfolding.begin());
}

QString MessageBlockModel::codeAt(int row) const {
    if (row < 0 || row >= count() || kindAt(row) != Code) return {};
    const auto isPart = [this](int at) {
        return kindAt(at) == Code && blockAt(at).joint != MarkdownBlock::Joint::None;
    };
    int first = row, end = row + 1;
    while (first > 0 && isPart(first)) --first;
    while (end < count() && isPart(end)) ++end;
    QString code;
    for (int at = first; at < end; ++at) {
        if (blockAt(at).joint == MarkdownBlock::Joint::Line) code += u'\n';
        code += blockAt(at).text;
    }
    if (end == count() || kindAt(end) != Fold) return code;
    // The rest is hidden: the block is read from the message.
    const Entry& entry = entryOf(row);
    std::vector<MarkdownBlock> all = MarkdownBlocks::parse(entry.message.text);
    size_t at = static_cast<size_t>(first - entry.firstRow);
    if (at >= all.size()) return code;
    code = all[at].text;
    while (++at < all.size() && all[at].joint != MarkdownBlock::Joint::None) {
        if (all[at].joint == MarkdownBlock::Joint::Line) code += u'\n';
        code += all[at].text;
    }
    return code;
}

QStringView MessageBlockModel::hiddenText(int row) const {
    const Entry& entry = entryOf(row);
    return QStringView(entry.message.text).mid(entry.shown);
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

std::vector<MessageBlockModel::Entry>::iterator MessageBlockModel::findEntry(qint64 messageId) {
    return std::find_if(m_entries.begin(), m_entries.end(),
                        [messageId](const Entry& entry) { return entry.message.id == messageId; });
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
