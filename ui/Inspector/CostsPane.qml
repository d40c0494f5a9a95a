pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// What replies cost, and what they would have.
ScrollArea {
    id: pane

    required property TokenCosts costs
    property bool shown: false

    contentHeight: column.height + 2 * Theme.pageMargin
    onShownChanged: costs.shown = shown

    Column {
        id: column
        x: Theme.pageMargin
        y: 20
        width: pane.width - 2 * Theme.pageMargin
        spacing: Theme.gapWide
        AppText {
            width: parent.width
            text: pane.costs.note !== "" ? pane.costs.note : qsTr("In the currency of the prices that you entered. Tokens are counted; what a server bills may differ, for it may ask less for what its cache had.")
            color: Theme.text2
            line: 20
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        Column {
            width: parent.width
            Repeater {
                model: pane.costs.rows
                FigureRow {
                    required property var modelData
                    name: modelData.name
                    figure: modelData.text
                    why: modelData.why
                }
            }
        }
    }
}
