#!/usr/bin/env python3
"""Makes the HEIC and AVIF pictures of this folder and heif.json, which has the size and the RGB bytes (base64) of every third pixel of every third row that other decoders
give for each: of AVIF libavif (in Pillow), of HEIC a later libheif than systems have (in pillow-heif). Chroma is enlarged in one
way or another, so they are not compared to the last bit. Needs pillow (11.3 or newer), pillow-heif, numpy, heif-enc (libheif-examples)
and avifenc (libavif-bin); the tests need none of them.

    python3 tests/reference/pictures/make_heif.py"""
import base64
import io
import json
import pathlib
import struct
import subprocess
import tempfile
import zlib

import numpy
import pillow_heif
from PIL import Image, ImageOps

from heif_file import coded, full, grid, heif, item, size

HERE = pathlib.Path(__file__).resolve().parent
DEPTH = full(b"pixi", 0, 0, b"\3\x08\x08\x08")
ROTATION, MIRROR = b"\0\0\0\x09irot", b"\0\0\0\x09imir"
pillow_heif.register_heif_opener()


def scene(width, height, channels=3, levels=256):
    """Gradients without noise, so that fine colours do not matter: (height, width, channels)."""
    y, x = numpy.mgrid[0:height, 0:width]
    planes = [x / width, y / height, 1 - (x + y) / (width + height), (x + 2 * y) / (width + 2 * height)]
    if channels == 1:
        return (planes[0] * (levels - 1)).astype(numpy.int64)
    return (numpy.stack(planes[:channels], 2) * (levels - 1)).astype(numpy.int64)


def made(program, image, suffix, *options):
    """The file that an encoder makes of a picture."""
    with tempfile.TemporaryDirectory() as folder:
        source, target = f"{folder}/source.png", f"{folder}/target{suffix}"
        image.save(source)
        order = [source, target] if program == "avifenc" else [source, "-o", target]
        subprocess.run([program, *options, *order], check=True, capture_output=True)
        return pathlib.Path(target).read_bytes()


def colours(width=37, height=23, channels=3):
    return Image.fromarray(scene(width, height, channels).astype("u1"))


def grey():
    return Image.fromarray(scene(37, 23, 1).astype("u1"))


class Deep:
    """16 bits a colour, which Pillow does not write."""

    def save(self, path):
        def chunk(name, data):
            return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

        rows = b"".join(b"\0" + row.astype(">u2").tobytes() for row in scene(37, 23, 3, 65536))
        head = chunk(b"IHDR", struct.pack(">IIBBBBB", 37, 23, 16, 2, 0, 0, 0))
        pathlib.Path(path).write_bytes(b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def pictures():
    for suffix in (".heic", ".avif"):
        kind = suffix[1:]
        for chroma in ("420", "422", "444"):
            yield f"{kind}-{chroma}{suffix}", made("heif-enc", colours(), suffix, "-q", "90", "-p", f"chroma={chroma}")
        yield f"{kind}-clear{suffix}", made("heif-enc", colours(channels=4), suffix, "-q", "90")
        yield f"{kind}-grey{suffix}", made("heif-enc", grey(), suffix, "-q", "90")
        for bits in ("10", "12"):
            order = ["heif-enc", "-q", "90", "-b", bits, "-p", "chroma=444"] if kind == "heic" else ["avifenc", "-d", bits, "--min", "5", "--max", "10"]
            yield f"{kind}-{bits}-bit{suffix}", made(order[0], Deep(), suffix, *order[1:])
        yield f"{kind}-thumbnail{suffix}", made("heif-enc", colours(64, 64), suffix, "-q", "70", "-t", "16")
        name, brands = (b"hvc1", (b"heic", b"mif1")) if kind == "heic" else (b"av01", (b"avif", b"mif1"))
        config, data = coded(made("heif-enc", colours(64, 64), suffix, "-q", "80", "-p", "chroma=444"))
        tile = item(name, data, size(64, 64), config, DEPTH)
        tiles = item(b"grid", grid(2, 2, 70, 66), size(70, 66), DEPTH)
        yield f"{kind}-grid{suffix}", heif([tiles, tile, tile, tile, tile], [(b"dimg", 1, [2, 3, 4, 5])], brands=brands)
        if kind == "heic":  # libavif does not read the other one
            yield f"{kind}-identity{suffix}", heif([item(b"iden", b"", size(64, 64)), tile], [(b"dimg", 1, [2])], brands=brands)
        for turns in (1, 2, 3):
            turned = item(name, data, size(64, 64), config, DEPTH, ROTATION + bytes([turns]))
            yield f"{kind}-turned-{turns}{suffix}", heif([turned], brands=brands)
        for axis in (0, 1):
            yield f"{kind}-mirrored-{axis}{suffix}", heif([item(name, data, size(64, 64), config, DEPTH, MIRROR + bytes([axis]))], brands=brands)
        # Whose first brand leaves the coding open.
        yield f"{kind}-of-any-brand{suffix}", heif([tile], brands=(b"mif1", b"miaf", brands[0]))
    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        out = io.BytesIO()
        colours().save(out, "AVIF", quality=90, subsampling="4:4:4", exif=exif.tobytes())
        yield f"avif-exif-{orientation}.avif", out.getvalue()
    frames = io.BytesIO()
    colours().save(frames, "AVIF", save_all=True, append_images=[ImageOps.flip(colours())], quality=80, subsampling="4:4:4", duration=50)
    yield "avif-animated.avif", frames.getvalue()
    yield "avif-lossless.avif", made("avifenc", colours(), ".avif", "--lossless")


def main():
    entries = {}
    for name, data in pictures():
        (HERE / name).write_bytes(data)
        image = ImageOps.exif_transpose(Image.open(HERE / name, formats=["HEIF" if name.endswith(".heic") else "AVIF"])).convert("RGB")
        entries[name] = {"width": image.width, "height": image.height, "rgb": base64.b64encode(numpy.asarray(image)[::3, ::3].tobytes()).decode()}
        print(name, len(data), image.size)
    (HERE / "heif.json").write_text(json.dumps(entries, indent=1) + "\n")


main()
