import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A raised card over the page that closes by Esc or a press outside.
T.Popup {
    id: popover

    // While it fades out it does not wait for Escape: what does keeps the window's shortcuts from working.
    property bool leaving: false

    implicitWidth: contentWidth + leftPadding + rightPadding
    implicitHeight: contentHeight + topPadding + bottomPadding
    contentWidth: contentItem ? contentItem.implicitWidth : 0
    contentHeight: contentItem ? contentItem.implicitHeight : 0
    margins: 8
    padding: 16
    focus: true
    closePolicy: leaving ? T.Popup.NoAutoClose : T.Popup.CloseOnEscape | T.Popup.CloseOnPressOutside
    onAboutToShow: leaving = false
    onAboutToHide: leaving = true
    background: Card {}
    enter: Transition {
        NumberAnimation { property: "opacity"; from: 0; to: 1; duration: Theme.appear; easing.type: Easing.OutCubic }
    }
    exit: Transition {
        NumberAnimation { property: "opacity"; from: 1; to: 0; duration: Theme.vanish; easing.type: Easing.InCubic }
    }
}
