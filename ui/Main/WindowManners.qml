import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme

// What the window does beside showing things: follows the theme, keeps its place, asks for attention, takes model files
// that are dropped on it.
Item {
    id: manners

    required property Application app
    required property T.ApplicationWindow view

    function keepPlace() {
        app.settings.windowMaximized = view.visibility === Window.Maximized
        if (view.visibility === Window.Windowed) app.settings.windowGeometry = Qt.rect(view.x, view.y, view.width, view.height)
    }

    DropArea {
        anchors.fill: parent
        keys: ["text/uri-list"]
        onDropped: drop => { for (const url of drop.urls) manners.app.models.addFile(url) }
    }
    Binding { target: Theme; property: "dark"; value: manners.app.settings.dark }
    Binding { target: Theme; property: "reduceMotion"; value: manners.app.settings.reduceMotion }
    Binding { target: Theme; property: "software"; value: manners.GraphicsInfo.api === GraphicsInfo.Software }
    Connections {
        target: manners.app.chat
        function onReplyEnded() { if (!manners.view.active) manners.view.alert(0) }
    }
}
