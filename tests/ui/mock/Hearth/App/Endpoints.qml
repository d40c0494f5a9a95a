import QtQuick
import Hearth.Mock

RowsModel {
    enum State { Unknown, Asking, Reached, Failed }
    property string keyNote: "kept in the keyring"
    property var calls: []
    function add() { calls.push(["add"]); return 0 }
    property string problem: ""
    function save(row, name, address, key, keyChanged) { calls.push(["save", row, name, address, key, keyChanged]); return problem }
    function setPrices(row, read, written) { calls.push(["setPrices", row, read, written]); return "" }
    function test(row) { calls.push(["test", row]) }
    function remove(row) { calls.push(["remove", row]); rows = rows.filter((_, at) => at !== row) }
    function setShown(row, model, shown) { calls.push(["setShown", row, model, shown]) }
    defaults: ({ endpointId: "", name: "", address: "", host: "", program: "", hasKey: false, reach: 0, reachText: "", notice: "", models: [], priceRead: "", priceWritten: "" })
    rows: [
        { endpointId: "a", name: "Rack in the cellar", address: "http://rack.lan:8000/v1", host: "rack.lan", program: "vLLM", hasKey: true, reach: 2, reachText: "Answered in 14 ms",
          notice: "Chats with these models leave this computer for rack.lan, unencrypted.",
          models: [{ id: "Qwen/Qwen3-235B-A22B", name: "Qwen3-235B-A22B", facts: "131,072 tokens", path: "endpoint:a/q", canChat: true, shown: true },
                   { id: "meta/Llama-3.3-70B", name: "Llama-3.3-70B", facts: "131,072 tokens", path: "endpoint:a/l", canChat: true, shown: true },
                   { id: "bge-m3", name: "bge-m3", facts: "cannot chat", path: "endpoint:a/b", canChat: false, shown: false }] },
        { endpointId: "b", name: "Studio", address: "http://10.0.4.20:8000/v1", host: "10.0.4.20", program: "TensorRT-LLM", reach: 3, reachText: "Nothing answers at 10.0.4.20:8000. Is the server running?",
          notice: "Chats with these models leave this computer for 10.0.4.20, unencrypted." }]
}
