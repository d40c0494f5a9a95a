// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Behaviour of the window apart from showing content: follows the theme, keeps its geometry, asks for attention,
// accepts dropped files. Model files go to the models, all others to the message.
Item {
    id: manners

    required property T.ApplicationWindow view

    function keepPlace() {
        Settings.app.window.windowMaximized = view.visibility === Window.Maximized
        if (view.visibility === Window.Windowed) Settings.app.window.windowGeometry = Qt.rect(view.x, view.y, view.width, view.height)
    }

    signal lossFeared()

    function mayClose() {
        keepPlace()
        if (Chats.backup.wouldLose()) {
            lossFeared()
            return false
        }
        return Models.cache.mayClose()
    }

    // Once: a window that is moved to another screen keeps its size.
    function fitScreen() {
        // An offscreen screen says nothing about room.
        if (Qt.platform.pluginName === "offscreen") return
        view.minimumWidth = Math.min(view.minimumWidth, view.Screen.desktopAvailableWidth)
        view.minimumHeight = Math.min(view.minimumHeight, view.Screen.desktopAvailableHeight)
        view.width = Math.min(view.width, view.Screen.desktopAvailableWidth)
        view.height = Math.min(view.height, view.Screen.desktopAvailableHeight)
    }

    DropArea {
        id: drop
        // Browsers add the bytes of a picture that is dragged, or give its address alone.
        readonly property var pictureTypes: Chats.chat.attachments.pictureTypes
        anchors.fill: parent
        keys: ["text/uri-list", ...pictureTypes]
        onDropped: drop => {
            const models = Models.installed
            for (const url of drop.urls.filter(url => models.takes(url))) models.addFile(url)
            const type = pictureTypes.find(type => drop.formats.includes(type))
            Chats.chat.attachments.drop(drop.urls.filter(url => !models.takes(url)), type ? drop.getDataAsArrayBuffer(type) : new ArrayBuffer(0))
        }
    }
    Loader {
        anchors { fill: parent; margins: 8 }
        active: drop.containsDrag
        sourceComponent: Rectangle {
            radius: Theme.radiusLarge
            color: Theme.scrim
            border.width: 2
            border.color: Theme.ember
            Card {
                anchors.centerIn: parent
                width: hint.implicitWidth + 48
                height: 56
                AppText {
                    id: hint
                    anchors.centerIn: parent
                    text: qsTr("Drop files to attach them; models are added to yours")
                    font: Theme.section
                    Accessible.role: Accessible.AlertMessage
                    Accessible.name: text
                }
            }
        }
    }
    Binding { target: Theme; property: "dark"; value: Settings.app.look.dark }
    Binding { target: KeyHints; property: "captions"; value: Settings.keys.captions }
    Binding { target: Theme; property: "reduceMotion"; value: Settings.app.look.reduceMotion }
    Binding { target: Theme; property: "software"; value: manners.GraphicsInfo.api === GraphicsInfo.Software }
    Connections {
        target: Chats.chat
        function onReplyEnded() { if (!manners.view.active) manners.view.alert(0) }
    }
    Connections {
        target: Models.cache
        // The window stays open if a message was sent in the meantime. A reply that did not end in time does not keep
        // it open.
        function onReadyToClose(late: bool) { Chats.chat.canStop && !late ? Models.cache.stay() : manners.view.close() }
    }
}
