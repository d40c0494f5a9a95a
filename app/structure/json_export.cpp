#include "structure/json_export.h"

#include <QHash>
#include <QStringList>
#include <algorithm>
#include <vector>

namespace hearth::app {

namespace {

constexpr qsizetype mostCells = 1'000'000;

bool isJsonBlank(QChar c) {
    return c == u' ' || c == u'\n' || c == u'\r' || c == u'\t';
}

/// End of the string that begins there, after its mark.
qsizetype endOfString(QStringView text, qsizetype begin) {
    for (qsizetype at = begin + 1; at < text.size(); ++at) {
        if (text[at] == u'\\')
            ++at;
        else if (text[at] == u'"')
            return at + 1;
    }
    return text.size();
}

/// Without blanks between values.
QString compact(QStringView text) {
    QString json;
    for (qsizetype at = 0; at < text.size();) {
        const qsizetype end = text[at] == u'"' ? endOfString(text, at) : at + 1;
        if (!isJsonBlank(text[at])) json += text.mid(at, end - at);
        at = end;
    }
    return json;
}

QString cellText(QString text) {
    const bool marked = std::any_of(text.cbegin(), text.cend(), [](QChar c) {
        return c == u',' || c == u'"' || c == u'\n' || c == u'\r';
    });
    const bool blanks = !text.isEmpty() && (text.front().isSpace() || text.back().isSpace());
    if (!marked && !blanks) return text;
    return u'"' + text.replace(u'"', QStringLiteral("\"\"")) + u'"';
}

QString cellOf(QStringView text, const JsonOutline::Node& node) {
    const QStringView own = text.mid(node.begin, node.end - node.begin);
    switch (node.kind) {
        case JsonOutline::Kind::Text:
            return cellText(unescapedJson(own));
        case JsonOutline::Kind::Word:
            return own == u"null" ? QString() : own.toString();
        case JsonOutline::Kind::Number:
            return own.toString();
        case JsonOutline::Kind::Object:
        case JsonOutline::Kind::List:
            break;
    }
    return cellText(compact(own));
}

/// The place of the list that is a table; -1: there is none.
int tableIn(const JsonOutline& outline) {
    using Kind = JsonOutline::Kind;
    if (!outline.isJson || outline.cut) return -1;
    int list = -1, lists = 0;
    if (outline.nodes.front().kind == Kind::List) {
        list = 0;
    } else {
        for (size_t at = 1; at < outline.nodes.size(); ++at)
            if (outline.nodes[at].depth == 1 && outline.nodes[at].kind == Kind::List && ++lists == 1)
                list = static_cast<int>(at);
        if (lists != 1) return -1;
    }
    if (outline.nodes[static_cast<size_t>(list)].children == 0) return -1;
    const bool objects = std::all_of(outline.nodes.begin(), outline.nodes.end(), [&](const auto& node) {
        return node.parent != list || node.kind == Kind::Object;
    });
    return objects ? list : -1;
}

}  // namespace

QString indentedJson(QStringView text) {
    QString json;
    qsizetype depth = 0;
    // The indent of text nested without limit would take space in the square of its length.
    constexpr qsizetype deepest = 32;
    const auto newLine = [&] { json += u'\n' + QString(2 * std::min(depth, deepest), u' '); };
    for (qsizetype at = 0; at < text.size();) {
        const QChar c = text[at];
        const qsizetype end = c == u'"' ? endOfString(text, at) : at + 1;
        if (c == u'{' || c == u'[') {
            qsizetype inner = end;
            while (inner < text.size() && isJsonBlank(text[inner])) ++inner;
            json += c;
            if (inner < text.size() && text[inner] == (c == u'{' ? u'}' : u']')) {
                json += text[inner];
                at = inner + 1;
                continue;
            }
            ++depth;
            if (inner < text.size()) newLine();
        } else if (c == u'}' || c == u']') {
            depth = std::max<qsizetype>(0, depth - 1);
            newLine();
            json += c;
        } else if (c == u',') {
            json += c;
            newLine();
        } else if (c == u':') {
            json += QStringLiteral(": ");
        } else if (!isJsonBlank(c)) {
            json += text.mid(at, end - at);
        }
        at = end;
    }
    return json;
}

bool hasTable(const JsonOutline& outline) {
    return tableIn(outline) >= 0;
}

std::optional<QString> tableOfJson(QStringView text, const JsonOutline& outline) {
    const int list = tableIn(outline);
    if (list < 0) return std::nullopt;
    QStringList names;
    QHash<QString, qsizetype> columns;
    std::vector<QHash<qsizetype, QString>> rows;
    int object = -1;
    for (size_t at = 0; at < outline.nodes.size(); ++at) {
        const JsonOutline::Node& node = outline.nodes[at];
        if (node.parent == list) {
            object = static_cast<int>(at);
            rows.emplace_back();
        } else if (object >= 0 && node.parent == object) {
            const auto found = columns.constFind(node.key);
            const qsizetype column = found == columns.constEnd() ? names.size() : *found;
            if (column == names.size()) {
                columns.insert(node.key, column);
                names += node.key;
            }
            rows.back().insert(column, cellOf(text, node));
        }
    }
    // Objects that have nothing in common are no table, and their square could be gigabytes.
    if (std::ssize(rows) * names.size() > mostCells) return std::nullopt;
    const auto line = [&](auto&& cell) {
        QStringList cells;
        for (qsizetype column = 0; column < names.size(); ++column) cells += cell(column);
        return cells.join(u',') + QStringLiteral("\r\n");
    };
    QString table = line([&](qsizetype column) { return cellText(names[column]); });
    for (const QHash<qsizetype, QString>& row : rows)
        table += line([&](qsizetype column) { return row.value(column); });
    return table;
}

}  // namespace hearth::app
