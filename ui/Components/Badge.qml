import QtQuick
import Hearth.Theme

// A short word on a soft ground: quantisation, licence, state.
Rectangle {
    id: badge

    enum Tone { Neutral, Ember, Good, Warn, Bad, Info }

    required property string text
    property int tone: Badge.Neutral
    property bool mono: false
    property string iconName: ""
    readonly property color ink: tone === Badge.Ember ? Theme.emberText : tone === Badge.Good ? Theme.good
                               : tone === Badge.Warn ? Theme.warn : tone === Badge.Bad ? Theme.bad
                               : tone === Badge.Info ? Theme.info : Theme.text2

    implicitHeight: 20
    implicitWidth: Math.ceil(row.implicitWidth) + 12
    radius: Theme.radiusSmall
    color: tone === Badge.Ember ? Theme.emberSoft : tone === Badge.Good ? Theme.goodSoft : tone === Badge.Warn ? Theme.warnSoft
         : tone === Badge.Bad ? Theme.badSoft : tone === Badge.Info ? Theme.infoSoft : Theme.hover
    Accessible.role: Accessible.StaticText
    Accessible.name: text

    Row {
        id: row
        anchors.centerIn: parent
        spacing: Theme.gapTiny
        Icon {
            visible: badge.iconName !== ""
            name: badge.iconName
            extent: 12
            tint: badge.ink
            anchors.verticalCenter: parent.verticalCenter
        }
        AppText {
            text: badge.text
            font: badge.mono ? Theme.figures : Theme.captionStrong
            color: badge.ink
            anchors.verticalCenter: parent.verticalCenter
        }
    }
}
