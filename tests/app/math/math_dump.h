#pragma once

#include "math/math_parser.h"

namespace hearth::test {

/// A formula's tree in a line: {…} rows, "/" fractions, "^" and "_" scripts.
inline QString dump(const app::MathNode& node) {
    using Kind = app::MathNode::Kind;
    QStringList parts;
    for (const app::MathNode& child : node.children) parts += dump(child);
    switch (node.kind) {
        case Kind::Row:
            return u'{' + parts.join(u' ') + u'}';
        case Kind::Symbol:
            return node.symbol.text;
        case Kind::Text:
            return u'"' + node.text + u'"';
        case Kind::Fraction:
            return QStringLiteral("(%1 %2 %3)").arg(parts[0], node.isOn ? "/" : "over", parts[1]);
        case Kind::Root:
            return QStringLiteral("root(%1)").arg(parts.join(u';'));
        case Kind::Scripts:
            return parts[0] + (node.children[1].isEmptyRow() ? QString() : u'^' + parts[1]) +
                   (node.children[2].isEmptyRow() ? QString() : u'_' + parts[2]);
        case Kind::Fence:
            return QStringLiteral("<%1 %2 %3>").arg(node.left, parts[0], node.right);
        case Kind::Delimiter:
            return QStringLiteral("big%1").arg(node.left);
        case Kind::Array:
            return QStringLiteral("array%1%2[%3]%4")
                .arg(node.columns)
                .arg(node.left, parts.join(u';'), node.right);
        case Kind::Accent:
            return node.text + u'(' + parts[0] + u')';
        case Kind::Space:
            return QStringLiteral("~");
        case Kind::Styled:
            return QStringLiteral("styled(%1)").arg(parts[0]);
    }
    return {};
}

inline QString dump(const char* latex) {
    const auto formula = app::parseMath(QString::fromUtf8(latex));
    return formula ? dump(*formula) : QStringLiteral("none");
}

}  // namespace hearth::test
