pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.Menu {
    id: menu

    property real menuWidth: 208
    // As in Popover.
    property bool leaving: false

    implicitWidth: menuWidth
    implicitHeight: contentItem.implicitHeight + topPadding + bottomPadding
    closePolicy: leaving ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside
    onAboutToShow: leaving = false
    onAboutToHide: leaving = true
    margins: 8
    padding: 4
    overlap: 1
    delegate: AppMenuItem {}
    background: Card {}
    contentItem: ListView {
        implicitHeight: contentHeight
        model: menu.contentModel
        interactive: false
        clip: true
        currentIndex: menu.currentIndex
    }
    enter: Transition { NumberAnimation { property: "opacity"; from: 0; to: 1; duration: Theme.appear; easing.type: Easing.OutCubic } }
    exit: Transition { NumberAnimation { property: "opacity"; from: 1; to: 0; duration: Theme.vanish } }
}
