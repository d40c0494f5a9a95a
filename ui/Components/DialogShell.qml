import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// The frame of the large dialogs: head with title, body. Stays 32 from the window's edge.
T.Popup {
    id: dialog

    property string title: ""
    default property alias body: bodyItem.data
    property alias headItems: headRow.data
    property real wantedWidth: 1040
    property real wantedHeight: 680
    // While it fades out it is not modal: a popup that is modal or waits for Escape keeps the window's shortcuts from working.
    // It is again once it is closed, for the window is dimmed by what a popup is when it opens.
    property bool leaving: false
    readonly property int room: parent && parent.width < Theme.narrowBelow ? 8 : 32

    parent: T.Overlay.overlay
    x: parent ? Math.round((parent.width - width) / 2) : 0
    y: parent ? Math.round((parent.height - height) / 2) : 0
    width: parent ? Math.min(wantedWidth, parent.width - 2 * room) : wantedWidth
    height: parent ? Math.min(wantedHeight, parent.height - 2 * room) : wantedHeight
    padding: 0
    modal: !leaving
    dim: true
    focus: true
    closePolicy: leaving ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside
    onAboutToShow: leaving = false
    onAboutToHide: leaving = true
    onClosed: leaving = false
    T.Overlay.modal: Rectangle { color: Theme.scrim }
    T.Overlay.modeless: Rectangle { color: Theme.scrim }
    background: Card {
        level: 3
        corner: Theme.radiusLarge
        fill: Theme.window
    }
    enter: Transition { NumberAnimation { property: "opacity"; from: 0; to: 1; duration: Theme.slide; easing.type: Easing.OutCubic } }
    exit: Transition { NumberAnimation { property: "opacity"; from: 1; to: 0; duration: Theme.vanish } }
    contentItem: FocusScope {
        focus: true
        Accessible.role: Accessible.Dialog
        Accessible.name: dialog.title
        AppText {
            x: Theme.pageMargin
            y: Math.round((56 - height) / 2)
            text: dialog.title
            font: Theme.heading
            Accessible.role: Accessible.Heading
            Accessible.name: text
        }
        Item {
            id: headRow
            anchors { left: parent.left; right: closer.left; leftMargin: 108; rightMargin: 12 }
            height: 56
        }
        IconButton {
            id: closer
            anchors { right: parent.right; rightMargin: 16 }
            y: 14
            iconName: "close"
            text: qsTr("Close")
            hint: qsTr("Esc")
            onClicked: dialog.close()
        }
        Hairline {
            y: 55
            x: 1
            width: parent.width - 2
        }
        Item {
            id: bodyItem
            anchors { fill: parent; topMargin: 56 }
        }
    }
}
