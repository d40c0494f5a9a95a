import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Shows the pictures of a message large, one at a time: fitted into the window, or pixel by pixel.
T.Popup {
    id: viewer

    required property PictureExport files
    // Of each its hash, and its width and height in pixels.
    property var shown: []
    property int index: 0
    property bool fits: true
    // As in DialogShell.
    property bool leaving: false
    readonly property var picture: shown[index] ?? ({ hash: "", width: 1, height: 1 })
    // Textures have a maximum size.
    readonly property real kept: Math.min(1, 4096 / Math.max(picture.width, picture.height))
    readonly property string spoken: qsTr("Picture %1 of %2, %3 × %4").arg(index + 1).arg(shown.length).arg(picture.width).arg(picture.height)

    signal saveRequested(string hash)

    function show(pictures: var, at: int) {
        shown = pictures
        index = at
        fits = true
        open()
    }
    function step(by: int) {
        index = Math.max(0, Math.min(shown.length - 1, index + by))
        view.contentX = view.contentY = 0
    }

    parent: T.Overlay.overlay
    width: parent ? parent.width : 0
    height: parent ? parent.height : 0
    padding: 0
    modal: !leaving
    dim: true
    focus: true
    closePolicy: leaving ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape
    onAboutToShow: leaving = false
    onAboutToHide: leaving = true
    onClosed: leaving = false
    T.Overlay.modal: Rectangle { color: Theme.scrim }
    T.Overlay.modeless: Rectangle { color: Theme.scrim }
    background: Rectangle { color: Theme.window }
    enter: Transition { NumberAnimation { property: "opacity"; from: 0; to: 1; duration: Theme.appear; easing.type: Easing.OutCubic } }
    exit: Transition { NumberAnimation { property: "opacity"; from: 1; to: 0; duration: Theme.vanish } }
    contentItem: FocusScope {
        focus: true
        Accessible.role: Accessible.Dialog
        Accessible.name: viewer.spoken
        Keys.onPressed: event => {
            const way = event.key === Qt.Key_Left ? -1 : event.key === Qt.Key_Right ? 1 : 0
            if (way !== 0 && viewer.fits) viewer.step(way)
            else if (way !== 0) view.contentX = view.bounded(view.contentX + way * 48, view.contentWidth - view.width)
            else if (event.key === Qt.Key_Up || event.key === Qt.Key_Down)
                view.contentY = view.bounded(view.contentY + (event.key === Qt.Key_Up ? -48 : 48), view.contentHeight - view.height)
            else if (event.key === Qt.Key_Space) viewer.fits = !viewer.fits
            else if (event.matches(StandardKey.Copy)) viewer.files.copy(viewer.picture.hash)
            else if (event.matches(StandardKey.Save)) viewer.saveRequested(viewer.picture.hash)
            else return
            event.accepted = true
        }
        AppText {
            x: Theme.pageMargin
            y: Math.round((Theme.topBarHeight - height) / 2)
            width: buttons.x - x - 12
            elide: Text.ElideRight
            text: viewer.spoken
            color: Theme.text2
        }
        Row {
            id: buttons
            anchors { right: parent.right; rightMargin: 16 }
            y: 12
            spacing: 4
            IconButton { visible: viewer.shown.length > 1; enabled: viewer.index > 0; iconName: "left"; text: qsTr("Previous picture"); onClicked: viewer.step(-1) }
            IconButton { visible: viewer.shown.length > 1; enabled: viewer.index + 1 < viewer.shown.length; iconName: "right"; text: qsTr("Next picture"); onClicked: viewer.step(1) }
            AppButton { small: true; kind: AppButton.Ghost; text: viewer.fits ? qsTr("100 %") : qsTr("Fit"); tip: viewer.fits ? qsTr("One dot of the screen for each of the picture") : qsTr("Fit it into the window"); onClicked: viewer.fits = !viewer.fits }
            IconButton { iconName: "copy"; text: qsTr("Copy the picture"); onClicked: viewer.files.copy(viewer.picture.hash) }
            IconButton { iconName: "download"; text: qsTr("Save the picture as…"); onClicked: viewer.saveRequested(viewer.picture.hash) }
            IconButton { iconName: "close"; text: qsTr("Close"); hint: qsTr("Esc"); onClicked: viewer.close() }
        }
        Hairline {
            y: Theme.topBarHeight - 1
            width: parent.width
        }
        Flickable {
            id: view
            readonly property real whole: 1 / Screen.devicePixelRatio
            readonly property real zoom: viewer.fits ? Math.min(whole, (width - 32) / viewer.picture.width, (height - 32) / viewer.picture.height) : whole
            function bounded(at: real, most: real): real { return Math.max(0, Math.min(at, most)) }
            anchors { fill: parent; topMargin: Theme.topBarHeight }
            clip: true
            contentWidth: Math.max(width, large.width)
            contentHeight: Math.max(height, large.height)
            boundsBehavior: Flickable.StopAtBounds
            T.ScrollBar.vertical: AppScrollBar {}
            T.ScrollBar.horizontal: AppScrollBar {}
            Image {
                id: large
                anchors.centerIn: parent
                width: Math.max(1, Math.round(viewer.picture.width * view.zoom))
                height: Math.max(1, Math.round(viewer.picture.height * view.zoom))
                asynchronous: true
                mipmap: true
                sourceSize: Qt.size(Math.max(1, viewer.picture.width * viewer.kept), Math.max(1, viewer.picture.height * viewer.kept))
                source: viewer.picture.hash === "" || !viewer.visible ? "" : "image://picture/" + viewer.picture.hash
                Accessible.role: Accessible.Graphic
                Accessible.name: viewer.spoken
                TapHandler { onDoubleTapped: viewer.fits = !viewer.fits }
            }
            AppText {
                anchors.centerIn: parent
                visible: large.status === Image.Error
                text: qsTr("This picture is damaged and cannot be shown.")
                color: Theme.text2
            }
        }
    }
}
