#pragma once

#include <QJsonObject>
#include <QString>

#include "hearth/reply_grammar.h"

namespace hearth::app {

/// Required structure of a chat's replies, see store::Conversation::structure. A plain value.
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
    /// Grammar of the kind and its text, whether it is on or not. Any text if there is none.
    ReplyGrammar grammar() const;
    /// True if replies have to follow a structure.
    bool holds() const { return on && grammar().kind != ReplyGrammar::Kind::None; }
    bool operator==(const ChatStructure&) const = default;
};

/// Form of a reply's required structure in its recipe; an empty object: any text. Calls of tools are not kept
/// in this form.
QJsonObject structureToJson(const ReplyGrammar& grammar);
ReplyGrammar structureFromJson(const QJsonObject& json);

}  // namespace hearth::app
