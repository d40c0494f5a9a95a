#pragma once

#include <QString>
#include <QStringList>
#include <vector>

#include "exchange/exchanged_conversation.h"

namespace hearth::app {

/// Makes a tree of messages from files that name their messages by text and may hold messages that are not
/// shown (hidden, empty, tools'): children of a left-out message go below the nearest one above it that is
/// kept. Versions of a message stay in the order in which they were written.
class TreeBuilder {
public:
    struct Node {
        QString id, parent;
        /// As the file lists them, oldest first. Children that are not listed follow, by their times.
        QStringList children = {};
        bool keep = true;
        /// Reasoning that the file has as a message of its own; such a node is not kept. It opens the next
        /// reply below, and is a reply by itself only where none follows.
        QString thought = {};
        store::Message message = {};
    };

    /// Nodes in any order. `current`: the last message of the visible branch; empty: none is said.
    /// Circles and missing parents end a branch there.
    static ExchangedConversation build(const std::vector<Node>& nodes, const QString& current);
};

/// A reply's text with its reasoning in front, as messages are kept.
QString withThought(const QString& thought, const QString& answer);

}  // namespace hearth::app
