pragma ComponentBehavior: Bound

import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Cost of replies, and the cost that they would have had otherwise.
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
            text: pane.costs.note !== "" ? pane.costs.note : qsTr("In the currency of the prices you entered. Tokens are counted exactly; the bill may differ, for example where a server charges less for tokens in its cache.")
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
