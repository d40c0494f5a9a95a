pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Folders
import Hearth.Theme
import Hearth.Components

// The folders that most files are in, next to the list.
Item {
    id: places

    property string modelsFolder: ""
    property var recent: []
    property string current: ""

    signal chosen(string path)

    function refresh() { rows.model = source.list(modelsFolder, recent) }

    clip: true
    FilePlaces { id: source }
    Rectangle { x: 1; width: parent.width - 1; height: parent.height; color: Theme.sidebar }
    ListView {
        id: rows
        anchors { fill: parent; margins: 8 }
        boundsBehavior: Flickable.StopAtBounds
        spacing: 2
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Places")
        delegate: AppButton {
            required property var modelData
            readonly property bool here: modelData.path === places.current
            width: ListView.view ? ListView.view.width : 160
            kind: AppButton.Ghost
            alignLeft: true
            leftPadding: 8
            font: here ? Theme.action : Theme.body
            iconName: modelData.icon
            text: modelData.name
            tip: modelData.path
            onClicked: places.chosen(modelData.path)
        }
    }
    Rectangle { anchors.right: parent.right; width: 1; height: parent.height; color: Theme.hairline }
}
