import QtQuick
import QtTest
import Hearth.Components

Item {
    id: page
    width: 400
    height: 400

    Column {
        spacing: 10
        SliderRow {
            id: row
            width: 288
            label: "Temperature"
            from: 0
            to: 2
            stepSize: 0.05
            value: 0.7
            onMoved: value => row.value = value
        }
        NumberField { id: number; name: "Context"; from: 512; to: 8192; stepSize: 512; decimals: 0; value: 2048; onCommitted: value => number.value = value }
        AppField { id: field; name: "Search"; clearable: true }
        AppTextArea { id: area; width: 200; name: "System prompt"; minimumHeight: 60; maximumHeight: 120 }
        AppSlider { id: slider; name: "Presence"; from: -2; to: 2; stepSize: 0.1; neutral: 0; value: 0 }
    }
    SignalSpy { id: committed; target: number; signalName: "committed" }
    SignalSpy { id: moved; target: row; signalName: "moved" }
    SignalSpy { id: reset; target: slider; signalName: "resetRequested" }
    SignalSpy { id: edited; target: area; signalName: "edited" }

    TestCase {
        name: "Fields"
        when: windowShown

        function init() {
            number.value = 2048
            row.value = 0.7
            slider.value = 0
            committed.clear()
            moved.clear()
            reset.clear()
            edited.clear()
            page.forceActiveFocus()
        }
        function type(text) {
            for (const letter of text) keyClick(letter)
        }
        function test_numberIsShownWithSeparators() {
            compare(number.text, "2,048")
        }
        function test_numberCommitsOnEnter() {
            number.forceActiveFocus()
            number.selectAll()
            type("4096")
            compare(committed.count, 0)
            keyClick(Qt.Key_Return)
            compare(number.value, 4096)
            compare(number.text, "4,096")
        }
        function test_numberIsKeptInItsRange_data() {
            return [{ tag: "too large", typed: "99999", value: 8192 }, { tag: "too small", typed: "3", value: 512 },
                    { tag: "not a number", typed: "many", value: 2048 }, { tag: "nothing", typed: " ", value: 2048 }]
        }
        function test_numberIsKeptInItsRange(data) {
            number.forceActiveFocus()
            number.selectAll()
            type(data.typed)
            keyClick(Qt.Key_Return)
            compare(number.value, data.value)
            compare(number.text, Number(data.value).toLocaleString(Qt.locale("en_US"), "f", 0))
        }
        function test_numberCommitsWhenLeft() {
            number.forceActiveFocus()
            number.selectAll()
            type("1024")
            page.forceActiveFocus()
            // The changed value may belong to a row of the view that is moving the focus.
            compare(number.value, 2048)
            tryCompare(number, "value", 1024)
            compare(number.text, "1,024")
        }
        function test_numberSteps() {
            number.forceActiveFocus()
            keyClick(Qt.Key_Up)
            compare(number.value, 2560)
            keyClick(Qt.Key_Down)
            keyClick(Qt.Key_Down, Qt.ShiftModifier)
            compare(number.value, 512)
        }
        function test_sliderAndFieldAgree() {
            const thumb = findChild(row, "") || row
            row.forceActiveFocus()
            compare(moved.count, 0)
            mouseClick(row, 288 - 56 - 12 - 2, 16)
            verify(moved.count > 0)
            verify(row.value > 1.8)
        }
        function test_sliderKeys() {
            slider.forceActiveFocus(Qt.TabFocusReason)
            keyClick(Qt.Key_Right)
            fuzzyCompare(slider.value, 0.1, 1e-9)
            keyClick(Qt.Key_Left, Qt.ShiftModifier)
            fuzzyCompare(slider.value, -0.9, 1e-9)
        }
        function test_sliderResetsOnDoubleClick() {
            mouseDoubleClickSequence(slider)
            compare(reset.count, 1)
        }
        // The wheel must not change a slider that the page merely scrolls past.
        function test_sliderIgnoresTheWheelWithoutTheKeyboard() {
            mouseWheel(slider, 40, 10, 0, 120)
            compare(slider.value, 0)
            slider.forceActiveFocus()
            mouseWheel(slider, 40, 10, 0, 120)
            verify(slider.value > 0)
        }
        function test_offAtTheNeutralValue() {
            verify(!row.off)
            row.neutral = 1
            row.value = 1
            verify(row.off)
            row.neutral = 0
        }
        function test_fieldClears() {
            field.text = "borg"
            mouseClick(field, field.width - 12, 16)
            compare(field.text, "")
            verify(field.activeFocus)
        }
        function test_areaGrowsThenScrolls() {
            area.text = ""
            compare(area.implicitHeight, 60)
            area.text = "a\nb\nc\nd"
            verify(area.implicitHeight > 60)
            area.text = "a\n".repeat(60)
            compare(area.implicitHeight, 120)
        }
        function test_areaTellsOfTyping() {
            area.text = "set by program"
            compare(edited.count, 0)
            mouseClick(area)
            keyClick("x")
            compare(edited.count, 1)
        }
        function test_names() {
            compare(number.Accessible.role, Accessible.SpinBox)
            compare(number.Accessible.name, "Context")
            compare(field.Accessible.role, Accessible.EditableText)
            compare(slider.Accessible.role, Accessible.Slider)
        }
    }
}
