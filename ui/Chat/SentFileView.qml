import QtQuick

// A file or text that was sent with a message, below the right end of its chip.
AttachmentView {
    sent: true
    function show(file: var, corner: point) {
        name = file.name
        text = file.text
        x = Math.round(Math.max(8, corner.x - width))
        y = Math.round(Math.min(corner.y, parent.height - height))
        open()
    }
}
