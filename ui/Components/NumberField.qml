pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Templates as T
import Hearth.Theme

// A small field for a number: shows `value` with `decimals`, commits on Enter or when left, steps with Up and Down.
T.TextField {
    id: field

    property real value: 0
    property real from: 0
    property real to: 1
    property real stepSize: 0.01
    property int decimals: 2
    property bool off: false
    property string name: ""
    /// Text shown instead of 0 while nothing is typed; empty: "0".
    property string zeroText: ""
    /// True to separate thousands. False for numbers that are names, such as ports.
    property bool grouped: true
    readonly property var spoken: Qt.locale().name === "C" ? Qt.locale("en_US") : Qt.locale()
    readonly property string shown: value === 0 && zeroText !== "" && !activeFocus ? zeroText : !grouped ? String(value) : Number(value).toLocaleString(spoken, "f", decimals)

    signal committed(real value)

    function commit() {
        // Points and commas mean the same in every language: a fraction, or groups of a whole number.
        const typed = Number(decimals > 0 ? text.replace(",", ".") : text.replace(/[\s.,'’]/g, ""))
        if (text.trim() !== "" && !isNaN(typed)) committed(Math.min(to, Math.max(from, typed)))
        text = Qt.binding(() => shown)
    }
    function commitWhenLeft() { if (!activeFocus) commit() }
    function stepBy(steps: int) {
        committed(Math.min(to, Math.max(from, value + steps * stepSize)))
        text = Qt.binding(() => shown)
    }

    implicitWidth: 56
    implicitHeight: 24
    leftPadding: 6
    rightPadding: Theme.gap
    horizontalAlignment: TextInput.AlignRight
    verticalAlignment: TextInput.AlignVCenter
    font: Theme.figures
    color: !enabled ? Theme.textOff : off ? Theme.text3 : Theme.text
    selectionColor: Theme.emberLine
    selectedTextColor: Theme.text
    selectByMouse: true
    text: shown
    cursorDelegate: Caret {}
    Accessible.role: Accessible.SpinBox
    Accessible.name: name
    // Later: what the number changes may be the row of a view that is moving the focus just now.
    onActiveFocusChanged: activeFocus ? selectAll() : Qt.callLater.call(Qt, commitWhenLeft)
    Keys.onReturnPressed: { commit(); selectAll() }
    Keys.onEnterPressed: { commit(); selectAll() }
    Keys.onUpPressed: event => stepBy(event.modifiers & Qt.ShiftModifier ? 10 : 1)
    Keys.onDownPressed: event => stepBy(event.modifiers & Qt.ShiftModifier ? -10 : -1)
    background: FieldGround {
        corner: Theme.radiusSmall
        hovered: field.hovered
        focused: field.activeFocus
    }
}
