#!/usr/bin/env python3
"""Makes the small pictures of this folder and pictures.json, which has the size and the SHA-256 of the RGB bytes that Pillow
gives for each: ImageOps.exif_transpose(image).convert("RGB"). Needs pillow and numpy; the tests need neither.

    python3 tests/reference/pictures/make_pictures.py"""
import hashlib
import io
import json
import pathlib
import struct
import zlib

import numpy
from PIL import Image, ImageOps

HERE = pathlib.Path(__file__).resolve().parent
WIDTH, HEIGHT = 37, 23
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}


def scene(channels, levels=256, seed=1):
    """Gradients with some noise: (HEIGHT, WIDTH, channels)."""
    y, x = numpy.mgrid[0:HEIGHT, 0:WIDTH]
    planes = [x / WIDTH, y / HEIGHT, (x + y) / (WIDTH + HEIGHT), (x * y % 17) / 17][:channels]
    noise = numpy.random.default_rng(seed).random((HEIGHT, WIDTH, channels)) * 0.2
    return numpy.clip((numpy.stack(planes, 2) * 0.8 + noise) * levels, 0, levels - 1).astype(numpy.int64)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed(row, depth):
    if depth == 16:
        return row.astype(">u2").tobytes()
    if depth == 8:
        return row.astype("u1").tobytes()
    bits = numpy.unpackbits(row.astype("u1")[:, None], axis=1)[:, 8 - depth:]
    return numpy.packbits(bits.reshape(-1)).tobytes()


def png(pixels, depth, colour, interlaced=False, before=b"", after=b""):
    """A PNG of (height, width, channels) with chunks before and behind the pixels, for kinds that Pillow does not write."""
    height, width = pixels.shape[:2]
    data = b""
    for left, top, step_x, step_y in PASSES if interlaced else [(0, 0, 1, 1)]:
        part = pixels[top::step_y, left::step_x]
        if part.size:
            data += b"".join(b"\0" + packed(row.reshape(-1), depth) for row in part)
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + before + chunk(b"IDAT", zlib.compress(data)) + after + chunk(b"IEND", b"")


def saved(image, kind, **options):
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    return data.tobytes()


def pngs():
    for colour, channels in CHANNELS.items():
        for depth in {0: (1, 2, 4, 8, 16), 3: (1, 2, 4, 8)}.get(colour, (8, 16)):
            palette = chunk(b"PLTE", bytes(range(3, 3 + 3 * 2 ** depth) if depth < 8 else [i * 7 % 256 for i in range(768)]))
            before = palette if colour == 3 else b""
            for interlaced in (False, True):
                name = f"png-{colour}-{depth}{'-interlaced' if interlaced else ''}"
                yield name + ".png", png(scene(channels, 2 ** depth), depth, colour, interlaced, before)
    yield "png-0-16-dark.png", png(scene(1, 400), 16, 0)
    yield "png-key-grey-16.png", png(scene(1, 300), 16, 0, before=chunk(b"tRNS", struct.pack(">H", 100)))
    yield "png-key-grey.png", png(scene(1), 8, 0, before=chunk(b"tRNS", struct.pack(">H", 100)))
    yield "png-key-rgb.png", png(scene(3), 8, 2, before=chunk(b"tRNS", struct.pack(">HHH", 10, 20, 30)))
    palette = chunk(b"PLTE", bytes(i * 5 % 256 for i in range(768)))
    yield "png-clear-palette.png", png(scene(1), 8, 3, before=palette + chunk(b"tRNS", bytes(range(256))))
    gamma = chunk(b"gAMA", struct.pack(">I", 100000)) + chunk(b"sBIT", bytes([5, 6, 5]))
    yield "png-gamma.png", png(scene(3), 8, 2, before=gamma)
    profile = chunk(b"iCCP", b"x\0\0" + zlib.compress(b"no profile" * 100))
    yield "png-profile.png", png(scene(3), 8, 2, before=profile)
    for orientation in range(1, 9):
        data = chunk(b"eXIf", exif(orientation)[6:])
        yield f"png-exif-{orientation}.png", png(scene(3), 8, 2, orientation % 2 == 0, before=data)
    yield "png-exif-behind.png", png(scene(3), 8, 2, after=chunk(b"eXIf", exif(6)[6:]))
    yield "png-one-pixel.png", png(scene(3)[:1, :1], 8, 2)
    yield "png-one-pixel-interlaced.png", png(scene(3)[:1, :1], 8, 2, True)
    frames = [Image.fromarray(scene(3, seed=seed).astype("u1")) for seed in (1, 2)]
    yield "png-animated.png", saved(frames[0], "PNG", save_all=True, append_images=frames[1:], duration=50)


