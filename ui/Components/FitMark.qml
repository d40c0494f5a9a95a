import QtQuick
import Hearth.Theme

// Fit of a model, in words and by shape: a full disc with a check, a half disc, an empty ring.
Row {
    id: mark

    enum Fit { Fits, Partly, No }

    required property int fit
    property string text: ""
    property bool quiet: false
    readonly property color ink: fit === FitMark.Fits ? Theme.good : fit === FitMark.Partly ? Theme.warn : Theme.bad

    spacing: 6
    Accessible.role: Accessible.StaticText
    Accessible.name: text !== "" ? text : [qsTr("fits"), qsTr("fits in part"), qsTr("does not fit")][fit] ?? ""

    Rectangle {
        width: 12
        height: 12
        radius: 6
        anchors.verticalCenter: parent.verticalCenter
        color: mark.fit === FitMark.Fits ? mark.ink : "transparent"
        border.width: mark.fit === FitMark.Fits ? 0 : 1.5
        border.color: mark.ink
        Icon {
            anchors.centerIn: parent
            visible: mark.fit === FitMark.Fits
            name: "check"
            extent: 10
            tint: Theme.window
        }
        Icon {
            anchors.fill: parent
            visible: mark.fit === FitMark.Partly
            name: "half"
            extent: 12
            tint: mark.ink
        }
    }
    AppText {
        visible: mark.text !== ""
        text: mark.text
        font: Theme.caption
        color: mark.quiet ? Theme.text2 : mark.ink
        anchors.verticalCenter: parent.verticalCenter
    }
}
