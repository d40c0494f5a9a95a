pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A field for one line of text.
T.TextField {
    id: field

    property string name: ""
    property string iconName: ""
    property string note: ""
    property bool mono: false
    property bool failed: false
    property bool clearable: false

    implicitWidth: 200
    implicitHeight: Theme.controlHeight
    leftPadding: iconName !== "" ? 34 : 10
    rightPadding: note !== "" ? noteText.implicitWidth + 18 : clearable ? 34 : 10
    verticalAlignment: TextInput.AlignVCenter
    font: mono ? Theme.figures : Theme.body
    color: enabled ? Theme.text : Theme.textOff
    placeholderTextColor: Theme.text3
    selectionColor: Theme.emberLine
    selectedTextColor: Theme.text
    selectByMouse: true
    cursorDelegate: Caret {}
    Accessible.role: Accessible.EditableText
    Accessible.name: name
    // Qt 6.4 hides the name of what it calls a password; the role comes from echoMode all the same.
    Accessible.onPasswordEditChanged: if (Accessible.passwordEdit) Accessible.passwordEdit = false
    background: FieldGround {
        hovered: field.hovered
        focused: field.activeFocus
        failed: field.failed
    }
    Icon {
        visible: field.iconName !== ""
        x: 10
        name: field.iconName
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        visible: field.text === "" && field.preeditText === ""
        x: field.leftPadding
        width: field.width - field.leftPadding - field.rightPadding
        text: field.placeholderText
        font: field.mono ? Theme.figures : Theme.body
        color: Theme.text3
        elide: Text.ElideRight
        anchors.verticalCenter: parent.verticalCenter
    }
    AppText {
        id: noteText
        visible: field.note !== ""
        text: field.note
        font: Theme.caption
        color: Theme.text3
        anchors { right: parent.right; rightMargin: 10; verticalCenter: parent.verticalCenter }
    }
    IconButton {
        visible: field.clearable && field.text !== ""
        iconName: "close"
        extent: 14
        text: qsTr("Clear")
        anchors { right: parent.right; rightMargin: 2; verticalCenter: parent.verticalCenter }
        onClicked: { field.clear(); field.forceActiveFocus() }
    }
}
