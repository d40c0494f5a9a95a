#pragma once

#include <QHash>
#include <QSet>
#include <QString>
#include <functional>
#include <vector>

#include "exchange/exchanged_conversation.h"

namespace hearth::app {

/// Makes a tree of messages from files that name their messages by text and may hold messages that are not
/// shown (hidden, empty, tools'): children of a left-out message go below the nearest one above it that is
/// kept.
class TreeBuilder {
public:
    struct Node {
        QString id, parent;
        bool keep = true;
        store::Message message;
    };

    /// Nodes in any order. `current`: the last message of the visible branch; empty: none is said.
    /// Circles and missing parents end a branch there.
    static ExchangedConversation build(const std::vector<Node>& nodes, const QString& current);
};

}  // namespace hearth::app
