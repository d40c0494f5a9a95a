"""Writes HEIF files of any items, and takes the coded pictures out of those that encoders write."""
import struct


def box(name, *parts):
    body = b"".join(parts)
    return struct.pack(">I", 8 + len(body)) + name + body


def full(name, version, flags, *parts):
    return box(name, struct.pack(">I", version << 24 | flags), *parts)


def size(width, height):
    return full(b"ispe", 0, 0, struct.pack(">II", width, height))


def item(kind, data, *properties, extents=None):
    """An item of `data`, or of (offset, length) from the start of all data."""
    return {"kind": kind, "data": data, "properties": properties, "extents": extents}


def grid(rows, columns, width, height):
    return struct.pack(">BBBBHH", 0, 0, rows - 1, columns - 1, width, height)


def heif(items, references=(), primary=1, brands=(b"heic", b"mif1"), more=b"", method=0, count=None):
    """A file of items with the numbers 1, 2, …; references: (type, from, [to, …])."""
    properties, entries = [], b""
    for number, one in enumerate(items, 1):
        indices = b""
        for one_property in one["properties"]:
            if one_property not in properties:
                properties.append(one_property)
            is_essential = one_property[4:8] in (b"clap", b"irot", b"imir", b"hvcC", b"av1C")
            indices += bytes([properties.index(one_property) + 1 | (0x80 if is_essential else 0)])
        entries += struct.pack(">HB", number, len(indices)) + indices
    data = b"".join(one["data"] for one in items)

    def head(start):
        places, at = b"", start
        for number, one in enumerate(items, 1):
            extents = one["extents"] or [(at - start, len(one["data"]))]
            places += struct.pack(">HHH", number, 0, len(extents))
            places += b"".join(struct.pack(">II", start + offset, length) for offset, length in extents)
            at += len(one["data"])
        if method:
            places = b"".join(struct.pack(">HHHHII", number, method, 0, 1, 0, len(one["data"])) for number, one in enumerate(items, 1))
        infos = [full(b"infe", 2, 0, struct.pack(">HH", number, 0), one["kind"], b"\0") for number, one in enumerate(items, 1)]
        links = [box(kind, struct.pack(">HH", source, len(to)), b"".join(struct.pack(">H", one) for one in to)) for kind, source, to in references]
        meta = full(b"meta", 0, 0, full(b"hdlr", 0, 0, bytes(4), b"pict", bytes(13)), full(b"pitm", 0, 0, struct.pack(">H", primary)),
                    full(b"iinf", 0, 0, struct.pack(">H", len(items) if count is None else count), *infos),
                    full(b"iloc", 1 if method else 0, 0, b"\x44\0", struct.pack(">H", len(items)), places),
                    full(b"iref", 0, 0, *links) if links else b"",
                    box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, 0, struct.pack(">I", len(items)), entries)), more)
        return box(b"ftyp", brands[0], bytes(4), *brands) + meta

    start = len(head(0)) + 8
    return head(start) + box(b"mdat", data)


def coded(file):
    """(the box of its configuration, its data) of the one picture of a file."""
    at = max(file.find(b"hvcC"), file.find(b"av1C")) - 4
    config = file[at:at + struct.unpack_from(">I", file, at)[0]]
    data = file.index(b"mdat")
    return config, file[data + 4:data - 4 + struct.unpack_from(">I", file, data - 4)[0]]
