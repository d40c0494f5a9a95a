// Bound components cannot be loaded before Qt 6.5, hence no pragma; and the bases of list models
// are not described to qmllint.
// qmllint disable
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Look
import Hearth.Theme
import Hearth.Components

// The passages of documents in the chat, by their numbers, each with its surrounding text; and the passages that the
// last question found but did not use.
DialogShell {
    id: dialog

    required property ChatPassages passages
    property int row: -1
    readonly property bool narrow: width < 640
    property string before: ""
    property string after: ""
    readonly property var shown: row >= 0 && row < passages.count ? passages.at(row) : null

    function show(number: int) {
        passages.load()
        row = number > 0 ? passages.rowOf(number) : passages.count > 0 ? 0 : -1
        open()
    }

    onShownChanged: {
        before = ""
        after = ""
        if (shown) passages.readAround(row)
    }
    Connections {
        target: dialog.passages
        function onAroundRead(row, before, after) {
            if (row !== dialog.row) return
            dialog.before = before
            dialog.after = after
        }
    }
    title: qsTr("Passages of documents")
    wantedWidth: 920
    wantedHeight: 640
    onOpened: list.forceActiveFocus()
    ListView {
        id: list
        anchors { left: parent.left; top: parent.top; bottom: leftOut.top; topMargin: 8; leftMargin: 12; bottomMargin: 8 }
        width: dialog.narrow ? 132 : 260
        clip: true
        model: dialog.passages
        currentIndex: dialog.row
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        keyNavigationEnabled: false
        Keys.onUpPressed: if (dialog.row > 0) --dialog.row
        Keys.onDownPressed: if (dialog.row + 1 < dialog.passages.count) ++dialog.row
        Accessible.role: Accessible.List
        Accessible.name: dialog.title
        T.ScrollBar.vertical: AppScrollBar {}
        delegate: T.ItemDelegate {
            id: entry
            required property int index
            required property int number
            required property string name
            required property string place
            required property string headings
            width: ListView.view.width - 8
            implicitHeight: 48
            hoverEnabled: true
            Accessible.role: Accessible.ListItem
            Accessible.name: entry.place !== "" ? qsTr("%1: %2, %3").arg(entry.number).arg(entry.name).arg(entry.place) : qsTr("%1: %2").arg(entry.number).arg(entry.name)
            Accessible.selected: dialog.row === entry.index
            onClicked: {
                dialog.row = entry.index
                list.forceActiveFocus()
            }
            background: Rectangle {
                radius: Theme.radius
                color: dialog.row === entry.index ? Theme.selected : entry.hovered ? Theme.hover : "transparent"
            }
            contentItem: Item {
                AppText { x: 10; y: 5; width: 28; text: entry.number; font: Theme.section; color: Theme.emberText }
                AppText { x: 38; y: 5; width: parent.width - 46; elide: Text.ElideMiddle; text: entry.name; font: Theme.section }
                AppText { x: 38; y: 25; width: parent.width - 46; elide: Text.ElideRight; text: entry.place !== "" ? entry.place : entry.headings; font: Theme.caption; color: Theme.text3 }
            }
        }
    }
    AppText {
        visible: dialog.passages.count === 0
        anchors { left: parent.left; right: parent.right; top: parent.top; margins: 24 }
        wrapMode: Text.Wrap
        color: Theme.text2
        text: qsTr("This chat has no passages yet. Switch on Documents under the message and ask something that your documents answer.")
    }
    Column {
        id: leftOut
        anchors { left: parent.left; bottom: parent.bottom; leftMargin: 20; bottomMargin: 16 }
        width: list.width - 8
        spacing: 4
        visible: !dialog.narrow && dialog.passages.leftOut.length > 0
        AppText { text: qsTr("Found for the last question, not taken"); font: Theme.section; width: parent.width; wrapMode: Text.Wrap }
        Repeater {
            model: Array.from(dialog.passages.leftOut).slice(0, 4)
            AppText {
                required property var modelData
                width: leftOut.width
                wrapMode: Text.Wrap
                font: Theme.caption
                line: 18
                color: Theme.text3
                text: [modelData.place !== "" ? qsTr("%1, %2. %3").arg(modelData.name).arg(modelData.place).arg(modelData.reason) : qsTr("%1. %2").arg(modelData.name).arg(modelData.reason),
                    modelData.found ? qsTr("Found %1").arg(modelData.found) : ""].filter(part => part).join("\n")
            }
        }
    }
    Rectangle {
        id: ground
        anchors { left: list.right; right: parent.right; top: parent.top; bottom: parent.bottom; topMargin: 8; leftMargin: 8; rightMargin: 16; bottomMargin: 16 }
        visible: dialog.shown !== null
        radius: Theme.radiusCard
        color: Theme.sunken
        Item {
            id: head
            x: 20
            width: parent.width - 40
            height: 88
            AppText { y: 12; width: parent.width - opener.width - 12; elide: Text.ElideMiddle; text: dialog.shown?.name ?? ""; font: Theme.heading }
            AppText {
                y: 40
                width: parent.width - opener.width - 12
                elide: Text.ElideRight
                font: Theme.caption
                color: Theme.text3
                text: [dialog.shown?.place, dialog.shown?.headings].filter(part => part).join("  ·  ")
            }
            AppText {
                y: 60
                width: parent.width
                visible: text !== ""
                elide: Text.ElideRight
                font: Theme.caption
                color: Theme.text3
                text: dialog.shown?.found ? qsTr("Found %1").arg(dialog.shown.found) : ""
            }
            AppButton {
                id: opener
                anchors { right: parent.right; top: parent.top; topMargin: 14 }
                visible: String(dialog.shown?.address ?? "") !== ""
                small: true
                iconName: "open"
                text: dialog.narrow ? "" : qsTr("Open the file")
                Accessible.name: qsTr("Open the file")
                onClicked: Qt.openUrlExternally(dialog.shown.address)
            }
        }
        ScrollArea {
            anchors { left: parent.left; right: parent.right; top: head.bottom; bottom: parent.bottom; leftMargin: 20; rightMargin: 8; bottomMargin: 12 }
            contentHeight: words.height
            Column {
                id: words
                width: ground.width - 48
                AppText { width: parent.width; wrapMode: Text.Wrap; font: Theme.reading; line: 24; color: Theme.text3; text: dialog.before; visible: text !== ""; bottomPadding: 12 }
                Rectangle {
                    width: parent.width
                    height: passage.height + 16
                    radius: Theme.radius
                    color: Theme.emberSoft
                    AppText {
                        id: passage
                        x: 10
                        y: 8
                        width: parent.width - 20
                        wrapMode: Text.Wrap
                        textFormat: Text.PlainText
                        font: Theme.reading
                        line: 24
                        text: dialog.shown?.text ?? ""
                        Accessible.name: text
                    }
                }
                AppText { width: parent.width; wrapMode: Text.Wrap; font: Theme.reading; line: 24; color: Theme.text3; text: dialog.after; visible: text !== ""; topPadding: 12 }
            }
        }
    }
}
