// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components
import Hearth.Inspector

// The panel at the right: sampling and context of the open chat.
FocusScope {
    id: panel

    readonly property int tab: Settings.app.window.panelTab
    // The tabs in their order, by the numbers that the settings store.
    readonly property var order: [0, 1, 3, 2]

    signal closeRequested()
    signal presetFileRequested(bool saving)
    signal structureFileRequested()
    signal insideRequested(int page)

    Accessible.role: Accessible.Pane
    Accessible.name: qsTr("Settings of this chat")
    Rectangle {
        anchors.fill: parent
        color: Theme.window
    }
    Hairline {
        width: 1
        height: parent.height
    }
    TabRow {
        x: 16
        height: 44
        room: panel.width - 16 - 36
        names: [qsTr("Sampling"), qsTr("Context"), qsTr("Structure"), qsTr("Inspector")]
        current: Math.max(0, panel.order.indexOf(panel.tab))
        onChosen: index => Settings.app.window.panelTab = panel.order[index]
    }
    IconButton {
        anchors { right: parent.right; rightMargin: 8 }
        y: 8
        iconName: "close"
        extent: 14
        text: qsTr("Close the panel")
        hint: KeyHints.captions.panel ?? ""
        onClicked: panel.closeRequested()
    }
    Hairline {
        y: 43
        width: parent.width
    }
    Loader {
        anchors { fill: parent; topMargin: 44; leftMargin: 1 }
        sourceComponent: [sampling, context, inspector, structure][panel.tab] ?? sampling
    }
    Component {
        id: sampling
        SamplingTab {
            settings: Settings.app
            sampling: Settings.sampling
            presets: Settings.presets
            next: Inspector.nextToken
            engine: Models.engine
            onPresetFileRequested: saving => panel.presetFileRequested(saving)
        }
    }
    Component {
        id: context
        ContextTab {
            chat: Chats.chat
            engine: Models.engine
            settings: Settings.app
            prompts: Settings.prompts
            drafts: Models.drafts
            costs: Models.kvCosts
        }
    }
    Component {
        id: structure
        StructureTab {
            structure: Chats.chat.structure
            toolCalls: Chats.chat.toolCalls
            onFileRequested: panel.structureFileRequested()
            onCopyRequested: text => Desktop.copyText(text)
        }
    }
    Component {
        id: inspector
        InspectorTab {
            inspector: Inspector.reply
            onInsideRequested: page => panel.insideRequested(page)
            onBranchRequested: (position, tokenId) => Chats.chat.versions.branchAt(Inspector.reply.messageId, position, tokenId)
        }
    }
}
