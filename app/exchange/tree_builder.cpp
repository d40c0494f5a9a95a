#include "exchange/tree_builder.h"

#include <algorithm>

namespace hearth::app {

ExchangedConversation TreeBuilder::build(const std::vector<Node>& nodes, const QString& current) {
    QHash<QString, size_t> places;
    for (size_t i = 0; i < nodes.size(); ++i) places.insert(nodes[i].id, i);
    QHash<QString, std::vector<size_t>> children;
    std::vector<size_t> roots;
    for (size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].parent.isEmpty() || !places.contains(nodes[i].parent))
            roots.push_back(i);
        else
            children[nodes[i].parent].push_back(i);
    }
    // Depth first without recursion: a chat may be a hundred thousand messages deep.
    ExchangedConversation exchanged;
    QHash<QString, qint64> ids;  // of a node: its own, or of the nearest kept one above
    std::vector<std::pair<size_t, qint64>> waiting;
    for (auto root = roots.rbegin(); root != roots.rend(); ++root) waiting.emplace_back(*root, 0);
    QSet<size_t> seen;
    while (!waiting.empty()) {
        const auto [place, parentId] = waiting.back();
        waiting.pop_back();
        if (seen.contains(place)) continue;
        seen.insert(place);
        const Node& node = nodes[place];
        qint64 own = parentId;
        if (node.keep) {
            store::Message message = node.message;
            message.id = own = static_cast<qint64>(exchanged.messages.size()) + 1;
            message.parentId = parentId;
            exchanged.messages.push_back(std::move(message));
        }
        ids.insert(node.id, own);
        const std::vector<size_t> below = children.value(node.id);
        for (auto child = below.rbegin(); child != below.rend(); ++child) waiting.emplace_back(*child, own);
    }
    // The visible branch, from its end to its root.
    for (qint64 id = ids.value(current, 0); id > 0;) {
        const qint64 parentId = exchanged.messages[static_cast<size_t>(id - 1)].parentId;
        if (parentId == 0)
            exchanged.conversation.activeRoot = id;
        else
            exchanged.messages[static_cast<size_t>(parentId - 1)].activeChild = id;
        id = parentId;
    }
    return exchanged;
}

}  // namespace hearth::app
