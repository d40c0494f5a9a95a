import Hearth.Mock

RowsModel {
    enum Mark { Unmarked, Good, NeedsYou }
    property bool running: false
    property bool finished: true
    property string status: "Checked at 14:02, 312 checks in 4.1 s, one problem"
    property var calls: []
    defaults: ({ name: "", value: "", detail: "", mark: 1, movable: false })
    rows: [{ name: "Graphics card", value: "GeForce RTX 4070, 12.0 GB, compute capability 8.9, driver for CUDA 12.4", detail: "reads 471 GB/s" },
        { name: "Processor", value: "Ryzen 7 7700, 8 threads, AVX-512 VNNI", detail: "reads 58.0 GB/s" },
        { name: "Operations", value: "298 of 298 match the reference" },
        { name: "Disk", value: "~/Models, a slow disk: a 5 GB model takes 35 s to load", detail: "reads 140 MB/s", mark: 2, movable: true },
        { name: "Keyring", value: "Reachable; 2 keys kept" }]
    function start() { running = true; finished = false; calls.push(["start"]) }
    function cancel() { running = false; calls.push(["cancel"]) }
    function report() { return "report" }
}
