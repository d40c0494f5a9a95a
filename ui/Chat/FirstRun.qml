pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// An empty chat: what is ready, where it runs and why, and three ways on.
ScrollArea {
    id: page

    required property EngineStatus engine
    required property StartChoice start
    readonly property bool idle: !engine.ready && !engine.loading && engine.awaitedPath === ""
    property bool haveModels: true
    readonly property real columnWidth: Math.min(Theme.columnWidth, width - 32)
    readonly property bool roomy: height > 560
    readonly property bool starter: engine.ready && start.starter

    signal promptChosen(string text, string blank)
    signal checkRequested()
    // 0 installed, 1 to download, 2 other computers
    signal modelsRequested(int tab)
    signal openRequested()

    contentHeight: column.height + column.y + 24

    Column {
        id: column
        x: Math.round((page.width - width) / 2)
        y: page.roomy ? 86 : 24
        width: page.columnWidth
        spacing: 24
        Mark { extent: 44; x: -3 }
        Column {
            width: parent.width
            spacing: 10
            AppText {
                width: parent.width
                font: Theme.display
                line: 32
                wrapMode: Text.Wrap
                Accessible.role: Accessible.Heading
                Accessible.name: text
                text: page.engine.ready ? (page.engine.device.remoteHost !== "" ? qsTr("Ready, on %1").arg(page.engine.device.remoteHost) : page.engine.device.largeHost !== "" ? qsTr("Ready, here and on %1").arg(page.engine.device.largeHost) : qsTr("Ready. Everything runs on this computer."))
                    : page.engine.loading ? qsTr("Loading %1").arg(page.engine.modelName !== "" ? page.engine.modelName : qsTr("the model"))
                    : page.start.modelName !== "" ? qsTr("No model is loaded") : qsTr("Choose a model to begin")
            }
            AppText {
                width: Math.min(parent.width, Theme.proseWidth)
                font: Theme.reading
                color: Theme.text2
                line: 24
                wrapMode: Text.Wrap
                text: page.engine.loading ? qsTr("%1, %2 %").arg(page.engine.loadStep).arg(Math.round(page.engine.loadFraction * 100))
                    : page.starter ? qsTr("A small starter model is loaded, so you can begin to write. It is quick and a little naive; a larger one knows more and answers better.")
                    : page.engine.ready ? qsTr("%1 is loaded, so you can begin to write. You can switch models at any time.").arg(page.engine.modelName)
                    : page.start.modelName !== "" ? qsTr("%1 was used last. Load it, or choose another at the top.").arg(page.start.modelName)
                    : qsTr("Find one that fits this computer, or open one that you have: a GGUF file, or weights in Hugging Face format.")
            }
            Item { width: 1; height: 4; visible: load.visible || find.visible || page.starter }
            AppButton {
                visible: page.starter
                iconName: "models"
                text: qsTr("Find a larger model")
                onClicked: page.modelsRequested(1)
            }
            AppButton {
                id: find
                visible: page.idle && page.start.modelName === ""
                kind: AppButton.Primary
                iconName: "models"
                text: qsTr("Find a model")
                onClicked: page.modelsRequested(1)
            }
            AppButton {
                id: load
                visible: page.idle && page.start.modelName !== ""
                kind: AppButton.Primary
                text: qsTr("Load %1").arg(page.start.modelName)
                onClicked: page.start.loadLast()
            }
        }
        Row {
            visible: page.engine.ready && page.columnWidth > 520
            spacing: 14
            Repeater {
                // Label, subject, beginning of the message, and the part of it that is to be filled in.
                model: [[qsTr("Turn a rough note into a polite email"), qsTr("Writing"),
                         qsTr("Turn this rough note into a polite email:\n\n[your note]"), qsTr("[your note]")],
                        [qsTr("Explain a regular expression step by step"), qsTr("Code"),
                         qsTr("Explain this regular expression step by step:\n\n[your expression]"), qsTr("[your expression]")],
                        [qsTr("Plan three dinners from what is left in the fridge"), qsTr("Everyday"),
                         qsTr("Plan three dinners from what is left in my fridge: [what is left]"), qsTr("[what is left]")]]
                PromptCard {
                    required property var modelData
                    width: (page.columnWidth - 28) / 3
                    text: modelData[0]
                    topic: modelData[1]
                    onClicked: page.promptChosen(modelData[2], modelData[3])
                }
            }
        }
        Rectangle {
            width: parent.width
            height: device.height + 32
            radius: Theme.radiusCard
            color: Theme.sunken
            border.width: 1
            border.color: Theme.hairline
            visible: page.engine.device.text !== ""
            Icon { x: 18; y: 16; name: page.engine.device.reason !== "" ? "chip" : "gpu"; extent: 18 }
            Column {
                id: device
                x: 54
                y: 15
                width: parent.width - 70
                spacing: 4
                AppText { width: parent.width; text: qsTr("Runs on: %1").arg(page.engine.device.text); font: Theme.section; line: 20; wrapMode: Text.Wrap }
                AppText {
                    width: Math.min(parent.width, 452)
                    visible: page.engine.device.reason !== ""
                    text: page.engine.device.reason
                    color: Theme.text2
                    line: 20
                    wrapMode: Text.Wrap
                }
                Item { width: 1; height: 4; visible: check.visible }
                AppButton {
                    id: check
                    visible: page.engine.device.canCheckAgain
                    small: true
                    iconName: "redo"
                    text: qsTr("Check again")
                    onClicked: page.checkRequested()
                }
            }
        }
        Flow {
            x: -12
            width: parent.width + 12
            AppButton { visible: !page.starter && !find.visible; kind: AppButton.Link; iconName: "models"; text: page.engine.ready ? qsTr("Find a larger model") : qsTr("Find a model"); onClicked: page.modelsRequested(1) }
            AppButton { kind: AppButton.Link; iconName: "file"; text: qsTr("Open a model"); onClicked: page.openRequested() }
            AppButton { kind: AppButton.Link; iconName: "globe"; text: qsTr("Connect to a server"); onClicked: page.modelsRequested(2) }
        }
    }
}
