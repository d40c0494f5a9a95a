import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.ScrollBar {
    id: bar

    // True while the item that it scrolls has the keyboard.
    property bool keyed: false
    // Visible without the pointer, too.
    property bool lasting: false

    implicitWidth: orientation === Qt.Vertical ? 10 : 40
    implicitHeight: orientation === Qt.Vertical ? 40 : 10
    padding: 2
    minimumSize: 0.06
    visible: policy !== T.ScrollBar.AlwaysOff && (size < 1 || keyed)
    hoverEnabled: true
    Accessible.role: Accessible.ScrollBar
    Accessible.name: qsTr("Scroll bar")
    contentItem: Rectangle {
        implicitWidth: 6
        implicitHeight: 6
        radius: 3
        color: bar.keyed ? Theme.ember : bar.pressed ? Theme.text3 : bar.hovered ? Theme.control : Theme.border
        opacity: bar.active || bar.hovered || bar.keyed || bar.lasting ? 1 : 0
        Behavior on opacity { NumberAnimation { duration: Theme.slide } }
    }
}
