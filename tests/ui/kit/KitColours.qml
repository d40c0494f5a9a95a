import QtQuick
import Hearth.Theme
import Hearth.Components

Row {
    spacing: 14
    Repeater {
        model: [
            [["Surfaces", "window", "sidebar", "raised", "sunken", "hover", "hoverRaised", "pressed", "selected"],
             ["Lines", "hairline", "border", "control"], ["Text", "text", "text2", "text3", "textOff"],
             ["Ember", "ember", "emberHover", "emberPressed", "emberInk", "emberText", "emberSoft", "emberLine", "emberBank"]],
            [["Meaning", "good", "goodSoft", "warn", "warnSoft", "bad", "badSoft", "badLine", "badInk", "info", "infoSoft"],
             ["Figures", "dWeights", "dScratch", "dTrack", "mark"], ["Tokens", "p0", "p1", "p2", "p3"],
             ["Code", "cKeyword", "cString", "cNumber", "cFunc", "cComment"]]]
        Column {
            id: half
            required property var modelData
            width: 172
            spacing: 8
            Repeater {
                model: half.modelData
                Column {
                    id: group
                    required property var modelData
                    AppText { text: group.modelData[0]; font: Theme.section; color: Theme.text2; height: 20 }
                    Repeater {
                        model: group.modelData.slice(1)
                        Item {
                            id: swatch
                            required property string modelData
                            width: half.width
                            height: 24
                            Rectangle { y: 4; width: 28; height: 16; radius: 3; color: Theme[swatch.modelData]; border.color: Theme.border }
                            AppText { x: 36; text: swatch.modelData; anchors.verticalCenter: parent.verticalCenter }
                            AppText {
                                x: 126
                                text: String(Theme[swatch.modelData]).toUpperCase()
                                font: Theme.mono(11); color: Theme.text3; anchors.verticalCenter: parent.verticalCenter
                            }
                        }
                    }
                }
            }
        }
    }
}
