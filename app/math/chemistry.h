#pragma once

#include <QString>
#include <QStringView>

namespace hearth::app {

/// A formula of chemistry, as it stands in \ce{…} (the package mhchem), in LaTeX without that: "2H2 + O2 ->
/// 2H2O" becomes "2\mathrm{H}_{2}+…". Elements, numbers, charges, isotopes, states, brackets and arrows are
/// understood; a null string for anything else. Linear in the text.
QString chemistryLatex(QStringView written);

}  // namespace hearth::app
