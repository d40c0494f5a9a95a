import QtQuick

// Creates a menu when it is first opened: creating all of them would delay the start, and most are never opened.
Loader {
    readonly property bool opened: (item as AppMenu)?.visible ?? false

    active: false

    function made(): AppMenu {
        active = true
        return item as AppMenu
    }
}
