#include "exchange/tree_builder.h"

#include <QHash>
#include <algorithm>
#include <limits>
#include <tuple>

namespace hearth::app {

namespace {

/// A node during the traversal: its parent, and the thoughts since the last message.
struct Visit {
    size_t place = 0;
    qint64 parentId = 0;
    QString thought = {};
    qint64 thoughtMs = 0;
};

/// The nodes of a file as a tree, siblings in the order in which they were written.
class NodeTree {
public:
    explicit NodeTree(const std::vector<TreeBuilder::Node>& nodes)
        : m_nodes(nodes), m_children(nodes.size()) {
        QHash<QString, size_t> places;
        for (size_t i = 0; i < nodes.size(); ++i) places.insert(nodes[i].id, i);
        // A message's own parent takes precedence over the children that another message lists.
        constexpr size_t none = std::numeric_limits<size_t>::max();
        std::vector<size_t> parents(nodes.size(), none), ranks(nodes.size(), none);
        for (size_t i = 0; i < nodes.size(); ++i) {
            const auto said = places.constFind(nodes[i].parent);
            if (!nodes[i].parent.isEmpty() && said != places.constEnd()) parents[i] = *said;
        }
        for (size_t i = 0; i < nodes.size(); ++i) {
            for (qsizetype rank = 0; rank < nodes[i].children.size(); ++rank) {
                const auto child = places.constFind(nodes[i].children[rank]);
                if (child == places.constEnd() || ranks[*child] != none) continue;
                if (parents[*child] == none && *child != i) parents[*child] = i;
                if (parents[*child] == i) ranks[*child] = static_cast<size_t>(rank);
            }
        }
        for (size_t i = 0; i < nodes.size(); ++i)
            (parents[i] == none ? m_roots : m_children[parents[i]]).push_back(i);
        findOrder();
        const std::vector<qint64> times = timesOfBranches();
        const auto byAge = [&](size_t left, size_t right) {
            return std::tuple(ranks[left], times[left]) < std::tuple(ranks[right], times[right]);
        };
        for (std::vector<size_t>& siblings : m_children) std::ranges::stable_sort(siblings, byAge);
        std::ranges::stable_sort(m_roots, byAge);
        findContinuedThoughts();
    }

    const std::vector<size_t>& roots() const { return m_roots; }
    const std::vector<size_t>& childrenOf(size_t place) const { return m_children[place]; }
    /// True if a thought follows, or a reply that it can open, before a message of another author.
    bool isThoughtContinued(size_t place) const { return m_continued[place]; }

private:
    /// Parents before their children; without recursion, as a chat may be a hundred thousand messages deep.
    void findOrder() {
        std::vector<size_t> waiting(m_roots.rbegin(), m_roots.rend());
        while (!waiting.empty()) {
            const size_t place = waiting.back();
            waiting.pop_back();
            m_order.push_back(place);
            waiting.insert(waiting.end(), m_children[place].rbegin(), m_children[place].rend());
        }
    }

    /// The time of each node, or, if it has none, the first time of the nodes below it.
    std::vector<qint64> timesOfBranches() const {
        std::vector<qint64> times(m_nodes.size(), std::numeric_limits<qint64>::max());
        for (auto place = m_order.rbegin(); place != m_order.rend(); ++place) {
            const qint64 own = m_nodes[*place].message.createdAt;
            if (own > 0) times[*place] = own;
            for (const size_t child : m_children[*place])
                if (own <= 0) times[*place] = std::min(times[*place], times[child]);
        }
        return times;
    }

    void findContinuedThoughts() {
        m_continued.resize(m_nodes.size());
        std::vector<bool> takes(m_nodes.size());
        for (auto place = m_order.rbegin(); place != m_order.rend(); ++place) {
            const TreeBuilder::Node& node = m_nodes[*place];
            m_continued[*place] =
                std::ranges::any_of(m_children[*place], [&](size_t child) { return takes[child]; });
            takes[*place] = node.keep ? node.message.role == store::Role::Assistant
                                      : !node.thought.isEmpty() || m_continued[*place];
        }
    }

    const std::vector<TreeBuilder::Node>& m_nodes;
    std::vector<std::vector<size_t>> m_children;
    std::vector<size_t> m_roots, m_order;
    std::vector<bool> m_continued;
};

QString joinedThoughts(const QString& before, const QString& next) {
    if (before.isEmpty() || next.isEmpty()) return before.isEmpty() ? next : before;
    return before + QStringLiteral("\n\n") + next;
}

}  // namespace

QString withThought(const QString& thought, const QString& answer) {
    return QStringLiteral("<think>\n%1\n</think>\n\n").arg(thought) + answer;
}

ExchangedConversation TreeBuilder::build(const std::vector<Node>& nodes, const QString& current) {
    const NodeTree tree(nodes);
    ExchangedConversation exchanged;
    QHash<QString, qint64> ids;  // of a node: its own, or of the nearest kept one above
    std::vector<Visit> waiting;
    const auto add = [&waiting](const std::vector<size_t>& places, const Visit& above) {
        for (auto place = places.rbegin(); place != places.rend(); ++place)
            waiting.push_back({*place, above.parentId, above.thought, above.thoughtMs});
    };
    add(tree.roots(), {});
    while (!waiting.empty()) {
        Visit visit = std::move(waiting.back());
        waiting.pop_back();
        const Node& node = nodes[visit.place];
        visit.thought = joinedThoughts(visit.thought, node.thought);
        const bool isReply = node.message.role == store::Role::Assistant;
        if (!node.keep && isReply) visit.thoughtMs = std::max(visit.thoughtMs, node.message.thoughtMs);
        const bool standsAlone =
            !visit.thought.isEmpty() && !node.thought.isEmpty() && !tree.isThoughtContinued(visit.place);
        if (node.keep || standsAlone) {
            store::Message message = node.message;
            message.id = static_cast<qint64>(exchanged.messages.size()) + 1;
            message.parentId = visit.parentId;
            if (isReply && !visit.thought.isEmpty()) {
                message.text = withThought(visit.thought, message.text);
                if (message.thoughtMs == 0) message.thoughtMs = visit.thoughtMs;
            }
            visit = {visit.place, message.id};
            exchanged.messages.push_back(std::move(message));
        }
        ids.insert(node.id, visit.parentId);
        add(tree.childrenOf(visit.place), visit);
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
