import QtQuick
import Hearth.Theme

// The mark of Hearth: an arch and its ember.
Item {
    id: mark

    property int extent: 22

    width: extent
    height: extent
    Accessible.ignored: true
    Icon {
        name: "mark-arch"
        extent: mark.extent
        stroke: 1.9 * mark.extent / 24
        tint: Theme.text
    }
    Icon {
        name: "mark-ember"
        extent: mark.extent
        tint: Theme.ember
    }
}
