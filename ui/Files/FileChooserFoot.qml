import QtQuick
import Hearth.Theme
import Hearth.Components

// The foot of the dialog for files: the name of the file to save, which files are shown, the buttons, and the question
// before a file is overwritten.
Item {
    id: foot

    property bool saving: false
    property bool ready: false
    property var filters: []
    property int filter: 0
    property string accepting: ""
    property string replacing: ""
    property string problem: ""
    readonly property alias nameField: nameField
    readonly property bool asking: replacing !== ""

    signal accepted()
    signal cancelled()
    signal kept()
    signal renamed()
    signal filterPicked(int index)

    function ask() { replace.forceActiveFocus() }

    implicitHeight: 64 + (saving ? 40 : 0) + (note.visible ? note.implicitHeight + 8 : 0)
    Hairline { x: 1; width: parent.width - 2 }
    AppText {
        id: note
        visible: text !== ""
        x: 24
        y: 10
        width: parent.width - 48
        text: foot.asking ? qsTr("“%1” already exists. Replacing it deletes its contents.").arg(foot.replacing) : foot.problem
        color: foot.asking ? Theme.text : Theme.bad
        wrapMode: Text.Wrap
        Accessible.role: Accessible.AlertMessage
        Accessible.name: text
    }
    AppText {
        id: nameLabel
        visible: foot.saving
        x: 24
        anchors.verticalCenter: nameField.verticalCenter
        text: qsTr("Name")
        color: Theme.text2
    }
    AppField {
        id: nameField
        visible: foot.saving
        anchors { left: nameLabel.right; leftMargin: 12; right: parent.right; rightMargin: 24; bottom: parent.bottom; bottomMargin: 60 }
        name: qsTr("File name")
        onTextEdited: { foot.problem = ""; foot.renamed() }
        onAccepted: foot.accepted()
    }
    Select {
        id: filterChoice
        visible: foot.filters.length > 1 && !foot.asking
        x: 24
        y: parent.height - 48
        width: Math.min(300, parent.width - 48 - buttons.width - 16)
        name: qsTr("Files to show")
        model: foot.filters.map(filter => filter.name)
        currentIndex: foot.filter
        onActivated: index => foot.filterPicked(index)
    }
    Row {
        id: buttons
        anchors { right: parent.right; rightMargin: 24 }
        y: parent.height - 48
        spacing: 8
        AppButton {
            visible: !foot.asking
            text: qsTr("Cancel")
            onClicked: foot.cancelled()
        }
        AppButton {
            visible: !foot.asking
            kind: AppButton.Primary
            text: foot.accepting
            enabled: foot.ready
            onClicked: foot.accepted()
        }
        AppButton {
            visible: foot.asking
            text: qsTr("Choose another name")
            onClicked: foot.kept()
        }
        AppButton {
            id: replace
            visible: foot.asking
            kind: AppButton.Danger
            text: qsTr("Replace")
            onClicked: foot.accepted()
        }
    }
}
