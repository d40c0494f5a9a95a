pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The last reply followed through the model, step by step, with its own numbers and times.
ScrollArea {
    id: pane

    required property TokenWay way
    property bool shown: false

    contentHeight: column.height + 2 * Theme.pageMargin
    onShownChanged: way.shown = shown

    Column {
        id: column
        x: Theme.pageMargin
        y: 20
        width: pane.width - 2 * Theme.pageMargin
        spacing: Theme.gapWide
        AppText {
            width: parent.width
            text: pane.way.note !== "" ? pane.way.note : qsTr("What happened to your last message, step by step. The figures are those of its reply; times were measured.")
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Column {
            width: parent.width
            Repeater {
                model: pane.way.steps
                FigureRow {
                    required property int index
                    required property var modelData
                    name: (index + 1) + "  " + modelData.name
                    figure: modelData.text
                    why: modelData.why
                }
            }
        }
    }
}
