#include <csignal>

#include "cli/app.h"
#include "server/asset.h"

int main(int argc, char** argv) {
  // Both come back as errors of the write instead, which are dealt with there.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  return kitchen::cli::run_app(argc, argv, kitchen::server::embedded_page());
}
