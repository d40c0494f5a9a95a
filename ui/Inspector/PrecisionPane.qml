pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components
import Hearth.Models

// Memory of weights at every precision and of contexts next to them, and which of these fit here.
ScrollArea {
    id: pane

    required property PrecisionTable precisions
    property bool shown: false
    readonly property real cellWidth: Math.min(108, (column.width - 200) / Math.max(1, precisions.contexts.length))

    contentHeight: column.height + 2 * Theme.pageMargin
    onShownChanged: precisions.shown = shown

    Column {
        id: column
        x: Theme.pageMargin
        y: 20
        width: pane.width - 2 * Theme.pageMargin
        spacing: Theme.gapWide
        AppText {
            width: parent.width
            text: qsTr("Half the bits take half the memory, and a reply reads all of it for every token: a smaller precision is a faster one, too. All figures are computed from the shapes of the weights; INT8 and INT4 are Q8_0 and Q4_0, whose blocks of 32 weights have a scale of 16 bits.")
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
        }
        Segmented {
            width: parent.width
            name: qsTr("Model")
            options: pane.precisions.subjects
            current: pane.precisions.subject
            onChosen: index => pane.precisions.subject = index
        }
        Item {
            width: parent.width
            height: 20
            AppText { text: qsTr("Weights and one context, in GB"); font: Theme.section; anchors.verticalCenter: parent.verticalCenter; Accessible.role: Accessible.Heading; Accessible.name: text }
            AppText { anchors { right: parent.right; verticalCenter: parent.verticalCenter } visible: column.width > 520; text: pane.precisions.parametersText; font: Theme.caption; color: Theme.text2 }
        }
        MemoryTable {
            width: parent.width
            rows: pane.precisions.rows
            contexts: Array.from(pane.precisions.contexts)
        }
        AppText { topPadding: 8; text: qsTr("The context alone: keys and values of"); font: Theme.section; Accessible.role: Accessible.Heading; Accessible.name: text }
        Column {
            width: parent.width
            Repeater {
                model: pane.precisions.cacheRows
                Item {
                    id: row
                    required property var modelData
                    width: column.width
                    height: 32
                    Accessible.role: Accessible.StaticText
                    Accessible.name: modelData.name + ": " + Array.from(modelData.cells).map((cell, index) => pane.precisions.contexts[index] + " " + cell + " GB").join(", ")
                    Hairline { width: parent.width }
                    AppText { text: row.modelData.name; font: Theme.figures; anchors.verticalCenter: parent.verticalCenter }
                    Row {
                        anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                        Repeater {
                            model: Array.from(row.modelData.cells)
                            AppText {
                                required property string modelData
                                width: pane.cellWidth
                                horizontalAlignment: Text.AlignRight
                                text: modelData
                                font: Theme.figures
                            }
                        }
                    }
                }
            }
        }
        AppText { topPadding: 8; text: qsTr("What fits here"); font: Theme.section; Accessible.role: Accessible.Heading; Accessible.name: text }
        Repeater {
            model: pane.precisions.places
            Column {
                id: place
                required property var modelData
                width: column.width
                spacing: 2
                AppText { width: parent.width; text: place.modelData.name; wrapMode: Text.Wrap }
                FitMark { fit: place.modelData.fits; text: place.modelData.text }
            }
        }
        AppText {
            width: parent.width
            text: qsTr("Of the whole memory, with the most exact precision that fits. Working memory and other programs come on top.")
            font: Theme.caption
            color: Theme.text3
            line: 16
            wrapMode: Text.Wrap
        }
    }
}
