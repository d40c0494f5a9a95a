import QtQuick
import Hearth.Theme

// Text of a message, to read: it can be selected but not changed, and a press in it does not take the focus. Plain, unless the
// place where it is used says otherwise; its accessible name is that place's to give.
TextEdit {
    readOnly: true
    selectByMouse: true
    activeFocusOnPress: false
    textFormat: TextEdit.PlainText
    wrapMode: TextEdit.Wrap
    font: Theme.reading
    color: Theme.text
    selectionColor: Theme.emberLine
    selectedTextColor: Theme.text
    Accessible.role: Accessible.StaticText
    Accessible.readOnly: true
}
