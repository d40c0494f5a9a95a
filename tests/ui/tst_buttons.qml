import QtQuick
import QtTest
import Hearth.Theme
import Hearth.Components

Item {
    id: page
    width: 400
    height: 300

    Column {
        spacing: 10
        AppButton { id: plain; text: "Apply"; tip: "Applies it" }
        AppButton { id: off; text: "Off"; enabled: false }
        IconButton { id: icon; iconName: "copy"; text: "Copy"; hint: "Ctrl C" }
        AppSwitch { id: toggle; name: "Follow" }
        AppCheckBox { id: check; text: "Runs here" }
    }
    SignalSpy { id: plainClicks; target: plain; signalName: "clicked" }
    SignalSpy { id: offClicks; target: off; signalName: "clicked" }
    SignalSpy { id: iconClicks; target: icon; signalName: "clicked" }

    TestCase {
        name: "Buttons"
        when: windowShown

        function init() {
            plainClicks.clear()
            offClicks.clear()
            iconClicks.clear()
            toggle.checked = false
            check.checked = false
        }
        function test_mouse() {
            mouseClick(plain)
            compare(plainClicks.count, 1)
            mouseClick(off)
            compare(offClicks.count, 0)
            mouseClick(icon)
            compare(iconClicks.count, 1)
        }
        // A click by mouse leaves the keyboard where it was, so that the composer keeps it.
        function test_mouseLeavesTheKeyboard() {
            page.forceActiveFocus()
            mouseClick(plain)
            verify(!plain.activeFocus)
        }
        function test_keyboard_data() {
            return [{ tag: "space", key: Qt.Key_Space }, { tag: "enter", key: Qt.Key_Return }, { tag: "keypad", key: Qt.Key_Enter }]
        }
        function test_keyboard(data) {
            plain.forceActiveFocus(Qt.TabFocusReason)
            verify(plain.visualFocus)
            keyClick(data.key)
            compare(plainClicks.count, 1)
            icon.forceActiveFocus(Qt.TabFocusReason)
            keyClick(data.key)
            compare(iconClicks.count, 1)
        }
        function test_tabOrderSkipsDisabled() {
            plain.forceActiveFocus(Qt.TabFocusReason)
            keyClick(Qt.Key_Tab)
            verify(icon.activeFocus)
            keyClick(Qt.Key_Tab)
            verify(toggle.activeFocus)
            keyClick(Qt.Key_Backtab)
            verify(icon.activeFocus)
        }
        function test_toggles() {
            mouseClick(toggle)
            verify(toggle.checked)
            toggle.forceActiveFocus(Qt.TabFocusReason)
            keyClick(Qt.Key_Space)
            verify(!toggle.checked)
            mouseClick(check)
            verify(check.checked)
        }
        function test_names() {
            compare(plain.Accessible.name, "Apply")
            compare(plain.Accessible.role, Accessible.Button)
            compare(plain.Accessible.description, "Applies it")
            compare(icon.Accessible.name, "Copy")
            compare(toggle.Accessible.name, "Follow")
            compare(toggle.Accessible.role, Accessible.CheckBox)
            compare(check.Accessible.name, "Runs here")
        }
        function test_pressActionOfAccessibility() {
            plain.Accessible.pressAction()
            compare(plainClicks.count, 1)
            icon.Accessible.pressAction()
            compare(iconClicks.count, 1)
            toggle.Accessible.toggleAction()
            verify(toggle.checked)
        }
        // Colours come from the theme, and change with it.
        function test_themes() {
            Theme.dark = true
            compare(String(Theme.window), "#191715")
            Theme.dark = false
            compare(String(Theme.window), "#fdfcfa")
        }
    }
}
