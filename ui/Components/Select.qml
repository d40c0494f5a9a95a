pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A field that opens a list of choices. `shownText` replaces the chosen text when set.
T.ComboBox {
    id: select

    property string name: ""
    property string shownText: ""
    // As wide as what is chosen, in place of the width that fields have.
    property bool fit: false

    implicitWidth: fit ? contentText.implicitWidth : 200
    implicitHeight: Theme.controlHeight
    hoverEnabled: true
    wheelEnabled: false
    focusPolicy: Qt.TabFocus
    font: Theme.body
    Accessible.role: Accessible.ComboBox
    Accessible.name: name
    Accessible.description: contentText.text
    Accessible.onPressAction: select.popup.open()
    Keys.onReturnPressed: popup.open()
    background: FieldGround {
        hovered: select.hovered
        FocusRing { visible: select.visualFocus }
    }
    contentItem: AppText {
        id: contentText
        leftPadding: 10
        rightPadding: 32
        verticalAlignment: Text.AlignVCenter
        text: select.shownText !== "" ? select.shownText : select.displayText
        elide: Text.ElideRight
        color: select.enabled ? Theme.text : Theme.textOff
    }
    indicator: Icon {
        x: select.width - 24
        anchors.verticalCenter: parent.verticalCenter
        name: "down"
        extent: 14
    }
    delegate: T.ItemDelegate {
        id: row
        required property int index
        required property var model
        width: ListView.view ? ListView.view.width : select.width
        height: Theme.menuRowHeight
        hoverEnabled: true
        text: select.textRole !== "" ? row.model[select.textRole] : row.model.modelData
        highlighted: select.highlightedIndex === index
        Accessible.role: Accessible.ListItem
        Accessible.name: text
        background: Rectangle {
            radius: Theme.radius - 2
            color: row.highlighted ? Theme.hoverRaised : "transparent"
        }
        contentItem: AppText {
            leftPadding: 8
            text: row.text
            font: select.currentIndex === row.index ? Theme.action : Theme.body
            verticalAlignment: Text.AlignVCenter
            elide: Text.ElideRight
        }
    }
    popup: Popover {
        // The keys stay with the field, which moves the highlight.
        focus: false
        onAboutToShow: select.forceActiveFocus(Qt.PopupFocusReason)
        y: select.height + 4
        width: select.fit ? Math.max(select.width, 200) : select.width
        padding: 4
        contentItem: ListView {
            clip: true
            implicitHeight: Math.min(contentHeight, 10 * Theme.menuRowHeight)
            model: select.popup.visible ? select.delegateModel : null // qmllint disable
            currentIndex: select.highlightedIndex
            T.ScrollBar.vertical: AppScrollBar {}
        }
    }
}
