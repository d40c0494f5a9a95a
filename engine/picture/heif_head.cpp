#include "picture/heif_head.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <vector>

#include "picture/decode_budget.h"
#include "picture/heif_coding.h"
#include "picture/picture_errors.h"

namespace hearth {

namespace {

using Bytes = std::span<const std::byte>;

// Libraries look through all of them for each.
constexpr size_t mostItems = 4096, mostReferences = 16384, mostProperties = 16384;

constexpr uint32_t code(const char (&name)[5]) noexcept {
    uint32_t value = 0;
    for (int i = 0; i < 4; ++i) value = value << 8U | static_cast<uint8_t>(name[i]);
    return value;
}

uint32_t codeAt(Bytes bytes, size_t at) noexcept {
    uint32_t value = 0;
    for (size_t i = at; i < at + 4; ++i) value = value << 8U | static_cast<uint32_t>(bytes[i]);
    return value;
}

/// Numbers from the front of a box. Throws where it ends.
class Numbers {
public:
    Numbers(Bytes bytes, std::string_view format) : m_bytes(bytes), m_format(format) {}

    uint64_t take(size_t count) { return number(bytes(count)); }
    uint32_t take4() { return static_cast<uint32_t>(take(4)); }
    Bytes bytes(size_t count) {
        if (count > m_bytes.size()) throw Error(errors::damagedPicture, {m_format});
        const Bytes taken = m_bytes.first(count);
        m_bytes = m_bytes.subspan(count);
        return taken;
    }
    Bytes rest() const noexcept { return m_bytes; }

private:
    static uint64_t number(Bytes bytes) noexcept {
        uint64_t value = 0;
        for (const std::byte byte : bytes) value = value << 8U | static_cast<uint64_t>(byte);
        return value;
    }

    Bytes m_bytes;
    std::string_view m_format;
};

struct Box {
    uint32_t type = 0;
    Bytes body;
};

struct Extent {
    uint64_t at = 0, length = 0;
};

struct Item {
    uint32_t type = 0;
    bool isInData = false;  ///< its extents lie in the box idat
    std::vector<Extent> extents;
    std::vector<size_t> properties;  ///< from 0, in the order in which they are applied
};

struct Reference {
    uint32_t type = 0, from = 0;
    std::vector<uint32_t> to;
};

class HeadReader {
public:
    explicit HeadReader(Bytes file) : m_file(file), m_format(heifFormat(file)) {}

    HeifHead read();

private:
    [[noreturn]] void fail() const { throw Error(errors::damagedPicture, {m_format}); }
    [[noreturn]] void failCut() const { throw Error(errors::cutPicture, {m_format}); }
    [[noreturn]] void failKind(std::string_view kind) const {
        throw Error(errors::unreadKind, {m_format, kind});
    }
    Numbers numbers(Bytes bytes) const { return {bytes, m_format}; }
    /// A box off the front of bytes, which end too early with `isFile` where the file is cut.
    Box takeBox(Bytes& bytes, bool isFile = false) const;
    /// The one box of that type; empty where there is none and none is needed.
    Bytes only(const std::vector<Box>& boxes, uint32_t type, bool isNeeded = true) const;
    std::vector<Box> boxesIn(Bytes bytes) const;

    void readMeta(Bytes meta);
    void readItems(Bytes iinf);
    void readPlaces(Bytes iloc);
    void readReferences(Bytes iref);
    void readProperties(Bytes iprp);
    void checkPlaces() const;

    const Item& itemOf(uint32_t id) const;
    Bytes dataOf(const Item& item, std::vector<std::byte>& joined) const;
    PictureSize storedSize(const Item& item) const;
    PictureSize sizeOf(const Item& item) const;
    PictureSize cropped(PictureSize size, Bytes clap) const;
    std::vector<uint32_t> sourcesOf(uint32_t id) const;
    /// Adds what decoding an item takes, with all that it is made of.
    void addLoad(uint32_t id, int depth);
    void addKind(Bytes config, bool isHevc);
    void addCoded(const Item& item);
    void addGrid(uint32_t id, const Item& item, int depth);

