import QtQuick

QtObject {
    property bool shown: false
    property bool listShown: false
    property string note: ""
    property bool measuring: false
    property string sentence: "The last reply, measured: 12.2 tokens/s. It read 1.6 GB a token, 84 % of what this memory gives."
    property var facts: [
        { name: "Parameters", text: "8.03 billion", why: "All numbers of the model." },
        { name: "Active for a token", text: "7.50 billion", why: "What one token is multiplied with: one row of the embeddings, and of a mixture of experts the chosen ones." },
        { name: "Bytes of weights a token", text: "4.6 GB", why: "A reply reads them once for every token: that is what bounds it." }]
    property var points: [
        { name: "One reply", rows: 1, flopsPerByte: 3.2, gigaflops: 20.4, share: 0.91, memoryBound: true, measured: false },
        { name: "4 replies, or drafts of one", rows: 4, flopsPerByte: 12.6, gigaflops: 66, share: 0.62, memoryBound: true, measured: false },
        { name: "8 replies, or drafts of one", rows: 8, flopsPerByte: 25.2, gigaflops: 92, share: 0.43, memoryBound: false, measured: false },
        { name: "Prompt, 256 tokens at once", rows: 256, flopsPerByte: 851, gigaflops: 237, share: 0.03, memoryBound: false, measured: false },
        { name: "The last reply", flopsPerByte: 3.1, gigaflops: 18.9, share: 0.84, memoryBound: true, measured: true }]
    property real memoryRoof: 14.2
    property real arithmeticRoof: 237
    property var told: [{ model: "Qwen 2.5 1.5B Q4_K_M", expected: "14.2", measured: "13.1", off: "−8 %" }]
    property var calls: []
    function measureAgain() { calls.push(["measureAgain"]) }
}