def jpegs():
    colours = Image.fromarray(scene(3).astype("u1"))
    for name, sampling in (("444", 0), ("422", 1), ("420", 2)):
        for progressive in (False, True):
            kind = f"jpeg-{name}{'-progressive' if progressive else ''}"
            yield kind + ".jpg", saved(colours, "JPEG", subsampling=sampling, progressive=progressive, quality=85)
    yield "jpeg-poor.jpg", saved(colours, "JPEG", quality=5)
    yield "jpeg-rgb.jpg", saved(colours, "JPEG", keep_rgb=True)
    yield "jpeg-restarts.jpg", saved(colours, "JPEG", restart_marker_blocks=2)
    yield "jpeg-grey.jpg", saved(Image.fromarray(scene(1)[:, :, 0].astype("u1")), "JPEG")
    inks = Image.fromarray(scene(4).astype("u1"), "CMYK")
    yield "jpeg-cmyk.jpg", saved(inks, "JPEG")
    yield "jpeg-cmyk-progressive.jpg", saved(inks, "JPEG", progressive=True)
    for orientation in range(1, 9):
        yield f"jpeg-exif-{orientation}.jpg", saved(colours, "JPEG", exif=exif(orientation), progressive=orientation % 2 == 0)
    yield "jpeg-one-pixel.jpg", saved(colours.crop((0, 0, 1, 1)), "JPEG")


def webps():
    colours, clear = Image.fromarray(scene(3).astype("u1")), Image.fromarray(scene(4).astype("u1"), "RGBA")
    yield "webp-lossy.webp", saved(colours, "WEBP", quality=80)
    yield "webp-lossless.webp", saved(colours, "WEBP", lossless=True)
    yield "webp-clear.webp", saved(clear, "WEBP", quality=80)
    yield "webp-clear-lossless.webp", saved(clear, "WEBP", lossless=True, exact=True)
    for orientation in range(1, 9):
        yield f"webp-exif-{orientation}.webp", saved(colours, "WEBP", lossless=orientation % 2 == 0, exif=exif(orientation))
    frames = [Image.fromarray(scene(3, seed=seed).astype("u1")) for seed in (1, 2, 3)]
    yield "webp-animated.webp", saved(frames[0], "WEBP", save_all=True, append_images=frames[1:], lossless=True)
    # The first frame fills a part of the picture alone.
    part = Image.new("RGBA", (WIDTH, HEIGHT), (0, 0, 0, 0))
    part.paste(colours.crop((0, 0, 12, 8)), (6, 4))
    yield "webp-animated-part.webp", saved(part, "WEBP", save_all=True, append_images=[clear], lossless=True)


