#pragma once

#include <QString>

#include "areas/area.h"
#include "mcp/mcp_directory.h"
#include "mcp/mcp_prompts.h"
#include "tools/built_in_tools.h"
#include "tools/document_tools.h"
#include "tools/tool_box.h"
#include "tools/tool_list.h"
#include "tools/tool_schema_check.h"
#include "tools/tool_settings.h"

namespace hearth::app {

class DocumentsArea;
class KeyRing;

/// Tools that models may call: Hearth's own, and those of servers.
class ToolsArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Tools)
    QML_SINGLETON

public:
    /// `serverFile`: the list of servers. All other arguments outlive it.
    ToolsArea(store::Store& store, DocumentsArea& documents, KeyRing& keyRing, const QString& serverFile);
    static ToolsArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<ToolsArea>(engine); }

    HEARTH_PART(ToolSettings, settings);
    BuiltInTools builtIn;
    ToolBox box;
    ToolSchemaCheck schemas{box};
    HEARTH_PART(ToolList, list);
    HEARTH_PART(McpDirectory, servers);
    HEARTH_PART(McpPrompts, prompts);
    DocumentTools documents;
};

}  // namespace hearth::app