    Bytes m_file;
    std::string_view m_format;
    uint32_t m_primary = 0;
    std::map<uint32_t, Item> m_items;
    std::vector<Box> m_properties;
    std::vector<Reference> m_references;
    Bytes m_data;  ///< of the box idat
    HeifHead m_head;
    uint64_t m_work = 0, m_loads = 0;
};

Box HeadReader::takeBox(Bytes& bytes, bool isFile) const {
    constexpr size_t headBytes = 8, longHeadBytes = 16;
    const auto failShort = [&] {
        if (isFile) failCut();
        fail();
    };
    if (bytes.size() < headBytes) failShort();
    uint64_t size = codeAt(bytes, 0);
    size_t head = headBytes;
    if (size == 0) size = bytes.size();
    if (size == 1) {
        if (bytes.size() < longHeadBytes) failShort();
        size = uint64_t{codeAt(bytes, 8)} << 32U | codeAt(bytes, 12);
        head = longHeadBytes;
    }
    if (size < head) fail();
    if (size > bytes.size()) failShort();
    const Box box{codeAt(bytes, 4), bytes.subspan(head, static_cast<size_t>(size) - head)};
    bytes = bytes.subspan(static_cast<size_t>(size));
    return box;
}

std::vector<Box> HeadReader::boxesIn(Bytes bytes) const {
    std::vector<Box> boxes;
    while (!bytes.empty()) {
        if (boxes.size() == mostProperties) fail();
        boxes.push_back(takeBox(bytes));
    }
    return boxes;
}

Bytes HeadReader::only(const std::vector<Box>& boxes, uint32_t type, bool isNeeded) const {
    const Box* found = nullptr;
    for (const Box& box : boxes) {
        if (box.type != type) continue;
        if (found != nullptr) fail();
        found = &box;
    }
    if (found == nullptr && isNeeded) fail();
    return found != nullptr ? found->body : Bytes();
}

void HeadReader::readItems(Bytes iinf) {
    Numbers in = numbers(iinf);
    const bool isLong = in.take4() >> 24U != 0;
    const uint64_t count = in.take(isLong ? 4 : 2);
    const std::vector<Box> entries = boxesIn(in.rest());
    if (count > mostItems || entries.size() != count) fail();
    for (const Box& entry : entries) {
        Numbers numbers = this->numbers(entry.body);
        const uint32_t version = numbers.take4() >> 24U;
        if (entry.type != code("infe") || version < 2 || version > 3) fail();
        const auto id = static_cast<uint32_t>(numbers.take(version == 2 ? 2 : 4));
        (void)numbers.take(2);
        const bool isNew =
            m_items.emplace(id, Item{.type = numbers.take4(), .extents = {}, .properties = {}}).second;
        if (!isNew) fail();
    }
}

void HeadReader::readPlaces(Bytes iloc) {
    Numbers in = numbers(iloc);
    const uint32_t version = in.take4() >> 24U;
    const auto sizes = static_cast<uint32_t>(in.take(2));
    const auto sizeAt = [sizes](unsigned shift) { return size_t{sizes >> shift & 0xFU}; };
    const size_t offset = sizeAt(12), length = sizeAt(8), base = sizeAt(4),
                 index = version > 0 ? sizeAt(0) : 0;
    if (version > 2 || std::max({offset, length, base, index}) > 8) fail();
    const uint64_t count = in.take(version == 2 ? 4 : 2);
    if (count > mostItems) fail();
    for (uint64_t i = 0; i < count; ++i) {
        const auto found = m_items.find(static_cast<uint32_t>(in.take(version == 2 ? 4 : 2)));
        if (found == m_items.end() || !found->second.extents.empty()) fail();
        const uint64_t method = version > 0 ? in.take(2) & 0xFU : 0;
        if (method > 1) failKind("that are made of parts of other items");
        found->second.isInData = method == 1;
        if (in.take(2) != 0) failKind("whose pixels are in other files");
        const uint64_t start = in.take(base), extents = in.take(2);
        for (uint64_t k = 0; k < extents; ++k) {
            (void)in.take(index);
            const uint64_t at = start + in.take(offset), bytes = in.take(length);
            found->second.extents.push_back({at, bytes});
        }
    }
}

void HeadReader::readReferences(Bytes iref) {
    if (iref.empty()) return;
    Numbers in = numbers(iref);
    const size_t idBytes = in.take4() >> 24U == 0 ? 2 : 4;
    size_t count = 0;
    for (const Box& box : boxesIn(in.rest())) {
        Numbers numbers = this->numbers(box.body);
        Reference reference{box.type, static_cast<uint32_t>(numbers.take(idBytes)), {}};
        uint64_t to = numbers.take(2);
        if (count += to + 1; count > mostReferences) fail();
        for (; to > 0; --to) reference.to.push_back(static_cast<uint32_t>(numbers.take(idBytes)));
        m_references.push_back(std::move(reference));
    }
}

void HeadReader::readProperties(Bytes iprp) {
    const std::vector<Box> boxes = boxesIn(iprp);
    m_properties = boxesIn(only(boxes, code("ipco")));
    size_t total = 0;
    for (const Box& box : boxes) {
        if (box.type != code("ipma")) continue;
        Numbers in = numbers(box.body);
        const uint32_t head = in.take4();
        const size_t idBytes = head >> 24U == 0 ? 2 : 4, indexBytes = (head & 1U) != 0 ? 2 : 1;
        const uint64_t entries = in.take(4);
        for (uint64_t i = 0; i < entries; ++i) {
            const auto found = m_items.find(static_cast<uint32_t>(in.take(idBytes)));
            uint64_t count = in.take(1);
            if (total += count + 1; found == m_items.end() || total > mostProperties) fail();
            for (; count > 0; --count) {
                const uint64_t index = in.take(indexBytes) & (indexBytes == 2 ? 0x7FFFU : 0x7FU);
                if (index > m_properties.size()) fail();
                if (index > 0) found->second.properties.push_back(static_cast<size_t>(index) - 1);
            }
        }
    }
}

void HeadReader::checkPlaces() const {
    uint64_t total = 0;
    for (const auto& [id, item] : m_items) {
        const uint64_t whole = item.isInData ? m_data.size() : m_file.size();
        for (const Extent& extent : item.extents) {
            if (extent.at > whole || extent.length > whole - extent.at) {
                if (item.isInData) fail();
                failCut();
            }
            total += extent.length;
        }
    }
    // Items that share their bytes may be many times larger than the file. Encoders have a few that do.
    if (total > 2 * m_file.size()) fail();
}

void HeadReader::readMeta(Bytes meta) {
    Numbers in = numbers(meta);
    (void)in.take4();
    const std::vector<Box> boxes = boxesIn(in.rest());
    m_data = only(boxes, code("idat"), false);
    readItems(only(boxes, code("iinf")));
    readPlaces(only(boxes, code("iloc")));
    readReferences(only(boxes, code("iref"), false));
    readProperties(only(boxes, code("iprp")));
    Numbers primary = numbers(only(boxes, code("pitm")));
    m_primary = static_cast<uint32_t>(primary.take(primary.take4() >> 24U == 0 ? 2 : 4));
    checkPlaces();
}

const Item& HeadReader::itemOf(uint32_t id) const {
    const auto found = m_items.find(id);
    if (found == m_items.end()) fail();
    return found->second;
}

Bytes HeadReader::dataOf(const Item& item, std::vector<std::byte>& joined) const {
    const Bytes whole = item.isInData ? m_data : m_file;
    const auto part = [&](const Extent& extent) {
        return whole.subspan(static_cast<size_t>(extent.at), static_cast<size_t>(extent.length));
    };
    if (item.extents.size() == 1) return part(item.extents.front());
    for (const Extent& extent : item.extents) {
        const Bytes bytes = part(extent);
        joined.insert(joined.end(), bytes.begin(), bytes.end());
    }
    return joined;
}

PictureSize HeadReader::storedSize(const Item& item) const {
    for (const size_t index : item.properties) {
        if (m_properties[index].type != code("ispe")) continue;
        Numbers in = numbers(m_properties[index].body);
        (void)in.take4();
        const PictureSize size{in.take4(), in.take4()};
        if (size.width == 0 || size.height == 0) fail();
        return size;
    }
    fail();
}

PictureSize HeadReader::cropped(PictureSize size, Bytes clap) const {
    Numbers in = numbers(clap);
    const auto side = [&](uint32_t whole) {
        const uint32_t above = in.take4(), below = in.take4();
        if (below == 0 || above == 0) fail();
        const double length = std::round(double(above) / below);
        if (length < 1 || length > whole) fail();
        return static_cast<uint32_t>(length);
    };
    const uint32_t width = side(size.width);
    return {width, side(size.height)};
}

PictureSize HeadReader::sizeOf(const Item& item) const {
    PictureSize size = storedSize(item);
    for (const size_t index : item.properties) {
        const Box& property = m_properties[index];
        if (property.type == code("clap")) size = cropped(size, property.body);
        if (property.type == code("irot") && (numbers(property.body).take(1) & 1U) != 0)
            std::swap(size.width, size.height);
    }
    return size;
}

std::vector<uint32_t> HeadReader::sourcesOf(uint32_t id) const {
    std::vector<uint32_t> sources;
    for (const Reference& one : m_references)
        if (one.type == code("dimg") && one.from == id)
            sources.insert(sources.end(), one.to.begin(), one.to.end());
    return sources;
}

/// Adds what the box hvcC or av1C says of the samples.
void HeadReader::addKind(Bytes config, bool isHevc) {
    if (isHevc) {
        constexpr size_t chromaAt = 16, lumaDepthAt = 17, chromaDepthAt = 18;
        constexpr auto chroma = std::byte{3}, fewColours = std::byte{1}, depth = std::byte{7};
        m_head.hasFineColours |= (config[chromaAt] & chroma) > fewColours;
        m_head.isWide |= ((config[lumaDepthAt] | config[chromaDepthAt]) & depth) != std::byte{0};
    } else {
        constexpr size_t at = 2;
        constexpr auto isWide = std::byte{0x40}, isGrey = std::byte{0x10}, isHalved = std::byte{0x0C};
        m_head.hasFineColours |= (config[at] & isGrey) == std::byte{0} && (config[at] & isHalved) != isHalved;
        m_head.isWide |= (config[at] & isWide) != std::byte{0};
    }
}

void HeadReader::addCoded(const Item& item) {
    std::vector<std::byte> joined;
    const Bytes data = dataOf(item, joined);
    const bool isHevc = item.type == code("hvc1");
    std::optional<CodedLoad> load;
    for (const size_t index : item.properties) {
        const Box& property = m_properties[index];
        if (property.type != (isHevc ? code("hvcC") : code("av1C"))) continue;
        if (load) fail();
        load = isHevc ? hevcLoad(property.body, data) : av1Load(property.body, data);
        if (!load) fail();
        addKind(property.body, isHevc);
    }
    if (!load) fail();
    (isHevc ? m_head.hasHevc : m_head.hasAv1) = true;
    m_head.mostPixels = std::max(m_head.mostPixels, load->pixels);
    m_work += load->work();
}

void HeadReader::addGrid(uint32_t id, const Item& item, int depth) {
    std::vector<std::byte> joined;
    Numbers in = numbers(dataOf(item, joined));
    const uint64_t head = in.take(2);
    const uint64_t rows = in.take(1) + 1, columns = in.take(1) + 1;
    const size_t sideBytes = (head & 1U) != 0 ? 4 : 2;
    const uint64_t width = in.take(sideBytes), height = in.take(sideBytes);
    const std::vector<uint32_t> tiles = sourcesOf(id);
    const PictureSize stored = storedSize(item);
    if (tiles.size() != rows * columns || width != stored.width || height != stored.height) fail();
    for (const uint32_t tile : tiles) {
        const uint32_t type = itemOf(tile).type;
        if (type != code("hvc1") && type != code("av01")) fail();
        addLoad(tile, depth);
    }
}

void HeadReader::addLoad(uint32_t id, int depth) {
    constexpr int deepest = 4;
    // Twice as much as there may be pixels: pictures are padded, and tiles have an alpha of their own.
    constexpr uint64_t mostWork = 4 * mostPicturePixels, mostLoads = mostReferences;
    const Item& item = itemOf(id);
    if (depth > deepest || ++m_loads > mostLoads) fail();
    m_head.mostPixels = std::max(m_head.mostPixels, storedSize(item).pixels());
    if (item.type == code("hvc1") || item.type == code("av01")) {
        addCoded(item);
    } else if (item.type == code("grid")) {
        m_head.isGrid = true;
        addGrid(id, item, depth + 1);
    } else if (item.type == code("iden")) {
        const std::vector<uint32_t> sources = sourcesOf(id);
        if (sources.size() != 1) fail();
        addLoad(sources.front(), depth + 1);
    } else {
        failKind(item.type == code("iovl") ? "that are laid over each other"
                                           : "coded in neither HEVC nor AV1");
    }
    // Alpha is decoded along, although it is dropped.
    for (const Reference& one : m_references)
        if (one.type == code("auxl") && one.from != id && std::ranges::count(one.to, id) > 0)
            if (m_items.contains(one.from)) {
                m_head.hasAlpha = true;
                addLoad(one.from, depth + 1);
            }
    if (m_work > mostWork) fail();
}

HeifHead HeadReader::read() {
    std::optional<Bytes> meta;
    bool isFilm = false;
    for (Bytes rest = m_file; !rest.empty();) {
        const Box box = takeBox(rest, true);
        isFilm |= box.type == code("moov");
        if (box.type != code("meta")) continue;
        if (meta) fail();
        meta = box.body;
    }
    if (!meta && !isFilm) failCut();
    if (!meta) failKind("that are films without a still picture");
    readMeta(*meta);
    m_head.size = sizeOf(itemOf(m_primary));
    // Before anything is looked at for each tile.
    checkPictureSize(storedSize(itemOf(m_primary)), 0);
    addLoad(m_primary, 0);
    return m_head;
}

}  // namespace

std::string_view heifFormat(std::span<const std::byte> file) noexcept {
    constexpr size_t firstCompatible = 16, shortest = 12;
    if (file.size() < shortest || codeAt(file, 4) != code("ftyp")) return {};
    const auto ofBrand = [](uint32_t brand) -> std::string_view {
        static constexpr std::array hevc{code("heic"), code("heix"), code("heim"), code("heis"),
                                         code("hevc"), code("hevx"), code("hevm"), code("hevs")};
        if (brand == code("avif") || brand == code("avis")) return "AVIF";
        if (std::ranges::count(hevc, brand) > 0) return "HEIC";
        return {};
    };
    const uint32_t major = codeAt(file, 8);
    if (const std::string_view format = ofBrand(major); !format.empty()) return format;
    if (major != code("mif1") && major != code("mif2") && major != code("msf1") && major != code("miaf"))
        return {};
    const size_t end = std::min<size_t>(file.size(), codeAt(file, 0));
    for (size_t at = firstCompatible; at + 4 <= end; at += 4)
        if (const std::string_view format = ofBrand(codeAt(file, at)); !format.empty()) return format;
    return "HEIF";
}

HeifHead readHeifHead(std::span<const std::byte> file) {
    return HeadReader(file).read();
}

}  // namespace hearth
