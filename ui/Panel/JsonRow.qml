import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// One value of a JSON tree.
T.ItemDelegate {
    id: row

    required property int index
    required property string key
    required property string value
    required property int kind
    required property int depth
    required property bool foldable
    required property bool folded
    required property bool named
    readonly property bool inner: kind === JsonTree.Object || kind === JsonTree.List
    readonly property bool current: ListView.isCurrentItem && ListView.view.activeFocus

    signal toggled()

    implicitHeight: 24
    hoverEnabled: true
    focusPolicy: Qt.ClickFocus
    focus: ListView.isCurrentItem
    text: key === "" ? value : qsTr("%1: %2").arg(key).arg(value)
    Accessible.role: Accessible.TreeItem
    Accessible.name: text
    Accessible.description: !foldable ? "" : folded ? qsTr("folded") : qsTr("unfolded")
    Accessible.onPressAction: if (row.foldable) row.toggled()
    Keys.onReturnPressed: if (foldable) toggled()
    Keys.onSpacePressed: if (foldable) toggled()
    onClicked: {
        ListView.view.currentIndex = index
        if (foldable) toggled()
    }
    background: Rectangle {
        radius: Theme.radiusSmall
        color: row.current ? Theme.selected : row.hovered ? Theme.hoverRaised : "transparent"
    }
    contentItem: Item {
        Icon {
            x: 4 + 14 * row.depth
            anchors.verticalCenter: parent.verticalCenter
            visible: row.foldable
            name: row.folded ? "right" : "down"
            extent: 12
        }
        AppText {
            id: label
            x: 20 + 14 * row.depth
            width: Math.min(implicitWidth, Math.max(40, (row.width - x) / 2))
            anchors.verticalCenter: parent.verticalCenter
            text: row.key
            font: Theme.figures
            color: row.named ? Theme.text2 : Theme.text3
            elide: Text.ElideRight
        }
        AppText {
            x: label.x + (label.text === "" ? 0 : label.width + 8)
            width: row.width - x - 10
            anchors.verticalCenter: parent.verticalCenter
            text: row.value.replace(/\s+/g, " ")
            font: row.inner ? Theme.caption : Theme.figures
            color: row.inner ? Theme.text3 : row.kind === JsonTree.Text ? Theme.cString : row.kind === JsonTree.Number ? Theme.cNumber : Theme.cKeyword
            elide: Text.ElideRight
        }
    }
}
