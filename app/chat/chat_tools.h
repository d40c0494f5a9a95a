#pragma once

#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <vector>

#include "tools/tool_box.h"

namespace hearth::app {

class ToolSettings;

/// Tools of a chat, see store::Conversation::tools. A plain value.
struct ChatTools {
    bool on = false;
    QStringList without;  ///< providers that are off in this chat, by ToolProvider::id()
    QStringList allowed;  ///< tools that run here without a question, by ToolBox::Tool::permission()

    static ChatTools of(const QJsonObject& json);
    QJsonObject toJson() const;
    bool operator==(const ChatTools&) const = default;
};

/// The tools that a model is offered in such a chat.
std::vector<const ToolBox::Tool*> toolsOf(const ChatTools& chat, const ToolBox& box,
                                          const ToolSettings& settings);

}  // namespace hearth::app
