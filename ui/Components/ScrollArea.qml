import QtQuick
import QtQuick.Templates as T
import Hearth.Look

// Content that may be taller than its area: scrolls by wheel, by its bar, and with the keyboard focus.
Flickable {
    id: area

    clip: true
    boundsBehavior: Flickable.StopAtBounds
    T.ScrollBar.vertical: AppScrollBar {}
    FocusFollower { area: area }
}
