#pragma once

#include <QHash>
#include <vector>

#include "store/records.h"

namespace hearth::app {

/// The messages of one conversation with all their versions: a tree, one branch of which is visible. A value;
/// the store keeps the same data, so the caller has to change both.
class ConversationTree {
public:
    ConversationTree() = default;
    /// `messages` oldest first, as the store gives them; the tree may be damaged.
    ConversationTree(std::vector<store::Message> messages, qint64 activeRoot);

    size_t size() const { return m_messages.size(); }
    /// nullptr when it is not there. Valid until the next change.
    const store::Message* find(qint64 id) const;
    /// The visible branch, from the first message to the last.
    const std::vector<store::Message>& path() const { return m_path; }
    /// The last message of the visible branch; nullptr when there is none.
    const store::Message* last() const { return m_path.empty() ? nullptr : &m_path.back(); }
    /// True if the visible branch ends with this message.
    bool endsWith(qint64 id) const { return !m_path.empty() && m_path.back().id == id; }
    /// The visible branch up to this message; empty when the message is not on it.
    std::vector<store::Message> pathTo(qint64 id) const;
    /// The message on the visible branch that answers this one; nullptr when none does.
    const store::Message* answerTo(qint64 id) const;
    /// The ids of the messages below a parent (0: the first ones), oldest first.
    std::vector<qint64> childrenOf(qint64 parentId) const { return m_children.value(parentId); }
    /// The version at this distance from the given one; nullptr when there is none.
    const store::Message* version(qint64 id, int delta) const;

    /// Adds a message below its parent and makes it the visible version there.
    void insert(const store::Message& message);
    /// Makes a message the visible version among those of its parent.
    void select(qint64 id);
    /// Text, figures and state of a message changed; its place stays.
    void update(const store::Message& message);
    /// Takes a message out, with all below it.
    void erase(qint64 id);

private:
    void index();
    void walk();

    std::vector<store::Message> m_messages, m_path;
    QHash<qint64, size_t> m_places;                 ///< in m_messages, by id
    QHash<qint64, std::vector<qint64>> m_children;  ///< ids by parent
    qint64 m_activeRoot = 0;
};

}  // namespace hearth::app
