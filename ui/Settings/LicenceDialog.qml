pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.App
import Hearth.Theme
import Hearth.Components

// The text of a licence, line by line: some have thousands, of which only those in sight are made.
DialogShell {
    id: dialog

    required property About about
    property int index: 0

    title: about.licences.length > index ? about.licences[index].name : ""
    wantedWidth: 760
    wantedHeight: 600
    onAboutToShow: {
        list.model = about.licenceLines(index)
        list.positionViewAtBeginning()
        list.forceActiveFocus()
    }
    ListView {
        id: list
        anchors { fill: parent; leftMargin: 24; rightMargin: 8; topMargin: 12; bottomMargin: 12 }
        clip: true
        boundsBehavior: Flickable.StopAtBounds
        activeFocusOnTab: true
        keyNavigationEnabled: false
        Accessible.role: Accessible.List
        Accessible.name: qsTr("Text of the licence")
        T.ScrollBar.vertical: AppScrollBar {}
        function scroll(by: real) {
            contentY = Math.max(originY, Math.min(contentY + by, originY + contentHeight - height))
        }
        Keys.onUpPressed: scroll(-60)
        Keys.onDownPressed: scroll(60)
        Keys.onPressed: event => {
            event.accepted = true
            if (event.key === Qt.Key_PageUp) scroll(-height)
            else if (event.key === Qt.Key_PageDown || event.key === Qt.Key_Space) scroll(height)
            else if (event.key === Qt.Key_Home) positionViewAtBeginning()
            else if (event.key === Qt.Key_End) positionViewAtEnd()
            else event.accepted = false
        }
        delegate: AppText {
            required property string modelData
            width: list.width - 16
            text: modelData
            font: Theme.code
            color: Theme.text2
            wrapMode: Text.Wrap
            Accessible.role: Accessible.StaticText
            Accessible.name: text
        }
        FocusRing {
            distance: 2
            visible: list.activeFocus
        }
    }
}
