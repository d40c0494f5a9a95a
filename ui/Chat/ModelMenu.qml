import QtQuick
import Hearth.App
import Hearth.Components

// The models that can make another reply.
AppMenu {
    id: menu

    required property ChatController chat
    property real messageId: 0

    // Instantiator comes with QtQuick, whose description for qmllint lacks it.
    // qmllint disable
    Instantiator {
        model: menu.chat.models
        delegate: AppMenuItem {
            required property string path
            required property string name
            text: name
            onTriggered: menu.chat.versions.regenerateBy(menu.messageId, path)
        }
        onObjectAdded: (index, item) => menu.insertItem(index, item as AppMenuItem)
        onObjectRemoved: (index, item) => menu.removeItem(item as AppMenuItem)
    }
    // qmllint enable
}