def gif(screen, frame, pixels, colours=b"", transparent=None, own_colours=b"", grid=False):
    """A GIF of indices, (height, width), for kinds that Pillow does not write. Codes are never longer than 9 bits, for all of
    them are forgotten again and again."""
    def table(colours):
        return 0x80 | (len(colours) // 3).bit_length() - 2 if colours else 0

    data = b"GIF89a" + struct.pack("<HHBBB", *screen, table(colours), 0, 0) + colours
    if transparent is not None:
        data += b"\x21\xf9\x04\x01\0\0" + bytes([transparent, 0])
    rows = [pixels[y] for start, step in (((0, 8), (4, 8), (2, 4), (1, 2)) if grid else ((0, 1),)) for y in range(start, len(pixels), step)]
    data += b"," + struct.pack("<HHHHB", *frame, table(own_colours) | (0x40 if grid else 0)) + own_colours
    bits, count = 0, 0
    for i, index in enumerate(numpy.concatenate(rows)):
        for code in ([256] if i % 200 == 0 else []) + [int(index)]:
            bits, count = bits | code << count, count + 9
    codes = (bits | 257 << count).to_bytes(count // 8 + 2, "little")
    blocks = [codes[at:at + 255] for at in range(0, len(codes), 255)]
    return data + b"\x08" + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0;"


def gifs():
    colours = Image.fromarray(scene(3).astype("u1"))
    indices = scene(1, 16)[:, :, 0]
    palette = bytes(i * 5 % 256 for i in range(48))
    whole = (0, 0, WIDTH, HEIGHT)
    for interlace in (0, 1):
        yield f"gif-{'interlaced' if interlace else 'plain'}.gif", saved(colours.quantize(64), "GIF", interlace=interlace)
    yield "gif-grey.gif", saved(Image.fromarray(scene(1)[:, :, 0].astype("u1")), "GIF", interlace=0)
    yield "gif-no-colours.gif", gif((WIDTH, HEIGHT), whole, indices)
    yield "gif-own-colours.gif", gif((WIDTH, HEIGHT), whole, indices, bytes(48), own_colours=palette)
    yield "gif-few-colours.gif", gif((WIDTH, HEIGHT), whole, indices, palette[:24])
    yield "gif-few-greys.gif", gif((WIDTH, HEIGHT), whole, indices, bytes(i // 3 for i in range(24)))
    yield "gif-transparent.gif", gif((WIDTH, HEIGHT), whole, indices, palette, transparent=3)
    part = (6, 4, 12, 8)
    yield "gif-part.gif", gif((WIDTH, HEIGHT), part, indices[:8, :12], palette)
    yield "gif-part-transparent.gif", gif((WIDTH, HEIGHT), part, indices[:8, :12], palette, transparent=3)
    yield "gif-part-interlaced.gif", gif((WIDTH, HEIGHT), (6, 4, 12, 9), indices[:9, :12], palette, 5, grid=True)
    yield "gif-larger-than-screen.gif", gif((10, 30), (6, 4, 12, 8), indices[:8, :12], palette)
    yield "gif-no-screen.gif", gif((0, 0), whole, indices, palette)
    yield "gif-one-pixel.gif", gif((1, 1), (0, 0, 1, 1), indices[:1, :1], palette)
    frames = [Image.fromarray(scene(3, seed=seed).astype("u1")).quantize(32) for seed in (1, 2, 3)]
    yield "gif-animated.gif", saved(frames[0], "GIF", save_all=True, append_images=frames[1:], duration=50, disposal=2)


def bmp(bits, rows, height=HEIGHT, palette=b"", masks=(), header=40, count=0):
    """A bitmap of rows as they are stored, for kinds that Pillow does not write."""
    data = b"".join(row + bytes(-len(row) % 4) for row in rows)
    fields = struct.pack(f"<{len(masks)}I", *masks)
    if header == 12:
        info = struct.pack("<IHHHH", 12, WIDTH, height, 1, bits)
    else:
        info = struct.pack("<IiiHHIIiiII", header, WIDTH, height, 1, bits, 3 if masks else 0, 0, 0, 0, count, 0)
    info += fields + (bytes(header - 40 - len(fields)) if header > 40 else b"")
    offset = 14 + len(info) + len(palette)
    return b"BM" + struct.pack("<IHHI", offset + len(data), 0, 0, offset) + info + palette + data


def bmps():
    colours, clear = scene(3).astype("u1"), scene(4).astype("u1")
    yield "bmp-24.bmp", saved(Image.fromarray(colours), "BMP")
    yield "bmp-32.bmp", bmp(32, [row.tobytes() for row in clear[::-1]])
    yield "bmp-top-first.bmp", bmp(24, [row.tobytes() for row in colours], -HEIGHT)
    for name, header, masks in (("bgrx", 40, (0xFF0000, 0xFF00, 0xFF)), ("xbgr", 40, (0xFF000000, 0xFF0000, 0xFF00)),
                                ("bgra", 124, (0xFF0000, 0xFF00, 0xFF, 0xFF000000)), ("rgba", 124, (0xFF, 0xFF00, 0xFF0000, 0xFF000000)),
                                ("abgr", 108, (0xFF000000, 0xFF0000, 0xFF00, 0xFF))):
        yield f"bmp-32-{name}.bmp", bmp(32, [row.tobytes() for row in clear[::-1]], masks=masks, header=header)
    for bits in (1, 4, 8):
        palette = bytes(i * 7 % 256 for i in range(4 << bits))
        rows = [packed(row, bits) for row in scene(1, 2 ** bits)[::-1, :, 0]]
        yield f"bmp-{bits}.bmp", bmp(bits, rows, palette=palette)
        yield f"bmp-{bits}-core.bmp", bmp(bits, rows, palette=palette[:3 << bits], header=12)
    few = [packed(row, 8) for row in scene(1, 64)[::-1, :, 0]]
    yield "bmp-few-colours.bmp", bmp(8, few, palette=bytes(i * 7 % 256 for i in range(40 * 4)), count=40)
    yield "bmp-one-pixel.bmp", saved(Image.fromarray(colours[:1, :1]), "BMP")


def main():
    entries = {}
    for name, data in [*pngs(), *jpegs(), *webps(), *gifs(), *bmps()]:
        (HERE / name).write_bytes(data)
        image = ImageOps.exif_transpose(Image.open(HERE / name))
        image = image.convert("RGB")
        entries[name] = {"width": image.width, "height": image.height, "sha256": hashlib.sha256(image.tobytes()).hexdigest()}
    (HERE / "pictures.json").write_text(json.dumps(entries, indent=1) + "\n")
    print(f"{len(entries)} pictures, {sum(path.stat().st_size for path in HERE.iterdir())} bytes")


main()
