import QtQuick
import QtQuick.Templates as T
import Hearth.Look

// What is taller than its place: scrolls by wheel, by its bar, and after the keyboard.
Flickable {
    id: area

    clip: true
    boundsBehavior: Flickable.StopAtBounds
    T.ScrollBar.vertical: AppScrollBar {}
    FocusFollower { area: area }
}
