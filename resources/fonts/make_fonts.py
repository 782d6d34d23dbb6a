#!/usr/bin/python3
"""Makes Rackwright Sans from Inter (Debian: fonts-inter, python3-fonttools): tabular figures as the default ones.

Qt 6.4 cannot switch font features on, and Inter's own figures differ in width (a 1 is a quarter narrower than a 0), so
columns of numbers would not align. The glyphs are Inter's, untouched; the family is renamed as the licence asks.

usage: make_fonts.py [FOLDER OF INTER]     writes RackwrightSans-*.otf and OFL.txt beside itself
"""
import pathlib
import re
import sys

from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).resolve().parent
INTER = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/fonts/opentype/inter")
COPYRIGHT = pathlib.Path("/usr/share/doc/fonts-inter/copyright")


def tabular_figures(font):
    """Code point of each figure -> its tabular glyph, from the `tnum` substitutions."""
    gsub = font["GSUB"].table
    mapping = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag != "tnum":
            continue
        for index in record.Feature.LookupListIndex:
            for subtable in gsub.LookupList.Lookup[index].SubTable:
                mapping.update(getattr(subtable, "ExtSubTable", subtable).mapping)
    names = font.getBestCmap()
    return {code: mapping[names[code]] for code in range(ord("0"), ord("9") + 1)}


def freeze(font):
    figures = tabular_figures(font)
    for table in font["cmap"].tables:
        table.cmap.update({code: glyph for code, glyph in figures.items() if code in table.cmap})
    # Heavier weights differ by a few units in 1800: one width for all.
    metrics = font["hmtx"].metrics
    width = max(metrics[glyph][0] for glyph in figures.values())
    for glyph in figures.values():
        metrics[glyph] = (width, metrics[glyph][1])


def rename(font):
    for record in list(font["name"].names):
        if record.nameID == 7:  # Inter's trademark
            font["name"].removeNames(nameID=7)
        elif record.nameID in (1, 3, 4, 6, 16, 18):
            text = re.sub(r"^Inter\b", "Rackwright Sans", str(record))
            if record.nameID in (3, 6):
                text = text.replace(" ", "")
            font["name"].setName(text, record.nameID, record.platformID, record.platEncID, record.langID)
    cff = font["CFF "].cff
    cff.fontNames = [str(font["name"].getName(6, 3, 1, 0x409))]
    top = cff.topDictIndex[0]
    for field in ("FullName", "FamilyName"):
        if field in top.rawDict:
            setattr(top, field, re.sub(r"^Inter\b", "Rackwright Sans", getattr(top, field)))


def write_licence():
    """The licence as Debian has it, with the holders of the copyright."""
    text = COPYRIGHT.read_text(encoding="utf-8")
    body = re.search(r"^License: OFL-1\.1\n((?: .*\n)+)", text, re.M).group(1)
    lines = ["" if line == " ." else line[1:] for line in body.splitlines()]
    head = ("Copyright 2016-2022 The Inter Project Authors (https://github.com/rsms/inter)\n"
            "Rackwright Sans is Inter with tabular figures as the default ones, made by make_fonts.py.\n\n"
            "SIL OPEN FONT LICENSE Version 1.1 - 26 February 2007\n\n")
    (HERE / "OFL.txt").write_text(head + "\n".join(lines) + "\n", encoding="utf-8")


for weight in ("Regular", "Medium", "SemiBold", "Bold"):
    source = TTFont(INTER / f"Inter-{weight}.otf", recalcTimestamp=False)
    freeze(source)
    rename(source)
    source.save(HERE / f"RackwrightSans-{weight}.otf")
write_licence()
