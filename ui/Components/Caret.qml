import QtQuick
import Hearth.Theme

// The ember caret, blinking while its field has the keyboard.
Rectangle {
    id: caret

    width: 2
    color: Theme.ember
    visible: parent ? parent.activeFocus : false
    SequentialAnimation on opacity {
        loops: Animation.Infinite
        running: caret.visible && !Theme.reduceMotion
        PropertyAction { value: 1 }
        PauseAnimation { duration: 600 }
        PropertyAction { value: 0 }
        PauseAnimation { duration: 500 }
    }
}
