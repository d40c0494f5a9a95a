import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.MenuSeparator {
    implicitHeight: visible ? 9 : 0
    implicitWidth: 100
    padding: 4
    leftPadding: 0
    rightPadding: 0
    contentItem: Rectangle {
        implicitHeight: 1
        color: Theme.hairline
    }
}
