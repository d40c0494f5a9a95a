#include "math/math_environments.h"

#include <QHash>
#include <algorithm>
#include <utility>
#include <vector>

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

MathNode MathEnvironments::environment() {
    const QString written = m_reader.text.rawArgument();
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
        m_reader.setUnknown();
    }
    if (name == u"array" || name == u"tabular" || name == u"subarray") readColumns(array);
    if (name == u"alignat" || name == u"alignedat") m_reader.text.rawArgument();
    m_reader.text.optionalArgument();
    return cells(written, std::move(array));
}

void MathEnvironments::readColumns(MathNode& array) {
    m_reader.text.skipBlanks();
    if (m_reader.text.peek() != u'{') return;
    int depth = 0;
    for (const QChar c : m_reader.text.rawArgument()) {
        // Widths and what stands between columns: "p{2cm}", "@{…}".
        depth += c == u'{' ? 1 : c == u'}' ? -1 : 0;
        if (depth > 0) continue;
        if (c == u'l' || c == u'c' || c == u'r') array.alignments += c;
        if (c == u'|') array.columnRules += static_cast<int>(array.alignments.size());
    }
}

void MathEnvironments::takeRules(int row, MathNode& array) {
    for (m_reader.text.skipBlanks(); m_reader.text.commandIsNext(u"hline"); m_reader.text.skipBlanks()) {
        m_reader.text.commandName();
        array.rowRules += row;
    }
}

MathNode MathEnvironments::cells(const QString& name, MathNode array) {
    const MathReader::Deeper deeper(m_reader);
    std::vector<std::vector<MathNode>> rows(1);
    takeRules(0, array);
    while (m_reader.goesOn()) {
        m_reader.count(1);
        MathNode cell = m_reader.sequence(MathReader::End::Cell);
        if (static_cast<int>(rows.back().size()) < mostMathColumns) rows.back().push_back(std::move(cell));
        if (m_reader.text.peek() == u'&') {
            m_reader.text.skip();
        } else if (m_reader.text.takeRowEnd()) {
            takeRules(static_cast<int>(rows.size()), array);
            rows.emplace_back();
        } else if (m_reader.text.commandIsNext(u"end")) {
            m_reader.text.commandName();
            const QString ended = m_reader.text.rawArgument();
            if (ended == name || !name.isEmpty()) break;
        } else if (!m_reader.text.atEnd()) {
            m_reader.text.skip();
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
    m_reader.count(static_cast<int>(array.children.size()));
    return array;
}

}  // namespace hearth::app
