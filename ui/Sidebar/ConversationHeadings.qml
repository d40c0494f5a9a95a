// Bound components cannot be loaded before Qt 6.5, hence no pragma.
import QtQuick
import Hearth.Theme
import Hearth.Components

// The headings of the conversations. Declared inside a file whose root is a ListView, Qt 6.4 would take the view's own
// property "section" for theirs, and a heading that is used again would keep its old text.
QtObject {
    readonly property Component heading: AppText {
        required property string section
        width: ListView.view ? ListView.view.width : 0
        height: 32
        leftPadding: 20
        bottomPadding: 5
        verticalAlignment: Text.AlignBottom
        text: section
        font: Theme.captionStrong
        color: Theme.text3
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
}
