// Bound components are no headings of sections before Qt 6.5, hence no pragma and:
// qmllint disable unqualified
import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The hub: search and list at the left, the chosen model with its files at the right. Without room for both, the model
// covers the list until the person goes back.
Item {
    id: pane

    required property HubSearch hub
    required property HubPage page
    required property Downloads downloads
    readonly property bool narrow: width < 820
    readonly property real listWidth: narrow ? width : 384
    property bool pageShown: false

    signal linkChosen(string address)

    function focusSearch() { search.field.forceActiveFocus() }
    // The models of the list for one purpose, a word of ModelPurpose.
    function showPurpose(purpose: string) {
        const row = pane.hub.showCurated(purpose)
        pane.pageShown = false
        if (row < 0) return
        list.currentIndex = row
        list.positionViewAtIndex(row, ListView.Beginning)
        list.forceActiveFocus(Qt.TabFocusReason)
    }
    function choose(row: DiscoverRow) {
        if (!row) return
        list.currentIndex = row.index
        if (pane.page.repository !== row.repository) pane.page.show(row.repository, row.title, pane.hub.descriptionOf(row.repository))
        pane.pageShown = true
    }

    Item {
        width: pane.listWidth
        height: parent.height
        visible: !pane.narrow || !pane.pageShown
        DiscoverSearch {
            id: search
            x: 16
            y: 16
            width: parent.width - 32
            hub: pane.hub
            onDownPressed: list.forceActiveFocus(Qt.TabFocusReason)
        }
        ListView {
            id: list
            anchors { fill: parent; topMargin: search.y + search.height + 8; leftMargin: 8; rightMargin: 8; bottomMargin: bar.height }
            clip: true
            model: pane.hub
            spacing: 2
            activeFocusOnTab: true
            boundsBehavior: Flickable.StopAtBounds
            highlightMoveDuration: 0
            currentIndex: -1
            Accessible.role: Accessible.List
            Accessible.name: qsTr("Models to download")
            T.ScrollBar.vertical: AppScrollBar {}
            section.property: "purpose"
            section.delegate: PurposeHeading {}
            function beginKeys() { if (currentIndex < 0 && count > 0) currentIndex = 0 }
            onActiveFocusChanged: if (activeFocus) Qt.callLater.call(Qt, beginKeys)
            delegate: DiscoverRow {
                chosen: repository === pane.page.repository
                onClicked: pane.choose(this)
            }
            Keys.onReturnPressed: pane.choose(currentItem as DiscoverRow)
            Keys.onEnterPressed: pane.choose(currentItem as DiscoverRow)
            Keys.onSpacePressed: pane.choose(currentItem as DiscoverRow)
        }
        ErrorCard {
            visible: pane.hub.problem !== ""
            x: 16
            y: list.y + 8
            width: parent.width - 32
            title: qsTr("The search failed")
            body: pane.hub.problem
            actionText: qsTr("Search again")
            onActed: pane.hub.retry()
        }
        DownloadsBar {
            id: bar
            anchors.bottom: parent.bottom
            width: parent.width
            downloads: pane.downloads
        }
    }
    Hairline {
        visible: !pane.narrow
        x: pane.listWidth
        width: 1
        height: parent.height
    }
    HubPageView {
        anchors { fill: parent; leftMargin: pane.narrow ? 0 : pane.listWidth + 1 }
        visible: !pane.narrow || pane.pageShown
        page: pane.page
        downloads: pane.downloads
        canGoBack: pane.narrow
        host: pane.hub.host
        onBackRequested: { pane.pageShown = false; list.forceActiveFocus(Qt.TabFocusReason) }
        onLinkChosen: address => pane.linkChosen(address)
    }
}
