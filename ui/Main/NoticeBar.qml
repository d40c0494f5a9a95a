import QtQuick
import Hearth.Theme
import Hearth.Components

// A problem that lasts as long as the window, under the top bar.
Rectangle {
    id: bar

    property string text: ""

    height: text === "" ? 0 : words.implicitHeight + 20
    visible: text !== ""
    color: Theme.warnSoft
    Accessible.role: Accessible.AlertMessage
    Accessible.name: text
    Icon {
        x: 16
        y: 12
        name: "warn"
        tint: Theme.warn
    }
    AppText {
        id: words
        x: 44
        y: 10
        width: parent.width - 60
        text: bar.text
        line: 20
        wrapMode: Text.Wrap
    }
}
