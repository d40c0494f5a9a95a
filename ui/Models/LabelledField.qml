import QtQuick
import Hearth.Theme
import Hearth.Components

// A field with its name at the left.
Item {
    id: item

    required property string label
    // The whole name, where the label is short.
    property string name: label
    property real labelWidth: 112
    property alias text: field.text
    property alias mono: field.mono
    property alias note: field.note
    property alias failed: field.failed
    property alias placeholder: field.placeholderText
    property bool secret: false

    signal accepted()
    signal edited()

    function forceActiveFocus(reason: int) { field.forceActiveFocus(reason) }

    implicitHeight: Theme.controlHeight
    AppText {
        width: item.labelWidth
        anchors.verticalCenter: parent.verticalCenter
        text: item.label
        elide: Text.ElideRight
        color: Theme.text2
    }
    AppField {
        id: field
        x: item.labelWidth
        width: parent.width - x
        name: item.name
        echoMode: item.secret ? TextInput.Password : TextInput.Normal
        onAccepted: item.accepted()
        onTextEdited: item.edited()
    }
}
