#include "structure/json_tree.h"

#include <QCoreApplication>
#include <algorithm>
#include <iterator>
#include <utility>

#include "structure/json_export.h"

namespace hearth::app {

namespace {

/// Limit of the text in a row; the rest is in the copy.
constexpr qsizetype mostShownOfValue = 500;

}  // namespace

int JsonTree::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : count();
}

QHash<int, QByteArray> JsonTree::roleNames() const {
    return {{KeyRole, "key"},           {ValueRole, "value"},   {KindRole, "kind"},   {DepthRole, "depth"},
            {FoldableRole, "foldable"}, {FoldedRole, "folded"}, {NamedRole, "named"}, {OpenRole, "open"}};
}

QVariant JsonTree::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const Row& row = m_rows[static_cast<size_t>(index.row())];
    switch (role) {
        case KeyRole:
            return row.key;
        case Qt::DisplayRole:
        case ValueRole:
            return row.value;
        case KindRole:
            return row.kind;
        case DepthRole:
            return row.depth;
        case FoldableRole:
            return row.foldable;
        case FoldedRole:
            return row.folded;
        case NamedRole:
            return row.named;
        case OpenRole:
            return row.open;
        default:
            return {};
    }
}

QString JsonTree::pathOf(int node) const {
    QString path;
    for (int at = node; at >= 0; at = m_outline.nodes[static_cast<size_t>(at)].parent)
        path += QString::number(m_outline.nodes[static_cast<size_t>(at)].index) + u'/';
    return path;
}

JsonTree::Row JsonTree::rowOf(int at) const {
    const JsonOutline::Node& node = m_outline.nodes[static_cast<size_t>(at)];
    Row row;
    row.node = at;
    row.kind = static_cast<Kind>(node.kind);
    row.depth = node.depth;
    row.open = !node.whole;
    if (node.parent >= 0) {
        row.named = m_outline.nodes[static_cast<size_t>(node.parent)].kind == JsonOutline::Kind::Object;
        row.key = row.named ? node.key : QString::number(node.index + 1);
    }
    const QStringView own = QStringView(m_text).mid(node.begin, node.end - node.begin);
    if (node.kind == JsonOutline::Kind::Object) {
        row.value = node.children == 1 ? tr("1 value") : tr("%1 values").arg(node.children);
    } else if (node.kind == JsonOutline::Kind::List) {
        row.value = node.children == 1 ? tr("1 entry") : tr("%1 entries").arg(node.children);
    } else {
        row.value = node.kind == JsonOutline::Kind::Text ? unescapedJson(own) : own.toString();
        if (row.value.size() > mostShownOfValue) row.value = row.value.left(mostShownOfValue) + QChar(0x2026);
    }
    row.foldable = node.children > 0;
    row.folded = row.foldable && !m_folded.isEmpty() && m_folded.contains(pathOf(at));
    return row;
}

std::vector<JsonTree::Row> JsonTree::visibleRows() const {
    std::vector<Row> rows;
    int foldedDepth = -1;
    for (size_t at = 0; at < m_outline.nodes.size(); ++at) {
        const int depth = m_outline.nodes[at].depth;
        if (foldedDepth >= 0 && depth > foldedDepth) continue;
        Row row = rowOf(static_cast<int>(at));
        foldedDepth = row.folded ? depth : -1;
        rows.push_back(std::move(row));
    }
    return rows;
}

void JsonTree::setText(const QString& text, bool sameReply) {
    if (text == m_text && sameReply) return;
    if (!sameReply) m_folded.clear();
    m_text = text;
    m_outline = JsonOutline::of(m_text);
    m_list = hasTable(m_outline);
    show(visibleRows());
    emit textChanged();
}

void JsonTree::show(std::vector<Row> rows) {
    const size_t shared = std::min(rows.size(), m_rows.size());
    for (size_t at = 0; at < shared; ++at) {
        if (rows[at] == m_rows[at]) continue;
        m_rows[at] = std::move(rows[at]);
        emit dataChanged(index(static_cast<int>(at)), index(static_cast<int>(at)));
    }
    if (m_rows.size() > shared) {
        beginRemoveRows({}, static_cast<int>(shared), count() - 1);
        m_rows.resize(shared);
        endRemoveRows();
    } else if (rows.size() > shared) {
        beginInsertRows({}, count(), static_cast<int>(rows.size()) - 1);
        m_rows.insert(m_rows.end(), std::make_move_iterator(rows.begin() + static_cast<ptrdiff_t>(shared)),
                      std::make_move_iterator(rows.end()));
        endInsertRows();
    }
}

void JsonTree::setFolded(int row, bool folded) {
    if (row < 0 || row >= count()) return;
    const Row& one = m_rows[static_cast<size_t>(row)];
    if (!one.foldable || one.folded == folded) return;
    const QString path = pathOf(one.node);
    if (folded)
        m_folded.insert(path);
    else
        m_folded.remove(path);
    show(visibleRows());
    emit textChanged();
}

int JsonTree::parentOf(int row) const {
    if (row < 0 || row >= count()) return -1;
    const int depth = m_rows[static_cast<size_t>(row)].depth;
    while (row >= 0 && m_rows[static_cast<size_t>(row)].depth >= depth) --row;
    return row;
}

QString JsonTree::document() const {
    return isJson() ? indentedJson(m_text) + u'\n' : m_text;
}

QString JsonTree::table() const {
    return tableOfJson(m_text, m_outline).value_or(QString());
}

}  // namespace hearth::app

#include "moc_json_tree.cpp"
