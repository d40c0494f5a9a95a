pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Look
import Hearth.Theme

// A field for several lines. Grows with its text from `minimumHeight` to `maximumHeight`, then scrolls.
T.Control {
    id: area

    property alias text: edit.text
    property string placeholderText: ""
    property string name: ""
    // Of the code's font.
    property bool mono: false
    property real minimumHeight: 80
    property real maximumHeight: 200

    signal edited()

    function takeKeyboard() { edit.forceActiveFocus(Qt.TabFocusReason) }

    implicitWidth: 200
    implicitHeight: Math.min(maximumHeight, Math.max(minimumHeight, edit.contentHeight + 20))
    hoverEnabled: true
    background: FieldGround {
        hovered: area.hovered
        focused: edit.activeFocus
    }
    contentItem: Flickable {
        id: flick
        clip: true
        contentWidth: width
        contentHeight: edit.height
        boundsBehavior: Flickable.StopAtBounds
        T.ScrollBar.vertical: AppScrollBar {}
        TextEdit {
            id: edit
            width: flick.width
            height: Math.max(contentHeight + 20, flick.height)
            padding: 10
            wrapMode: TextEdit.Wrap
            textFormat: TextEdit.PlainText
            font: area.mono ? Theme.figures : Theme.body
            color: Theme.text
            selectionColor: Theme.emberLine
            selectedTextColor: Theme.text
            selectByMouse: true
            activeFocusOnTab: true
            cursorDelegate: Caret {}
            Accessible.role: Accessible.EditableText
            Accessible.name: area.name
            Accessible.multiLine: true
            LineSpacing {
                document: edit.textDocument
                line: 20
            }
            Keys.onTabPressed: nextItemInFocusChain(true).forceActiveFocus(Qt.TabFocusReason)
            Keys.onBacktabPressed: nextItemInFocusChain(false).forceActiveFocus(Qt.BacktabFocusReason)
            onTextChanged: if (activeFocus) area.edited()
            onCursorRectangleChanged: {
                if (cursorRectangle.y < flick.contentY) flick.contentY = cursorRectangle.y
                else if (cursorRectangle.y + cursorRectangle.height > flick.contentY + flick.height)
                    flick.contentY = cursorRectangle.y + cursorRectangle.height - flick.height
            }
        }
        AppText {
            x: 10
            y: Math.round(edit.cursorRectangle.y)
            width: parent.width - 20
            visible: edit.text === ""
            text: area.placeholderText
            color: Theme.text3
            wrapMode: Text.Wrap
        }
    }
}
