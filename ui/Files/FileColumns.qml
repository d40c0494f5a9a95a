pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Folders
import Hearth.Theme
import Hearth.Components

// The heads of the columns; a press sorts by one.
Item {
    id: columns

    required property FolderListing listing
    readonly property bool brief: width < 460

    implicitHeight: 30
    Repeater {
        model: [{ text: qsTr("Name"), order: FolderListing.Name, x: 36, width: columns.width - (columns.brief ? 130 : 250) - 36 },
                { text: qsTr("Size"), order: FolderListing.Size, x: columns.width - (columns.brief ? 110 : 240), width: 90 },
                { text: qsTr("Changed"), order: FolderListing.Changed, x: columns.width - 140, width: columns.brief ? 0 : 130 }]
        T.Button {
            id: head
            required property var modelData
            readonly property bool on: columns.listing.order === modelData.order
            x: modelData.x
            width: modelData.width
            height: 26
            visible: width > 0
            hoverEnabled: true
            focusPolicy: Qt.TabFocus
            text: modelData.text
            Accessible.role: Accessible.ColumnHeader
            Accessible.name: qsTr("Sort by: %1").arg(text)
            Accessible.onPressAction: head.clicked()
            Keys.onReturnPressed: head.clicked()
            onClicked: columns.listing.sortBy(modelData.order)
            background: Item { FocusRing { visible: head.visualFocus; distance: 0 } }
            contentItem: Item {
                AppText {
                    id: label
                    text: head.text
                    font: Theme.captionStrong
                    color: head.hovered || head.on ? Theme.text2 : Theme.text3
                    anchors.verticalCenter: parent.verticalCenter
                }
                Icon {
                    visible: head.on
                    anchors { left: label.right; leftMargin: 4; verticalCenter: parent.verticalCenter }
                    name: columns.listing.descending ? "down" : "up"
                    extent: 12
                }
            }
        }
    }
    Hairline { y: parent.height - 1; width: parent.width }
}
