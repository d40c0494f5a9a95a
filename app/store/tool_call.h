#pragma once

#include <QString>
#include <vector>

namespace hearth::app::store {

/// A call of a tool, as a reply asked for it.
struct ToolCall {
    QString id;         ///< unique in its reply, as the model or Hearth named it
    QString name;       ///< of the tool, as the model knows it
    QString arguments;  ///< as the model wrote them: a JSON object, if it made no mistake
    QString source;     ///< origin of the tool, for people; empty: there was no such tool
    bool operator==(const ToolCall&) const = default;
};

/// The form in the database and in files of chats; empty: no calls.
QString toText(const std::vector<ToolCall>& calls);
/// Parses that form. Entries that are not calls are left out.
std::vector<ToolCall> callsOf(const QString& text);

}  // namespace hearth::app::store
