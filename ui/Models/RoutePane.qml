import QtQuick
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// Two models as one: the two models, whether there is room for both, and the result so far.
ScrollArea {
    id: pane

    required property ModelRoute route
    required property EngineStatus engine

    signal newChatRequested()

    contentHeight: column.height + 48
    NumberText { id: numbers }
    Column {
        id: column
        x: 24
        y: 20
        width: Math.min(pane.width - 48, 620)
        spacing: 16
        AppText {
            width: parent.width
            text: qsTr("Two models as one")
            font: Theme.title
            line: 28
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        AppText {
            width: parent.width
            wrapMode: Text.Wrap
            line: 20
            color: Theme.text2
            text: numbers.unbroken(qsTr("The small model begins. Code, long messages and long chats go to the large one, and so does what the small model turns out to be unsure of with its first words. A message that begins with /large or /small goes where it says."))
        }
        Item {
            width: parent.width
            height: Theme.controlHeight
            AppText { text: qsTr("Small model"); color: Theme.text2; anchors.verticalCenter: parent.verticalCenter }
            Select {
                x: 140
                width: parent.width - x
                name: qsTr("Small model")
                model: pane.route.smallNames
                currentIndex: pane.route.smallIndex
                shownText: pane.route.smallIndex < 0 ? qsTr("Choose one on this computer") : ""
                onActivated: index => pane.route.smallIndex = index
            }
        }
        Item {
            width: parent.width
            height: Theme.controlHeight
            AppText { text: qsTr("Large model"); color: Theme.text2; anchors.verticalCenter: parent.verticalCenter }
            Select {
                x: 140
                width: parent.width - x
                name: qsTr("Large model")
                model: pane.route.largeNames
                currentIndex: pane.route.largeIndex
                shownText: pane.route.largeIndex < 0 ? qsTr("Choose one here or on a server") : ""
                onActivated: index => pane.route.largeIndex = index
            }
        }
        AppText {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.Wrap
            line: 20
            text: pane.route.problem !== "" ? pane.route.problem : pane.route.note
            color: pane.route.problem !== "" ? Theme.bad : Theme.text2
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        AppText {
            visible: text !== ""
            width: parent.width
            wrapMode: Text.Wrap
            line: 20
            text: pane.route.figures !== "" ? qsTr("Since they were loaded: %1").arg(pane.route.figures) : ""
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Row {
            spacing: 8
            AppButton {
                visible: pane.route.problem === ""
                kind: AppButton.Primary
                enabled: pane.route.chosen && !pane.engine.loading
                text: pane.route.current ? qsTr("New chat with both") : qsTr("Load both")
                onClicked: pane.route.current ? pane.newChatRequested() : pane.route.load()
            }
            AppButton {
                visible: pane.route.smallAlone
                kind: AppButton.Primary
                enabled: !pane.engine.loading
                text: qsTr("Load the small one alone")
                onClicked: pane.route.loadSmall()
            }
        }
    }
}
