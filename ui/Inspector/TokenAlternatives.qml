// Bound components cannot be loaded before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import Hearth.App
import Hearth.Theme
import Hearth.Components

// Alternatives to a token. Choosing one branches there: a reply next to this one that shares the text before it.
Popover {
    id: popover

    required property NextTokenModel alternatives

    signal chosen(int tokenId)

    width: 304
    focus: true
    // A list that was filled after it was made has no current row.
    onAboutToShow: list.currentIndex = 0
    onOpened: list.forceActiveFocus()
    contentItem: Column {
        spacing: 8
        Accessible.role: Accessible.Pane
        Accessible.name: qsTr("Alternatives of token %1").arg(popover.alternatives.position + 1)
        Item {
            width: parent.width
            height: 20
            AppText { text: qsTr("Token %1").arg(popover.alternatives.position + 1); font: Theme.section; anchors.verticalCenter: parent.verticalCenter }
            ExplainedText {
                anchors { right: parent.right; verticalCenter: parent.verticalCenter }
                text: qsTr("entropy %1 bits").arg(popover.alternatives.entropy.toFixed(1))
                why: qsTr("How undecided the model was: 0 bits where only one token could come, 1 bit as between two that are equally likely.")
            }
        }
        ListView {
            id: list
            width: parent.width
            height: count * 32
            interactive: false
            activeFocusOnTab: true
            keyNavigationEnabled: true
            model: popover.alternatives
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Alternatives")
            Keys.onReturnPressed: if (currentItem) (currentItem as AlternativeRow).clicked()
            delegate: AlternativeRow {
                width: ListView.view.width
                keyed: ListView.isCurrentItem && list.activeFocus
                onHoveredChanged: if (hovered) list.currentIndex = index
                // The reply that begins takes this row away.
                onClicked: if (!chosen) { popover.close(); popover.chosen(tokenId) }
            }
        }
        Item {
            width: parent.width
            height: 16
            ExplainedText {
                text: qsTr("Hollow: cut by the settings")
                why: qsTr("The percentages are the model's own, before temperature and the other settings. What these cut could not be chosen.")
            }
            AppText { anchors.right: parent.right; text: qsTr("Enter to branch"); font: Theme.caption; color: Theme.text3 }
        }
    }
}
