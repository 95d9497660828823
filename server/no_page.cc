#include "server/asset.h"

namespace kitchen::server {

Page embedded_page() { return {}; }

}  // namespace kitchen::server
