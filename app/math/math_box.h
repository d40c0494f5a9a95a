#pragma once

#include <QPainterPath>
#include <QPointF>
#include <utility>
#include <vector>

#include "math/math_font.h"

namespace hearth::app {

/// Something to draw: letters, or a filled shape when there are none. `at`: the origin of both.
struct MathInk {
    QPointF at;
    MathGlyphs glyphs = {};
    QPainterPath shape = {};
};

/// A part of a formula that has its place. Its origin is the left end of its baseline; y grows downwards.
struct MathBox {
    qreal width = 0, ascent = 0, descent = 0;
    std::vector<MathInk> inks = {};

    qreal height() const { return ascent + descent; }
    /// Takes over what another box draws, with its origin at `offset`; grows over and under to hold it.
    void place(MathBox&& other, QPointF offset) {
        ascent = std::max(ascent, other.ascent - offset.y());
        descent = std::max(descent, other.descent + offset.y());
        width = std::max(width, offset.x() + other.width);
        for (MathInk& ink : other.inks) {
            ink.at += offset;
            inks.push_back(std::move(ink));
        }
    }
    void draw(const QPainterPath& shape, QPointF offset = {}) { inks.push_back({offset, {}, shape}); }
};

}  // namespace hearth::app
