import Hearth.Mock

RowsModel {
    property bool running: false
    property string status: "All 138 operations agree with their plain reference."
    property var calls: []
    defaults: ({ name: "", value: "", bad: false })
    rows: [{ name: "CPU, 8 threads", value: "reads 48.2 GB/s from its memory", bad: false },
        { name: "Graphics card", value: "No NVIDIA driver was found.", bad: false }]
    function start() { running = true; calls.push(["start"]) }
    function cancel() { running = false; calls.push(["cancel"]) }
}
