import QtQuick
import Hearth.Theme

Rectangle {
    implicitHeight: 1
    implicitWidth: 1
    color: Theme.hairline
    Accessible.role: Accessible.Separator
    Accessible.ignored: true
}
