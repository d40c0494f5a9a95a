import QtQuick
import Hearth.Mock

RowsModel {
    enum State { Waiting, Running, Checking, Paused, Failed }
    property string summary: "2 downloads, 84 MB/s"
    property var calls: []
    function pause(id) { calls.push(["pause", id]) }
    function resume(id) { calls.push(["resume", id]) }
    function cancel(id) { calls.push(["cancel", id]) }
    defaults: ({ downloadId: "", repository: "", title: "Qwen3 14B", quantization: "Q4_K_M", downloadState: 1, fraction: 0.62, progressText: "5.6 of 9.0 GB · 84 MB/s · 41 s left" })
    rows: [{ downloadId: "a" }, { downloadId: "b", quantization: "Q6_K", downloadState: 3, fraction: 0.31, progressText: "Paused at 3.8 of 12.1 GB. Resume goes on from there." }]
}
