// Bound components cannot be loaded before Qt 6.5, hence no pragma; and Instantiator, which comes with QtQuick, is missing
// in its description.
// qmllint disable unqualified type property import
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The lower row of the composer: preset, what sending would cost, send or stop.
Item {
    id: tools

    // The Composer; untyped, since it names this type.
    required property var composer
    required property NumberText numbers
    readonly property ChatController chat: composer.chat
    readonly property bool narrow: width < 480
    // Right end of the buttons on the left.
    readonly property real taken: structured.visible ? structured.x + structured.width : documentMore.x + documentMore.width
    readonly property string estimate: composer.input.text === "" && composer.pictures.count === 0 || chat.figures.estimateAll < 0 ? ""
        : chat.figures.estimateNew < 0 ? qsTr("about %1").arg(numbers.tokens(chat.figures.estimateAll))
        : qsTr("%1 cached  ·  %2 new").arg(numbers.count(chat.figures.estimateCached)).arg(numbers.count(chat.figures.estimateNew))
          + (chat.figures.estimateSeconds >= 0 ? qsTr("  ·  ~%1").arg(numbers.wait(chat.figures.estimateSeconds)) : "")

    // Figures that come while the reply is written, then how to end it.
    readonly property string progress:
        (chat.figures.replyRate > 0 ? qsTr("%1 tok/s").arg(numbers.count(chat.figures.replyRate)) + "  ·  " : "")
        + (chat.figures.replyTokens > 0 ? numbers.tokens(chat.figures.replyTokens) + "  ·  " : "")
        + qsTr("Esc stops")

    implicitHeight: 40
    IconButton {
        id: clip
        x: 8
        y: 2
        iconName: "clip"
        extent: 18
        text: qsTr("Attach files")
        enabled: !tools.composer.editing
        onClicked: tools.composer.attachRequested()
    }
    AppButton {
        id: chip
        x: 36
        kind: AppButton.Ghost
        font: Theme.body
        iconName: "sliders"
        trailingIcon: "down"
        readonly property string preset: tools.composer.sampling.presetName !== "" ? tools.composer.sampling.presetName : qsTr("Standard")
        text: tools.composer.sampling.changed ? qsTr("%1, changed").arg(preset) : preset
        tip: qsTr("Sampling preset")
        Accessible.name: qsTr("Sampling preset: %1").arg(text)
        onClicked: menus.made().open()
    }
    AppButton {
        id: toolSwitch
        readonly property CallRounds calls: tools.chat.toolCalls
        x: chip.x + chip.width
        kind: AppButton.Ghost
        font: Theme.body
        iconName: calls.on && calls.problem !== "" ? "warn" : "bolt"
        checkable: true
        checked: calls.on
        text: tools.narrow ? "" : calls.on ? (calls.count === 1 ? qsTr("1 tool") : qsTr("%1 tools").arg(calls.count)) : qsTr("Tools off")
        tip: calls.on && calls.problem !== "" ? calls.problem
            : calls.on ? qsTr("The model may ask for tools in this chat. Calls you have not allowed wait for you.") : qsTr("Let the model use tools in this chat")
        Accessible.name: qsTr("Tools in this chat")
        Accessible.checkable: true
        Accessible.checked: calls.on
        onClicked: calls.on = !calls.on
    }
    IconButton {
        id: toolMore
        x: toolSwitch.x + toolSwitch.width
        y: 2
        iconName: "down"
        extent: 14
        text: qsTr("Choose tools and prompts")
        onClicked: {
            toolMenus.providers = toolSwitch.calls.providers
            toolMenus.made().open()
        }
    }
    LazyMenu {
        id: toolMenus
        property var providers: []
        sourceComponent: AppMenu {
            id: toolMenu
            parent: toolMore
            y: -height - 4
            menuWidth: 260
            Instantiator {
                model: toolMenus.providers
                delegate: AppMenuItem {
                    required property var modelData
                    text: modelData.title
                    hint: qsTr("Tools: %1").arg(modelData.count)
                    checked: modelData.on
                    onTriggered: toolSwitch.calls.setHas(modelData.id, !modelData.on)
                }
                onObjectAdded: (index, object) => toolMenu.insertItem(index, object as T.MenuItem)
                onObjectRemoved: (index, object) => toolMenu.removeItem(object as T.MenuItem)
            }
            MenuLine {}
            AppMenuItem {
                text: qsTr("Prompts of tool servers…")
                iconName: "reply"
                enabled: tools.composer.serverPrompts.count > 0
                onTriggered: tools.composer.serverPromptsRequested()
            }
            AppMenuItem {
                text: qsTr("Tool settings")
                iconName: "settings"
                onTriggered: tools.composer.toolSettingsRequested()
            }
        }
    }
    AppButton {
        id: documentSwitch
        readonly property ChatPassages passages: tools.chat.passages
        x: toolMore.x + toolMore.width
        kind: AppButton.Ghost
        font: Theme.body
        iconName: "file"
        checkable: true
        checked: passages.on
        text: tools.narrow || !passages.on ? "" : passages.looking ? qsTr("Looking…") : qsTr("Documents")
        tip: passages.on ? qsTr("Passages from your documents are sent with each question. The arrow chooses which documents.") : qsTr("Answer from your documents in this chat")
        Accessible.name: qsTr("Documents in this chat")
        Accessible.checkable: true
        Accessible.checked: passages.on
        onClicked: {
            passages.on = !passages.on
            // There has to be something to look in.
            if (passages.on && tools.composer.documents.count === 0) tools.composer.documentsRequested()
        }
    }
    IconButton {
        id: documentMore
        x: documentSwitch.x + documentSwitch.width
        y: 2
        iconName: "down"
        extent: 14
        text: qsTr("Choose documents")
        onClicked: documentMenus.made().open()
    }
    AppButton {
        id: structured
        readonly property ReplyStructure structure: tools.chat.structure
        x: documentMore.x + documentMore.width
        visible: structure.on
        kind: AppButton.Ghost
        font: Theme.body
        iconName: structure.problem !== "" ? "warn" : "lock"
        text: tools.narrow ? "" : qsTr("Structured")
        tip: structure.problem !== "" ? structure.problem : qsTr("Replies have the structure that is set for this chat. Press to see it or to switch it off.")
        Accessible.name: qsTr("Structured output in this chat")
        onClicked: tools.composer.structureRequested()
    }
    LazyMenu {
        id: documentMenus
        sourceComponent: AppMenu {
            id: documentMenu
            parent: documentMore
            y: -height - 4
            menuWidth: 260
            Instantiator {
                model: tools.composer.documents
                delegate: AppMenuItem {
                    required property string path
                    required property string name
                    text: name
                    checked: Array.from(documentSwitch.passages.without).indexOf(path) < 0
                    onTriggered: documentSwitch.passages.setHas(path, !checked)
                }
                onObjectAdded: (index, object) => documentMenu.insertItem(index, object as T.MenuItem)
                onObjectRemoved: (index, object) => documentMenu.removeItem(object as T.MenuItem)
            }
            MenuLine { visible: tools.composer.documents.count > 0 }
            AppMenuItem {
                text: qsTr("Whole documents…")
                iconName: "file"
                enabled: tools.composer.documents.count > 0
                onTriggered: tools.composer.wholeDocumentsRequested()
            }
            AppMenuItem {
                text: qsTr("Passages of this chat…")
                iconName: "search"
                onTriggered: tools.composer.passagesRequested()
            }
            AppMenuItem {
                text: qsTr("Add documents…")
                iconName: "plus"
                onTriggered: tools.composer.documentsRequested()
            }
        }
    }
    LazyMenu {
        id: menus
        sourceComponent: AppMenu {
            id: menu
            parent: chip
            y: -height - 4
            Instantiator {
                model: tools.composer.presets
                delegate: AppMenuItem {
                    required property string name
                    text: name
                    checked: name === tools.composer.sampling.presetName
                    onTriggered: tools.composer.presets.apply(name)
                }
                onObjectAdded: (index, object) => menu.insertItem(index, object as T.MenuItem)
                onObjectRemoved: (index, object) => menu.removeItem(object as T.MenuItem)
            }
            MenuLine {}
            AppMenuItem {
                text: qsTr("Compare answers…")
                iconName: "branch"
                hint: KeyHints.captions.compare ?? ""
                enabled: tools.composer.canCompare
                onTriggered: tools.composer.compareRequested()
            }
            AppMenuItem {
                text: qsTr("All sampling settings")
                iconName: "sliders"
                onTriggered: tools.composer.panelRequested()
            }
        }
    }
    AppText {
        anchors { right: send.left; rightMargin: 12; verticalCenter: send.verticalCenter }
        visible: !tools.narrow && implicitWidth + 12 <= send.x - 12 - tools.taken
        font: Theme.caption
        color: Theme.text3
        text: tools.composer.busy ? tools.progress : tools.estimate
    }
    IconButton {
        id: send
        anchors { right: parent.right; rightMargin: 8 }
        implicitWidth: Theme.controlHeight
        text: tools.composer.busy ? qsTr("Stop the reply") : tools.composer.editing ? qsTr("Send the new version") : qsTr("Send")
        hint: tools.composer.busy ? qsTr("Esc") : qsTr("Enter")
        enabled: tools.composer.busy || tools.composer.canSend
        onClicked: tools.composer.busy ? tools.chat.stop() : tools.composer.submit()
        background: Rectangle {
            radius: Theme.radiusCard
            color: tools.composer.busy ? Theme.text : !send.enabled ? Theme.pressed : send.down ? Theme.emberPressed
                 : send.hovered ? Theme.emberHover : Theme.ember
            FocusRing {
                corner: Theme.radiusCard
                visible: send.visualFocus
            }
        }
        contentItem: Item {
            Icon {
                anchors.centerIn: parent
                visible: !tools.composer.busy
                name: "send"
                extent: 18
                stroke: 1.8
                tint: send.enabled ? Theme.emberInk : Theme.text2
            }
            Rectangle {
                anchors.centerIn: parent
                visible: tools.composer.busy
                width: 12
                height: 12
                radius: 2
                color: Theme.window
            }
        }
    }
}
