// The functions of NVML that Hearth calls, with fixed answers. Codes: 0 success, 3 not supported.
#include <cstdio>
#include <cstring>

extern "C" {

static int g_cards[2] = {0, 1};

int nvmlInit_v2() {
    return 0;
}
int nvmlShutdown() {
    return 0;
}
int nvmlDeviceGetCount_v2(unsigned* count) {
    return *count = 2, 0;
}
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
    return *device = &g_cards[index], 0;
}
int nvmlDeviceGetName(void* device, char* name, unsigned length) {
    std::snprintf(name, length, "Card %d", *static_cast<int*>(device));
    return 0;
}
int nvmlDeviceGetPciInfo_v3(void*, void* info) {
    std::memset(info, 0, 68);
    std::strcpy(static_cast<char*>(info) + 36, "00000000:01:00.0");
    return 0;
}
int nvmlDeviceGetMemoryInfo(void* device, unsigned long long* memory) {
    if (*static_cast<int*>(device) == 1) return 3;
    memory[0] = 24ULL << 30U;
    memory[1] = 20ULL << 30U;
    memory[2] = 4ULL << 30U;
    return 0;
}
int nvmlDeviceGetUtilizationRates(void* device, unsigned* rates) {
    if (*static_cast<int*>(device) == 1) return 3;
    return rates[0] = 87, rates[1] = 12, 0;
}
int nvmlDeviceGetTemperature(void*, unsigned sensor, unsigned* degrees) {
    return *degrees = 64, sensor == 0 ? 0 : 2;
}
int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
    return *milliwatts = 275500, 0;
}
// No nvmlDeviceGetEnforcedPowerLimit: an old driver.

}  // extern "C"
