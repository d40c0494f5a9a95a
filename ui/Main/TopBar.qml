import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components
import Hearth.Models

// The bar above the chat: model, memory, context, panel, settings.
Item {
    id: bar

    property bool leading: false
    property bool panelOn: false
    property bool pickerOn: false
    // The meters are short where the window is narrow, or where the model would lose its device to them.
    readonly property real metersLeft: buttons.x - 24 - (memory.visible ? 228 + 24 : 0) - 240
    readonly property bool brief: T.ApplicationWindow.window !== null && T.ApplicationWindow.window.width < Theme.shortFiguresBelow
                                  || modelButton.wholeWidth > metersLeft - modelButton.x - 12
    readonly property EngineStatus engine: Models.engine
    readonly property ModelMemory modelMemory: engine.memory
    readonly property ChatController chat: Chats.chat
    readonly property alias modelButton: modelButton

    signal sidebarRequested()
    signal newRequested()
    signal pickerRequested()
    signal panelRequested()
    signal settingsRequested()
    signal precisionRequested()

    implicitHeight: Theme.topBarHeight
    Accessible.role: Accessible.ToolBar
    Accessible.name: qsTr("Model and memory")
    NumberText { id: numbers }
    Row {
        id: lead
        x: 12
        spacing: 4
        visible: bar.leading
        anchors.verticalCenter: parent.verticalCenter
        IconButton { iconName: "sidebar"; text: qsTr("Show the sidebar"); hint: KeyHints.captions.sidebar ?? ""; onClicked: bar.sidebarRequested() }
        IconButton { iconName: "compose"; text: qsTr("New chat"); hint: KeyHints.captions.newChat ?? ""; onClicked: bar.newRequested() }
    }
    ModelButton {
        id: modelButton
        x: bar.leading ? lead.x + lead.width + 12 : 16
        anchors.verticalCenter: parent.verticalCenter
        engine: bar.engine
        brief: bar.width < 560
        on: bar.pickerOn
        maximumWidth: Math.max(120, meters.x - x - 12)
        onClicked: bar.pickerRequested()
    }
    Row {
        id: meters
        anchors { right: buttons.left; rightMargin: bar.brief ? 12 : 24; verticalCenter: parent.verticalCenter }
        spacing: bar.brief ? 16 : 24
        visible: bar.width > 480
        Meter {
            id: memory
            width: plain || bar.brief ? 92 : 228
            plain: !Settings.app.look.barFigures
            brief: bar.brief
            name: qsTr("Memory")
            // A server's memory is not known.
            visible: bar.engine.ready && bar.modelMemory.totalBytes > 0
            total: bar.modelMemory.totalBytes
            shortText: qsTr("%1 of %2").arg(numbers.memory(bar.modelMemory.weightsBytes + bar.modelMemory.kvTakenBytes + bar.modelMemory.scratchBytes + bar.modelMemory.draftBytes + bar.modelMemory.visionBytes + bar.engine.models.otherBytes))
                                       .arg(numbers.memoryWithUnit(bar.modelMemory.totalBytes))
            entries: [{ text: qsTr("%1 weights").arg(numbers.memory(bar.modelMemory.weightsBytes)), value: bar.modelMemory.weightsBytes, colour: Theme.dWeights },
                      { text: qsTr("%1 KV").arg(numbers.memory(bar.modelMemory.kvTakenBytes)), value: bar.modelMemory.kvTakenBytes, colour: Theme.ember },
                      { text: "", value: bar.modelMemory.scratchBytes, colour: Theme.dScratch },
                      { text: "", value: bar.modelMemory.draftBytes, colour: Theme.emberBank },
                      { text: "", value: bar.modelMemory.visionBytes, colour: Theme.info },
                      { text: "", value: bar.engine.models.otherBytes, colour: Theme.text3 },
                      { text: qsTr("%1 GB free").arg(numbers.memory(bar.modelMemory.freeBytes)), value: 0, colour: Theme.dTrack, free: true }]
            onClicked: memoryAccount.press()
            onPeekedChanged: memoryAccount.peek(peeked)
        }
        Meter {
            id: context
            width: plain || bar.brief ? 92 : 240
            plain: !Settings.app.look.barFigures
            brief: bar.brief
            name: qsTr("Context")
            visible: bar.engine.ready
            total: bar.chat.figures.lengthKnown ? bar.chat.figures.contextLength : 0
            shortText: !bar.chat.figures.lengthKnown ? (bar.chat.figures.contextKnown ? qsTr("%1 used").arg(numbers.shortCount(bar.chat.figures.contextUsed)) : qsTr("Not known"))
                     : bar.chat.figures.contextKnown ? qsTr("%1 of %2").arg(numbers.shortCount(bar.chat.figures.contextUsed)).arg(numbers.shortCount(bar.chat.figures.contextLength))
                                             : qsTr("%1 tokens").arg(numbers.shortCount(bar.chat.figures.contextLength))
            entries: !bar.chat.figures.contextKnown || !bar.chat.figures.lengthKnown ? [{ text: shortText, value: 0, colour: Theme.dTrack, free: true }]
                   : !bar.chat.figures.cacheKnown ? [{ text: qsTr("%1 used").arg(numbers.shortCount(bar.chat.figures.contextUsed)), value: bar.chat.figures.contextUsed, colour: Theme.ember },
                      { text: qsTr("%1 free").arg(numbers.shortCount(bar.chat.figures.contextFree)), value: 0, colour: Theme.dTrack, free: true }] : [{ text: qsTr("%1 cached").arg(numbers.shortCount(bar.chat.figures.contextCached)), value: bar.chat.figures.contextCached, colour: Theme.emberBank },
                      { text: qsTr("%1 new").arg(numbers.shortCount(bar.chat.figures.contextNew)), value: bar.chat.figures.contextNew, colour: Theme.ember },
                      { text: qsTr("%1 free").arg(numbers.shortCount(bar.chat.figures.contextFree)), value: 0, colour: Theme.dTrack, free: true }]
            onClicked: contextAccount.press()
            onPeekedChanged: contextAccount.peek(peeked)
        }
    }
    Row {
        id: buttons
        anchors { right: parent.right; rightMargin: 12; verticalCenter: parent.verticalCenter }
        spacing: 4
        IconButton { iconName: "panel"; text: qsTr("Settings of this chat"); hint: KeyHints.captions.panel ?? ""; on: bar.panelOn; onClicked: bar.panelRequested() }
        IconButton { iconName: "settings"; text: qsTr("Settings"); hint: KeyHints.captions.settings ?? ""; onClicked: bar.settingsRequested() }
    }
    Account {
        id: memoryAccount
        parent: memory
        heading: bar.engine.device.text
        devices: Machine.watch.lines
        onVisibleChanged: Machine.watch.setWatchedBy("account", visible)
        moreText: qsTr("What fits here…")
        onMoreRequested: bar.precisionRequested()
        total: numbers.memoryWithUnit(bar.modelMemory.totalBytes)
        sum: bar.modelMemory.totalBytes
        lines: [{ name: qsTr("Weights"), text: numbers.memoryWithUnit(bar.modelMemory.weightsBytes), value: bar.modelMemory.weightsBytes, colour: Theme.dWeights },
                { name: qsTr("KV cache"), text: numbers.memoryWithUnit(bar.modelMemory.kvTakenBytes), value: bar.modelMemory.kvTakenBytes, colour: Theme.ember },
                { name: qsTr("Scratch"), text: numbers.memoryWithUnit(bar.modelMemory.scratchBytes), value: bar.modelMemory.scratchBytes, colour: Theme.dScratch },
                ...(bar.modelMemory.draftBytes > 0 ? [{ name: qsTr("Draft model"), text: numbers.memoryWithUnit(bar.modelMemory.draftBytes), value: bar.modelMemory.draftBytes, colour: Theme.emberBank }] : []),
                ...(bar.modelMemory.visionBytes > 0 ? [{ name: qsTr("Pictures"), text: numbers.memoryWithUnit(bar.modelMemory.visionBytes), value: bar.modelMemory.visionBytes, colour: Theme.info }] : []),
                ...(bar.engine.models.otherBytes > 0 ? [{ name: qsTr("Other models"), text: numbers.memoryWithUnit(bar.engine.models.otherBytes), value: bar.engine.models.otherBytes, colour: Theme.text3 }] : []),
                ...(bar.modelMemory.expertCount > 0 ? [{ name: qsTr("Experts on the card"), text: bar.modelMemory.expertsOnCard + "/" + bar.modelMemory.expertCount + (bar.modelMemory.expertHitRate >= 0 ? " · " + numbers.fixed(100 * bar.modelMemory.expertHitRate, 0) + " %" : ""), value: 0, colour: Theme.dTrack }] : []),
                { name: qsTr("Free"), text: numbers.memoryWithUnit(bar.modelMemory.freeBytes), value: 0, colour: Theme.dTrack }]
        note: bar.modelMemory.kvConversationBytes > 0 ? qsTr("The KV cache grows with the chats, to %1 at most; one chat of %2 tokens takes %3.").arg(numbers.memoryWithUnit(bar.modelMemory.kvBytes)).arg(numbers.count(bar.engine.context.length)).arg(numbers.memoryWithUnit(bar.modelMemory.kvConversationBytes)) : ""
    }
    Account {
        id: contextAccount
        parent: context
        heading: qsTr("Context of this chat")
        total: bar.chat.figures.lengthKnown ? numbers.count(bar.chat.figures.contextLength) : qsTr("Not known")
        sum: bar.chat.figures.lengthKnown ? bar.chat.figures.contextLength : 0
        lines: !bar.chat.figures.cacheKnown ? [{ name: qsTr("Used, as far as it is known here"), text: numbers.count(bar.chat.figures.contextUsed), value: bar.chat.figures.contextUsed, colour: Theme.ember },
                ...(bar.chat.figures.lengthKnown ? [{ name: qsTr("Free"), text: numbers.count(bar.chat.figures.contextFree), value: 0, colour: Theme.dTrack }] : [])]
             : [{ name: qsTr("Cached, not read again"), text: numbers.count(bar.chat.figures.contextCached), value: bar.chat.figures.contextCached, colour: Theme.emberBank },
                { name: bar.chat.state === ChatController.Generating ? qsTr("Written in this reply") : bar.chat.state === ChatController.Prefilling ? qsTr("Still to be read") : qsTr("New, read when it is sent"), text: numbers.count(bar.chat.figures.contextNew), value: bar.chat.figures.contextNew, colour: Theme.ember },
                ...(bar.chat.figures.lengthKnown ? [{ name: qsTr("Free"), text: numbers.count(bar.chat.figures.contextFree), value: 0, colour: Theme.dTrack }] : [])]
        overflow: bar.chat.fullContext
        readonly property string lengthNote: (bar.chat.figures.lengthKnown ? "" : bar.engine.abilities.templateNote + " ") + bar.chat.fullContext.leftOut
        note: lengthNote + (lengthNote !== "" && bar.chat.figures.pictureText !== "" ? "\n" : "") + bar.chat.figures.pictureText
    }
    Hairline {
        y: parent.height - 1
        width: parent.width
    }
}
