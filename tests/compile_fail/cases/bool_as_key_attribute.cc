// message: the field active
// message: nor can a bool be a key attribute of its own
#include "shop.h"

struct Device { std::string deviceId; bool active = true; };
BOOST_DESCRIBE_STRUCT(Device, (), (deviceId, active))
#ifdef MENDED
struct DeviceE : pt::entity<Device, "DEVICE", pt::key<"{deviceId}">, pt::on<"by_active", "ACTIVE#{active}">> {};
struct Shop : pt::table<"devices", pt::primary<"deviceId">, pt::gsi<"by_active", "GSI1PK">, pt::holds<DeviceE>> {};
#else
struct DeviceE : pt::entity<Device, "DEVICE", pt::key<"{deviceId}">> {};
struct Shop : pt::table<"devices", pt::primary<"deviceId">, pt::attr_index<"by_active", pt::partition_key<"active">>,
                        pt::holds<DeviceE>> {};
#endif
static_assert(right<Shop>);
