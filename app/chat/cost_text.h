#pragma once

#include <QString>

namespace hearth::app {

/// "0.0042", "1.27": so many decimals that something is seen of it, in the language of the window.
QString costText(double cost);

}  // namespace hearth::app
