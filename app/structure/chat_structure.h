#pragma once

#include <QJsonObject>
#include <QString>

#include "hearth/reply_grammar.h"

namespace hearth::app {

/// What the replies of a chat are held to, see store::Conversation::structure. A plain value.
struct ChatStructure {
    enum class Kind { Schema, Object, Regex, Gbnf };

    bool on = false;
    Kind kind = Kind::Schema;
    QString schema = {}, regex = {}, gbnf = {};  ///< one text for each kind, so that none is lost

    static ChatStructure of(const QJsonObject& json);
    QJsonObject toJson() const;

    /// The text of the kind; a JSON object as such has none.
    QString source() const;
    void setSource(const QString& text);
    /// What the kind and its text ask for, whether it is on or not. Any text while there is none.
    ReplyGrammar grammar() const;
    /// Whether replies are held to something.
    bool holds() const { return on && grammar().kind != ReplyGrammar::Kind::None; }
    bool operator==(const ChatStructure&) const = default;
};

/// How the recipe of a reply keeps what it was held to; an empty object: any text. Calls of tools are not
/// kept so.
QJsonObject structureToJson(const ReplyGrammar& grammar);
ReplyGrammar structureFromJson(const QJsonObject& json);

}  // namespace hearth::app
