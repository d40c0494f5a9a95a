#pragma once

#include <QObject>
#include <vector>

#include "tools/tool.h"

namespace hearth::app {

/// A source of tools: the program itself, or a server of the Model Context Protocol. Calls run at the same
/// time and none waits for another. GUI thread; nothing here blocks it.
class ToolProvider : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Identifier in settings and chats, the same in every start: "hearth", "mcp:NAME".
    virtual QString id() const = 0;
    /// Identifier for permissions. It differs from id() if another provider could get the same id, because a
    /// permission must not pass to a later provider of that name.
    virtual QString permissionId() const { return id(); }
    /// Its name for people.
    virtual QString title() const = 0;
    /// Current tools of the provider. ToolBox leaves out those that cannot be offered, so nothing has to be
    /// checked here.
    virtual std::vector<ToolDescription> tools() const = 0;
    /// Begins a call of the tool `name`, as in tools(); finished() follows, never before this returns. `id`
    /// is unique among the calls in this process.
    virtual void call(quint64 id, const QString& name, const QJsonObject& arguments) = 0;
    /// Ends a call as far as possible. finished() need not follow, and is not passed on to the caller.
    virtual void cancel(quint64 id) = 0;

signals:
    void toolsChanged();
    void finished(quint64 id, const hearth::app::ToolResult& result);
};

}  // namespace hearth::app
