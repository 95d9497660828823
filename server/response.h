#pragma once

#include <boost/beast/http/message.hpp>
#include <boost/beast/http/span_body.hpp>
#include <string_view>

#include "server/asset.h"

namespace kitchen::server {

using RequestHeader = boost::beast::http::request_header<>;

/// The body is a view of the page or of a constant. For HEAD it is empty, with the length that GET
/// would have.
using Response = boost::beast::http::response<boost::beast::http::span_body<const char>>;

/// The answer to a request: 200, 304, 400, 404 or 405. Only names that are in the page are ever
/// looked up, so no path can lead out of it. Keep-alive is left to the caller.
Response make_response(Page page, const RequestHeader& request);

/// An answer without a page: a status with one line of text.
Response make_error(boost::beast::http::status status, unsigned version);

/// What of gzip and brotli ("br") a client prefers among those offered; "" for the plain contents.
std::string_view choose_encoding(std::string_view accept_encoding, bool has_gzip, bool has_brotli);

/// Whether If-None-Match names this entity tag.
bool matches_etag(std::string_view if_none_match, std::string_view etag);

}  // namespace kitchen::server
