import Hearth.Mock

RowsModel {
    id: watch
    property var lines: ["Ryzen 7 7700: 41 % · 11.2 of 30.5 GB · 58 °C", "GeForce RTX 4070: 87 % · 6.3 of 12.0 GB · 64 °C · 141 of 200 W"]
    property var watchers: []
    defaults: ({ name: "", busy: "", memory: "", temperature: "", power: "", busyHistory: [], memoryHistory: [] })
    rows: [{ name: "Ryzen 7 7700", busy: "41 %", memory: "11.2 of 30.5 GB", temperature: "58 °C", busyHistory: wave(0.4, 0.25), memoryHistory: wave(0.36, 0.02) },
        { name: "GeForce RTX 4070", busy: "87 %", memory: "6.3 of 12.0 GB", temperature: "64 °C", power: "141 of 200 W", busyHistory: wave(0.6, 0.35), memoryHistory: wave(0.5, 0.02) }]
    function wave(middle, swing) {
        const all = []
        for (let second = 0; second < 120; ++second) all.push(second < 35 ? -1 : middle + swing * Math.sin(second / 9) * Math.cos(second / 4))
        return all
    }
    function setWatchedBy(who, on) { watchers = on ? [...watchers.filter(one => one !== who), who] : watchers.filter(one => one !== who) }
}
