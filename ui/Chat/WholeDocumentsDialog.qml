// Bound components cannot be loaded before Qt 6.5, hence no pragma; and the bases of list models
// are not described to qmllint.
// qmllint disable
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Documents that go into the chat as a whole, in front of the next question, with what they take of the context.
DialogShell {
    id: dialog

    required property WholeDocuments documents

    title: qsTr("Whole documents in this chat")
    wantedWidth: 640
    wantedHeight: 560
    onAboutToShow: documents.load()
    onOpened: field.forceActiveFocus()
    AppText {
        id: hint
        anchors { left: parent.left; right: parent.right; top: parent.top; leftMargin: 24; rightMargin: 24; topMargin: 12 }
        wrapMode: Text.Wrap
        color: Theme.text2
        text: qsTr("The model reads all of a document that is chosen here: once, in front of your next question. Of the others it gets passages.")
    }
    AppField {
        id: field
        anchors { left: parent.left; right: parent.right; top: hint.bottom; leftMargin: 24; rightMargin: 24; topMargin: 12 }
        name: qsTr("Names of documents")
        placeholderText: qsTr("Part of a name or folder")
        iconName: "search"
        clearable: true
        text: dialog.documents.words
        onTextChanged: dialog.documents.words = text
        Keys.onDownPressed: list.forceActiveFocus(Qt.TabFocusReason)
    }
    AppText {
        visible: dialog.documents.count === 0
        anchors { left: parent.left; right: parent.right; top: field.bottom; margins: 24 }
        wrapMode: Text.Wrap
        color: Theme.text2
        text: dialog.documents.words === "" ? qsTr("There are no documents yet. Add some in the settings.") : qsTr("No document has that in its name.")
    }
    ListView {
        id: list
        anchors { left: parent.left; right: parent.right; top: field.bottom; bottom: foot.top; leftMargin: 16; rightMargin: 16; topMargin: 8; bottomMargin: 8 }
        clip: true
        model: dialog.documents
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        // The current row may be one that is shown no longer.
        function beginKeys() { if (!currentItem && count > 0) currentIndex = 0 }
        onActiveFocusChanged: if (activeFocus) Qt.callLater.call(Qt, beginKeys)
        Accessible.role: Accessible.List
        Accessible.name: dialog.title
        Keys.onSpacePressed: if (currentItem) (currentItem as T.CheckDelegate).clicked()
        T.ScrollBar.vertical: AppScrollBar {}
        delegate: T.CheckDelegate {
            id: row
            required property int index
            required property string name
            required property string folder
            required property string figures
            required property bool chosen
            required property bool fits
            width: ListView.view.width - 8
            implicitHeight: 48
            hoverEnabled: true
            checkable: false
            checked: chosen
            enabled: fits || chosen
            Accessible.role: Accessible.CheckBox
            Accessible.name: row.figures !== "" ? qsTr("%1, %2").arg(row.name).arg(row.figures) : row.name
            Accessible.checkable: true
            Accessible.checked: chosen
            Accessible.onPressAction: clicked()
            Accessible.onToggleAction: clicked()
            onClicked: {
                list.currentIndex = row.index
                dialog.documents.setChosen(row.index, !row.chosen)
            }
            background: Rectangle {
                radius: Theme.radius
                color: row.hovered || (list.activeFocus && row.ListView.isCurrentItem) ? Theme.hover : "transparent"
            }
            indicator: Rectangle {
                x: 12
                y: 16
                width: 16
                height: 16
                radius: Theme.radiusSmall
                color: row.chosen ? Theme.ember : "transparent"
                border.width: row.chosen ? 0 : 1
                border.color: row.enabled ? Theme.control : Theme.textOff
                Icon { anchors.centerIn: parent; visible: row.chosen; name: "check"; extent: 12; stroke: 1.8; tint: Theme.emberInk }
            }
            contentItem: Item {
                AppText { x: 40; y: 5; width: parent.width - figuresText.implicitWidth - 64; elide: Text.ElideMiddle; text: row.name; font: Theme.section; color: row.enabled ? Theme.text : Theme.textOff }
                AppText { id: figuresText; anchors { right: parent.right; rightMargin: 12 } y: 5; text: row.figures; font: Theme.caption; color: row.enabled ? Theme.text2 : Theme.warn }
                AppText { x: 40; y: 25; width: parent.width - 52; elide: Text.ElideMiddle; text: row.folder; font: Theme.caption; color: Theme.text3 }
            }
        }
    }
    Hairline { id: line; anchors { bottom: foot.top } x: 1; width: parent.width - 2 }
    Item {
        id: foot
        anchors { left: parent.left; right: parent.right; bottom: parent.bottom; leftMargin: 24; rightMargin: 24 }
        height: Math.max(56, said.height + 24)
        AppText {
            id: said
            anchors { left: parent.left; right: done.left; rightMargin: 16; verticalCenter: parent.verticalCenter }
            wrapMode: Text.Wrap
            font: Theme.caption
            line: 18
            color: dialog.documents.tooMuch ? Theme.bad : Theme.text2
            text: dialog.documents.summary !== "" ? dialog.documents.summary : qsTr("None is chosen.")
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        AppButton {
            id: done
            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
            text: qsTr("Done")
            onClicked: dialog.close()
        }
    }
}
