pragma Singleton
import QtQuick

QtObject {
    readonly property ToolSettings settings: Invented.app.toolSettings
    readonly property ToolList list: Invented.app.tools
    readonly property McpDirectory servers: Invented.app.toolServers
    readonly property McpPrompts prompts: Invented.app.serverPrompts
}
