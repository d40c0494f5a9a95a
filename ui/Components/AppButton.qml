import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A button with text. At most one Primary a view; Danger only inside a confirmation.
T.Button {
    id: button

    enum Kind { Secondary, Primary, Ghost, Destructive, Danger, Link }

    property int kind: AppButton.Secondary
    property bool small: false
    property string iconName: ""
    property string trailingIcon: ""
    property string hint: ""
    property string tip: ""
    property bool alignLeft: false

    readonly property bool filled: kind === AppButton.Primary || kind === AppButton.Danger
    readonly property bool flatKind: kind === AppButton.Ghost || kind === AppButton.Destructive || kind === AppButton.Link
    readonly property color accent: kind === AppButton.Danger ? Theme.bad : Theme.ember
    readonly property color restFill: flatKind ? "transparent" : filled ? accent : Theme.raised
    readonly property color hoverFill: kind === AppButton.Primary ? Theme.emberHover : kind === AppButton.Danger ? Theme.bad
                                     : flatKind ? Theme.hover : Theme.hoverRaised
    readonly property color downFill: kind === AppButton.Primary ? Theme.emberPressed : kind === AppButton.Danger ? Theme.bad
                                                                 : Theme.pressed
    readonly property color ink: !enabled ? Theme.textOff : kind === AppButton.Primary ? Theme.emberInk
                               : kind === AppButton.Danger ? Theme.badInk : kind === AppButton.Destructive ? Theme.bad
                               : kind === AppButton.Link ? Theme.emberText : Theme.text

    // A confirming button often appears under the pointer that asked for it. The second half of a double click is not
    // an answer.
    readonly property bool confirms: kind === AppButton.Danger && visible

    onConfirmsChanged: if (confirms) moment.restart()
    implicitHeight: small ? Theme.smallHeight : Theme.controlHeight
    implicitWidth: content.implicitWidth + leftPadding + rightPadding
    leftPadding: small ? 10 : Theme.gapWide
    rightPadding: leftPadding
    font: Theme.action
    hoverEnabled: true
    focusPolicy: Qt.TabFocus
    Accessible.role: Accessible.Button
    Accessible.name: text
    Accessible.description: tip
    Accessible.onPressAction: if (button.enabled) button.clicked()
    Keys.onReturnPressed: button.clicked()
    Keys.onEnterPressed: button.clicked()

    background: Rectangle {
        radius: Theme.radius
        color: !button.enabled ? (button.filled ? Theme.pressed : button.restFill)
             : button.down ? button.downFill : button.hovered ? button.hoverFill : button.restFill
        border.width: button.kind === AppButton.Secondary ? 1 : 0
        border.color: Theme.border
        Behavior on color { ColorAnimation { duration: Theme.quick } }
        FocusRing { visible: button.visualFocus }
    }
    contentItem: Item {
        implicitWidth: content.implicitWidth
        Row {
            id: content
            anchors.verticalCenter: parent.verticalCenter
            x: button.alignLeft ? 0 : Math.max(0, Math.round((parent.width - width) / 2))
            spacing: Theme.gap
            Icon {
                visible: button.iconName !== ""
                name: button.iconName
                tint: button.flatKind || button.filled || !button.enabled ? button.ink : Theme.text
                anchors.verticalCenter: parent.verticalCenter
            }
            AppText {
                text: button.text
                font: button.font
                color: button.ink
                elide: Text.ElideRight
                width: Math.min(implicitWidth, button.width > 0 && button.alignLeft ? button.availableWidth - 24 : implicitWidth)
                anchors.verticalCenter: parent.verticalCenter
            }
            AppText {
                visible: button.hint !== ""
                text: button.hint
                font: Theme.caption
                color: button.filled ? button.ink : Theme.text3
                anchors.verticalCenter: parent.verticalCenter
            }
            Icon {
                visible: button.trailingIcon !== ""
                name: button.trailingIcon
                extent: 14
                anchors.verticalCenter: parent.verticalCenter
            }
        }
    }
    Timer { id: moment; interval: Application.styleHints.mouseDoubleClickInterval + 200 }
    MouseArea { anchors.fill: parent; z: 1; visible: moment.running && button.confirms }
    TipLoader {
        control: button
        text: button.tip
        shown: button.hovered || button.visualFocus
    }
}
