#pragma once

#include "hub/hub_environment.h"
#include "support/fake_hub.h"

/// What a program has to be told to use this hub.
inline hearth::app::HubEnvironment environmentOf(const FakeHub& hub) {
    hearth::app::HubEnvironment environment;
    environment.endpoint = QUrl(hub.endpoint());
    environment.certificates = hub.certificates();
    return environment;
}
