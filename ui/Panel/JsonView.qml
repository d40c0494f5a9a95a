pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// JSON as a tree. Up and Down move along the rows, Right unfolds, Left folds or moves to the parent of a row.
T.Control {
    id: view

    required property JsonTree json

    implicitHeight: Math.min(400, list.contentHeight) + 8
    padding: 4
    Accessible.role: Accessible.Tree
    Accessible.name: qsTr("Last reply")
    background: FieldGround { focused: list.activeFocus }
    contentItem: ListView {
        id: list
        clip: true
        model: view.json
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        keyNavigationEnabled: true
        reuseItems: false
        T.ScrollBar.vertical: AppScrollBar {}
        Keys.onRightPressed: view.json.setFolded(currentIndex, false)
        Keys.onLeftPressed: {
            const row = currentItem as JsonRow
            if (row && row.foldable && !row.folded) view.json.setFolded(currentIndex, true)
            else currentIndex = Math.max(0, view.json.parentOf(currentIndex))
        }
        delegate: JsonRow {
            width: list.width
            onToggled: view.json.setFolded(index, !folded)
        }
    }
}
