// Bound components cannot be loaded before Qt 6.5, hence no pragma; and the bases of list models
// are not described to qmllint.
// qmllint disable
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Prompts that tool servers have to begin a message with, and what the chosen one wants to know.
DialogShell {
    id: dialog

    required property McpPrompts prompts
    property int chosen: -1
    readonly property var wanted: prompts.argumentsOf(chosen)
    property var values: ({})
    property string problem: ""
    readonly property bool complete: chosen >= 0 && wanted.every(argument => !argument.required || (values[argument.name] ?? "") !== "")

    signal textArrived(string text)

    function choose(row: int) {
        prompts.cancel()
        problem = ""
        values = ({})
        chosen = row
    }
    function insert() {
        if (!complete || prompts.waiting) return
        problem = ""
        prompts.fetch(chosen, values)
    }

    title: qsTr("Prompts of tool servers")
    wantedWidth: 560
    wantedHeight: 520
    onAboutToShow: choose(prompts.count === 1 ? 0 : -1)
    onOpened: list.forceActiveFocus()
    onClosed: prompts.cancel()
    Connections {
        target: dialog.prompts
        function onArrived(text) {
            if (!dialog.visible) return
            dialog.close()
            dialog.textArrived(text)
        }
        function onFailed(sentence) { dialog.problem = sentence }
        function onCountChanged() { dialog.choose(-1) }
    }
    ListView {
        id: list
        anchors { left: parent.left; right: parent.right; top: parent.top; bottom: form.top; margins: 16 }
        clip: true
        model: dialog.prompts
        currentIndex: dialog.chosen
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        keyNavigationEnabled: false
        Keys.onUpPressed: if (dialog.chosen > 0) dialog.choose(dialog.chosen - 1)
        Keys.onDownPressed: if (dialog.chosen + 1 < dialog.prompts.count) dialog.choose(dialog.chosen + 1)
        Keys.onReturnPressed: dialog.insert()
        Accessible.role: Accessible.List
        Accessible.name: dialog.title
        T.ScrollBar.vertical: AppScrollBar {}
        delegate: T.ItemDelegate {
            id: row
            required property int index
            required property string name
            required property string description
            required property string server
            width: ListView.view.width
            implicitHeight: 52
            hoverEnabled: true
            Accessible.role: Accessible.ListItem
            Accessible.name: row.name + ". " + row.description
            Accessible.selected: dialog.chosen === row.index
            onClicked: {
                dialog.choose(row.index)
                list.forceActiveFocus()
            }
            background: Rectangle {
                radius: Theme.radius
                color: dialog.chosen === row.index ? Theme.selected : row.hovered ? Theme.hover : "transparent"
            }
            contentItem: Item {
                AppText { x: 12; y: 6; width: parent.width - serverText.implicitWidth - 36; elide: Text.ElideRight; text: row.name; font: Theme.section }
                AppText { id: serverText; anchors { right: parent.right; rightMargin: 12 } y: 6; text: row.server; font: Theme.caption; color: Theme.text3 }
                AppText { x: 12; y: 27; width: parent.width - 24; elide: Text.ElideRight; text: row.description; font: Theme.caption; color: Theme.text2 }
            }
        }
    }
    Column {
        id: form
        anchors { left: parent.left; right: parent.right; bottom: buttons.top; leftMargin: 24; rightMargin: 24; bottomMargin: 12 }
        spacing: 8
        Repeater {
            model: dialog.wanted
            AppField {
                required property var modelData
                width: form.width
                name: modelData.name
                placeholderText: (modelData.required ? modelData.name : qsTr("%1 (optional)").arg(modelData.name)) + (modelData.description ? " – " + modelData.description : "")
                onTextEdited: dialog.values = Object.assign({}, dialog.values, { [modelData.name]: text })
                onAccepted: dialog.insert()
            }
        }
        AppText {
            width: parent.width
            visible: dialog.problem !== ""
            wrapMode: Text.Wrap
            color: Theme.bad
            text: dialog.problem
            Accessible.role: Accessible.AlertMessage
            Accessible.name: text
        }
    }
    Row {
        id: buttons
        anchors { right: parent.right; rightMargin: 24; bottom: parent.bottom; bottomMargin: 16 }
        spacing: 8
        AppButton {
            kind: AppButton.Primary
            enabled: dialog.complete && !dialog.prompts.waiting
            text: dialog.prompts.waiting ? qsTr("Waiting for the server…") : qsTr("Insert")
            onClicked: dialog.insert()
        }
    }
}
