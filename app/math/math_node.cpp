#include "math/math_node.h"

#include <utility>

namespace hearth::app {

MathNode rowNode(std::vector<MathNode> children) {
    MathNode node;
    node.children = std::move(children);
    return node;
}

MathNode symbolNode(const MathSymbol& symbol, MathAlphabet alphabet) {
    MathNode node;
    node.kind = MathNode::Kind::Symbol;
    node.symbol = symbol;
    node.alphabet = alphabet;
    return node;
}

MathNode textNode(const QString& text) {
    MathNode node;
    node.kind = MathNode::Kind::Text;
    node.text = text;
    return node;
}

MathNode spaceNode(double em) {
    MathNode node;
    node.kind = MathNode::Kind::Space;
    node.amount = em;
    return node;
}

MathNode fractionNode(MathNode above, MathNode below, bool hasRule, MathNode::Size size) {
    MathNode node;
    node.kind = MathNode::Kind::Fraction;
    node.isOn = hasRule;
    node.size = size;
    node.children.push_back(std::move(above));
    node.children.push_back(std::move(below));
    return node;
}

MathNode fencedNode(const QString& left, const QString& right, MathNode inside) {
    MathNode node;
    node.kind = MathNode::Kind::Fence;
    node.left = left;
    node.right = right;
    node.children.push_back(std::move(inside));
    return node;
}

}  // namespace hearth::app
