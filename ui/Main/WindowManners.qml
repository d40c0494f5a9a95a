import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// What the window does beside showing things: follows the theme, keeps its place, asks for attention, takes files that
// are dropped on it: models to the models, all others to the message.
Item {
    id: manners

    required property Application app
    required property T.ApplicationWindow view

    function keepPlace() {
        app.settings.windowMaximized = view.visibility === Window.Maximized
        if (view.visibility === Window.Windowed) app.settings.windowGeometry = Qt.rect(view.x, view.y, view.width, view.height)
    }

    signal lossFeared()

    function mayClose() {
        keepPlace()
        if (app.backup.wouldLose()) {
            lossFeared()
            return false
        }
        return app.cache.mayClose()
    }

    // Once: a window that is moved to another screen keeps its size.
    function fitScreen() {
        // A screen that nobody sees says nothing about room.
        if (Qt.platform.pluginName === "offscreen") return
        view.minimumWidth = Math.min(view.minimumWidth, view.Screen.desktopAvailableWidth)
        view.minimumHeight = Math.min(view.minimumHeight, view.Screen.desktopAvailableHeight)
        view.width = Math.min(view.width, view.Screen.desktopAvailableWidth)
        view.height = Math.min(view.height, view.Screen.desktopAvailableHeight)
    }

    DropArea {
        id: drop
        anchors.fill: parent
        keys: ["text/uri-list"]
        onDropped: drop => {
            const models = manners.app.models
            for (const url of drop.urls.filter(url => models.takes(url))) models.addFile(url)
            manners.app.chat.attachments.add(drop.urls.filter(url => !models.takes(url)))
        }
    }
    Rectangle {
        anchors { fill: parent; margins: 8 }
        visible: drop.containsDrag
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
    Binding { target: Theme; property: "dark"; value: manners.app.settings.dark }
    Binding { target: KeyHints; property: "captions"; value: manners.app.keys.captions }
    Binding { target: Theme; property: "reduceMotion"; value: manners.app.settings.reduceMotion }
    Binding { target: Theme; property: "software"; value: manners.GraphicsInfo.api === GraphicsInfo.Software }
    Connections {
        target: manners.app.chat
        function onReplyEnded() { if (!manners.view.active) manners.view.alert(0) }
    }
    Connections {
        target: manners.app.cache
        // Whoever sent a message meanwhile stays. A reply that did not end in time does not keep the window open.
        function onReadyToClose(late: bool) { manners.app.chat.canStop && !late ? manners.app.cache.stay() : manners.view.close() }
    }
}
