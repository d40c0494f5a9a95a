// MathReader: matrices, cases and aligned lines.
#include <QHash>

#include "math/math_reader.h"

namespace hearth::app {

namespace {

struct MathEnvironment {
    MathNode::ArrayKind kind = MathNode::ArrayKind::Matrix;
    const char16_t* left = u"";
    const char16_t* right = u"";
};

const QHash<QString, MathEnvironment>& environments() {
    using Kind = MathNode::ArrayKind;
    static const QHash<QString, MathEnvironment> table{
        {"matrix", {Kind::Matrix, u"", u""}},        {"array", {Kind::Matrix, u"", u""}},
        {"tabular", {Kind::Matrix, u"", u""}},       {"pmatrix", {Kind::Matrix, u"(", u")"}},
        {"bmatrix", {Kind::Matrix, u"[", u"]"}},     {"Bmatrix", {Kind::Matrix, u"{", u"}"}},
        {"vmatrix", {Kind::Matrix, u"|", u"|"}},     {"Vmatrix", {Kind::Matrix, u"‖", u"‖"}},
        {"smallmatrix", {Kind::Small, u"", u""}},    {"cases", {Kind::Cases, u"{", u""}},
        {"dcases", {Kind::Cases, u"{", u""}},        {"rcases", {Kind::Cases, u"", u"}"}},
        {"aligned", {Kind::Aligned, u"", u""}},      {"align", {Kind::Aligned, u"", u""}},
        {"alignat", {Kind::Aligned, u"", u""}},      {"alignedat", {Kind::Aligned, u"", u""}},
        {"flalign", {Kind::Aligned, u"", u""}},      {"split", {Kind::Aligned, u"", u""}},
        {"eqnarray", {Kind::Aligned, u"", u""}},     {"equation", {Kind::Gathered, u"", u""}},
        {"displaymath", {Kind::Gathered, u"", u""}}, {"gather", {Kind::Gathered, u"", u""}},
        {"gathered", {Kind::Gathered, u"", u""}},    {"multline", {Kind::Gathered, u"", u""}},
        {"substack", {Kind::Small, u"", u""}},       {"subarray", {Kind::Small, u"", u""}}};
    return table;
}

/// More columns than anybody reads.
constexpr int mostMathColumns = 40;

}  // namespace

MathNode MathReader::environment() {
    const QString written = rawArgument();
    QString name = written;
    if (name.endsWith(u'*')) name.chop(1);
    const auto found = environments().constFind(name);
    MathNode array;
    array.kind = MathNode::Kind::Array;
    if (found != environments().constEnd()) {
        array.array = found->kind;
        array.left = QString::fromUtf16(found->left);
        array.right = QString::fromUtf16(found->right);
    } else {
        m_isUnknown = true;
    }
    if (name == u"array" || name == u"tabular" || name == u"subarray") readColumns(array);
    if (name == u"alignat" || name == u"alignedat") rawArgument();
    optionalArgument();
    return cells(written, std::move(array));
}

void MathReader::readColumns(MathNode& array) {
    skipBlanks();
    if (peek() != u'{') return;
    int depth = 0;
    for (const QChar c : rawArgument()) {
        // Widths and what stands between columns: "p{2cm}", "@{…}".
        depth += c == u'{' ? 1 : c == u'}' ? -1 : 0;
        if (depth > 0) continue;
        if (c == u'l' || c == u'c' || c == u'r') array.alignments += c;
        if (c == u'|') array.columnRules += static_cast<int>(array.alignments.size());
    }
}

void MathReader::takeRules(int row, MathNode& array) {
    for (skipBlanks(); commandIsNext(u"hline"); skipBlanks()) {
        commandName();
        array.rowRules += row;
    }
}

bool MathReader::takeRowEnd() {
    if (!commandIsNext(u"\\") && !commandIsNext(u"cr")) return false;
    commandName();
    if (peek() == u'*') ++m_at;
    if (peek() == u'[') {  // the room that is to follow
        const qsizetype end = m_text.indexOf(u']', m_at);
        if (end >= 0 && end - m_at < 12 && peek(1).isDigit()) m_at = end + 1;
    }
    return true;
}

MathNode MathReader::cells(const QString& name, MathNode array) {
    const Deeper deeper(*this);
    std::vector<std::vector<MathNode>> rows(1);
    takeRules(0, array);
    while (!m_isTooMuch && !atEnd()) {
        if (++m_parts > 6000) m_isTooMuch = true;
        MathNode cell = sequence(End::Cell);
        if (static_cast<int>(rows.back().size()) < mostMathColumns) rows.back().push_back(std::move(cell));
        if (peek() == u'&') {
            ++m_at;
        } else if (takeRowEnd()) {
            takeRules(static_cast<int>(rows.size()), array);
            rows.emplace_back();
        } else if (commandIsNext(u"end")) {
            commandName();
            const QString ended = rawArgument();
            if (ended == name || !name.isEmpty()) break;
        } else if (!atEnd()) {
            ++m_at;
        }
    }
    const auto isBlank = [](const std::vector<MathNode>& row) {
        return row.empty() || (row.size() == 1 && row[0].isEmptyRow());
    };
    while (rows.size() > 1 && isBlank(rows.back())) rows.pop_back();
    size_t columns = 1;
    for (const auto& row : rows) columns = std::max(columns, row.size());
    array.columns = static_cast<int>(columns);
    for (auto& row : rows) {
        row.resize(columns);
        for (MathNode& cell : row) array.children.push_back(std::move(cell));
    }
    m_parts += static_cast<int>(array.children.size());
    if (m_parts > 6000) m_isTooMuch = true;
    return array;
}

}  // namespace hearth::app
