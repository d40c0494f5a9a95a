pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

T.Menu {
    id: menu

    property real menuWidth: 208
    // As in Popover.
    property bool leaving: false

    // The texts decide, up to a width that still reads as a menu.
    property real textWidth: 0
    function fit() {
        let widest = 0
        for (let i = 0; i < count; ++i) {
            const item = itemAt(i)
            if (item && item.visible) widest = Math.max(widest, item.implicitWidth)
        }
        textWidth = widest + leftPadding + rightPadding
    }

    implicitWidth: Math.max(menuWidth, Math.min(textWidth, 400))
    implicitHeight: contentItem.implicitHeight + topPadding + bottomPadding
    closePolicy: leaving ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside
    // The chosen item keeps the focus inside the menu, which would highlight it when the menu opens again.
    function darken() {
        for (let i = 0; i < count; ++i) itemAt(i).focus = false
        currentIndex = -1
    }

    // Opens at a place of an item that may go while the menu is open, as rows of lists do: the menu belongs to `home`,
    // which stays.
    function popupAt(home: Item, item: Item, x: real, y: real) {
        const at = item.mapToItem(home, x, y)
        popup(home, at.x, at.y)
    }

    onAboutToShow: {
        leaving = false
        darken()
    }
    // Items of a menu that is closed are not visible.
    onVisibleChanged: if (visible) fit()
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
