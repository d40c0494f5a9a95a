#include "chat/conversation_tree.h"

#include <QSet>
#include <algorithm>
#include <utility>

#include "store/message_table.h"

namespace hearth::app {

ConversationTree::ConversationTree(std::vector<store::Message> messages, qint64 activeRoot)
    : m_messages(std::move(messages)), m_activeRoot(activeRoot) {
    index();
    walk();
}

void ConversationTree::index() {
    m_places.clear();
    m_children.clear();
    for (size_t place = 0; place < m_messages.size(); ++place) {
        m_places.insert(m_messages[place].id, place);
        m_children[m_messages[place].parentId].push_back(m_messages[place].id);
    }
}

void ConversationTree::walk() {
    m_path = store::activePath(m_messages, m_activeRoot);
}

const store::Message* ConversationTree::find(qint64 id) const {
    const auto found = m_places.constFind(id);
    return found == m_places.constEnd() ? nullptr : &m_messages[*found];
}

std::vector<store::Message> ConversationTree::pathTo(qint64 id) const {
    const auto found = std::ranges::find(m_path, id, &store::Message::id);
    return found == m_path.end() ? std::vector<store::Message>() : std::vector(m_path.begin(), found + 1);
}

const store::Message* ConversationTree::answerTo(qint64 id) const {
    const auto found = std::ranges::find(m_path, id, &store::Message::parentId);
    return found == m_path.end() ? nullptr : &*found;
}

const store::Message* ConversationTree::version(qint64 id, int delta) const {
    const store::Message* message = find(id);
    if (message == nullptr) return nullptr;
    const std::vector<qint64> versions = childrenOf(message->parentId);
    const auto at = std::ranges::find(versions, id) - versions.begin() + delta;
    if (at < 0 || at >= static_cast<std::ptrdiff_t>(versions.size())) return nullptr;
    return find(versions[static_cast<size_t>(at)]);
}

void ConversationTree::insert(const store::Message& message) {
    m_places.insert(message.id, m_messages.size());
    m_children[message.parentId].push_back(message.id);
    m_messages.push_back(message);
    select(message.id);
}

void ConversationTree::select(qint64 id) {
    const store::Message* message = find(id);
    if (message == nullptr) return;
    const auto parent = m_places.constFind(message->parentId);
    if (parent != m_places.constEnd())
        m_messages[*parent].activeChild = id;
    else
        m_activeRoot = id;
    walk();
}

void ConversationTree::update(const store::Message& message) {
    const auto place = m_places.constFind(message.id);
    if (place == m_places.constEnd()) return;
    const auto take = [&message](store::Message& known) {
        const qint64 child = known.activeChild;
        known = message;
        known.activeChild = child;
    };
    take(m_messages[*place]);
    const auto shown = std::ranges::find(m_path, message.id, &store::Message::id);
    if (shown != m_path.end()) take(*shown);
}

void ConversationTree::erase(qint64 id) {
    QSet<qint64> gone;
    std::vector<qint64> left{id};
    while (!left.empty()) {
        const qint64 one = left.back();
        left.pop_back();
        // A damaged tree may lead back.
        if (gone.contains(one)) continue;
        gone.insert(one);
        const std::vector<qint64> below = childrenOf(one);
        left.insert(left.end(), below.begin(), below.end());
    }
    std::erase_if(m_messages, [&gone](const store::Message& message) { return gone.contains(message.id); });
    index();
    walk();
}

}  // namespace hearth::app
