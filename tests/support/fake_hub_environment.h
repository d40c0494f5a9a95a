#pragma once

#include "hub/hub_environment.h"
#include "support/fake_hub.h"

/// Environment in which a program uses this hub.
inline hearth::app::HubEnvironment environmentOf(const FakeHub& hub) {
    hearth::app::HubEnvironment environment;
    environment.endpoint = QUrl(hub.endpoint());
    environment.certificates = hub.certificates();
    return environment;
}
