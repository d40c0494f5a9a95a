import QtQuick
import QtQuick.Templates as T
import QtTest
import Hearth.Components

Item {
    id: page
    width: 500
    height: 400

    Segmented { id: segmented; width: 240; options: ["f16", "q8_0", "q4_0"]; name: "KV"; onChosen: index => segmented.current = index }
    TabRow { id: tabs; y: 50; height: 44; names: ["Sampling", "Context", "Inspector"]; onChosen: index => tabs.current = index }
    Select { id: select; y: 110; model: ["Balanced", "Precise", "Creative"]; name: "Preset" }
    AppButton { id: opener; y: 160; text: "Menu"; onClicked: menu.popup(opener, 0, 40) }
    AppMenu {
        id: menu
        AppMenuItem { id: rename; text: "Rename"; iconName: "edit"; hint: "F2" }
        MenuLine {}
        AppMenuItem { id: remove; text: "Delete"; iconName: "trash"; destructive: true }
    }
    ToastView { id: toast; y: 320; message: "Moved to the trash"; actionText: "Undo"; shown: true }
    SignalSpy { id: renamed; target: rename; signalName: "triggered" }
    SignalSpy { id: removed; target: remove; signalName: "triggered" }
    SignalSpy { id: acted; target: toast; signalName: "acted" }

    TestCase {
        name: "Choices"
        when: windowShown

        function init() {
            segmented.current = 0
            tabs.current = 0
            select.currentIndex = 0
            menu.close()
            renamed.clear()
            removed.clear()
            acted.clear()
        }
        function test_segmentedByMouseAndKeys() {
            mouseClick(segmented, 120, 16)
            compare(segmented.current, 1)
            segmented.contentItem.children[1].forceActiveFocus(Qt.TabFocusReason)
            keyClick(Qt.Key_Right)
            compare(segmented.current, 2)
            verify(segmented.contentItem.children[2].activeFocus)
            keyClick(Qt.Key_Right)
            compare(segmented.current, 2)
        }
        function test_tabsByMouseAndKeys() {
            mouseClick(tabs.children[2])
            compare(tabs.current, 2)
            tabs.children[2].forceActiveFocus(Qt.TabFocusReason)
            keyClick(Qt.Key_Left)
            compare(tabs.current, 1)
            verify(tabs.children[1].activeFocus)
            compare(tabs.children[1].Accessible.role, Accessible.PageTab)
        }
        function test_selectOpensAndChooses() {
            mouseClick(select)
            verify(select.popup.opened || select.popup.visible)
            tryVerify(() => select.popup.opened)
            keyClick(Qt.Key_Down)
            keyClick(Qt.Key_Return)
            compare(select.currentText, "Precise")
            tryVerify(() => !select.popup.visible)
        }
        function test_menuByKeyboard() {
            mouseClick(opener)
            tryVerify(() => menu.opened)
            keyClick(Qt.Key_Down)
            keyClick(Qt.Key_Down)
            keyClick(Qt.Key_Return)
            tryVerify(() => !menu.visible)
            compare(removed.count, 1)
            compare(renamed.count, 0)
        }
        function test_menuByMouse() {
            mouseClick(opener)
            tryVerify(() => menu.opened)
            mouseClick(rename)
            compare(renamed.count, 1)
        }
        function test_toastActs() {
            mouseClick(toast, toast.width - 30, 22)
            compare(acted.count, 1)
            compare(toast.Accessible.name, "Moved to the trash")
        }
    }
}
