#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "server/asset.h"

namespace kitchen::cli {

inline constexpr char kServeHost[] = "127.0.0.1";
inline constexpr char kServePort[] = "8080";

/// Reads a port, 0 to 65535. Throws UserError.
uint16_t read_port(std::string_view text);

/// Serves the page until SIGINT or SIGTERM, after printing its address. Throws UserError where it
/// can't listen, or `page` is empty.
void serve(server::Page page, const std::string& host, uint16_t port);

}  // namespace kitchen::cli
