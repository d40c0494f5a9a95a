import QtQuick
import Hearth.Theme
import Hearth.Components

// A page: its title over its rows.
Column {
    id: page

    property string title: ""

    AppText {
        width: parent.width
        text: page.title
        font: Theme.title
        line: 28
        height: 36
        Accessible.role: Accessible.Heading
        Accessible.name: text
    }
}
