pragma ComponentBehavior: Bound

import QtQuick
import Hearth.Theme
import Hearth.Components

// Memory of a model: a row for each precision, a column for each length of context, with whether it fits.
Column {
    id: table

    required property var rows
    required property var contexts
    readonly property real cellWidth: Math.min(108, (width - 200) / Math.max(1, contexts.length))

    Item {
        width: parent.width
        height: 32
        AppText { y: 8; text: qsTr("Precision"); font: Theme.caption; color: Theme.text2 }
        AppText {
            x: table.width - table.cellWidth * table.contexts.length - width
            y: 8
            text: qsTr("Weights")
            font: Theme.caption
            color: Theme.text2
        }
        Row {
            anchors.right: parent.right
            y: 8
            Repeater {
                model: table.contexts
                AppText {
                    required property string modelData
                    width: table.cellWidth
                    horizontalAlignment: Text.AlignRight
                    text: modelData
                    font: Theme.caption
                    color: Theme.text2
                }
            }
        }
    }
    Repeater {
        model: table.rows
        Item {
            id: row
            required property var modelData
            width: table.width
            height: 36
            Accessible.role: Accessible.StaticText
            Accessible.name: modelData.precision + ", " + qsTr("weights %1 GB").arg(modelData.weights)
            Hairline { width: parent.width }
            Row {
                spacing: 8
                anchors.verticalCenter: parent.verticalCenter
                AppText { text: row.modelData.precision; font: Theme.figures; anchors.verticalCenter: parent.verticalCenter }
                Badge { visible: row.modelData.thisFile; text: qsTr("this model"); tone: Badge.Ember }
            }
            AppText {
                x: table.width - table.cellWidth * table.contexts.length - width
                anchors.verticalCenter: parent.verticalCenter
                text: row.modelData.weights
                font: Theme.figures
            }
            Row {
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                Repeater {
                    model: row.modelData.cells
                    Item {
                        id: cell
                        required property var modelData
                        width: table.cellWidth
                        height: 20
                        FitMark {
                            anchors { right: figure.left; rightMargin: 10; verticalCenter: parent.verticalCenter }
                            visible: cell.modelData.fits <= FitMark.No && table.cellWidth > 60
                            fit: cell.modelData.fits
                        }
                        AppText {
                            id: figure
                            anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                            text: cell.modelData.text
                            font: Theme.figures
                            color: cell.modelData.fits === FitMark.No ? Theme.bad : Theme.text
                        }
                    }
                }
            }
        }
    }
}
