#pragma once

#include <QList>
#include <QString>
#include <vector>

#include "math/math_alphabet.h"
#include "math/math_symbols.h"

namespace hearth::app {

/// A formula as a tree: what the parser makes and the layout reads. Which members count depends on the kind.
struct MathNode {
    enum class Kind {
        Row,       ///< children side by side
        Symbol,    ///< `symbol`, in `alphabet`
        Text,      ///< `text`, upright, with its blanks
        Fraction,  ///< children: above, below; `isOn` with a rule between; `size`
        Root,      ///< children: under the sign, and the degree when there is one
        Scripts,   ///< children: base, above, below; empty rows for what is not there; `isOn` when they stand
                   ///< over and under the base in any style
        Fence,     ///< children: one, between the delimiters `left` and `right` that grow with it
        Delimiter,  ///< `left` at the height `amount`, in em
        Array,      ///< children: cells by rows of `columns`; between `left` and `right`
        Accent,     ///< children: one, under the accent `text` or struck out by it (see the layout); `isOn`:
                    ///< as wide as it
        Space,      ///< `amount`, in em
        Styled      ///< children: one, in the style `size`
    };
    enum class Size { Inherited, Display, Text, Script };
    enum class ArrayKind { Matrix, Small, Cases, Aligned, Gathered };

    Kind kind = Kind::Row;
    MathSymbol symbol = {};
    MathAlphabet alphabet = MathAlphabet::Italic;
    QString text = {}, left = {}, right = {};
    Size size = Size::Inherited;
    ArrayKind array = ArrayKind::Matrix;
    int columns = 0;
    QList<QChar> alignments = {};  ///< of an array's columns: l, c or r
    /// Of an array: the columns and rows that have a rule before them, once for each rule; their number: a
    /// rule after the last one.
    QList<int> columnRules = {}, rowRules = {};
    bool isOn = false;
    double amount = 0;
    std::vector<MathNode> children = {};

    bool isEmptyRow() const { return kind == Kind::Row && children.empty(); }
};

MathNode rowNode(std::vector<MathNode> children);
MathNode symbolNode(const MathSymbol& symbol, MathAlphabet alphabet = MathAlphabet::Upright);
MathNode textNode(const QString& text);
MathNode spaceNode(double em);
MathNode fractionNode(MathNode above, MathNode below, bool hasRule, MathNode::Size size);
MathNode fencedNode(const QString& left, const QString& right, MathNode inside);

}  // namespace hearth::app
