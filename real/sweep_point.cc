#include "real/sweep_point.h"

#include "real/number_text.h"
#include "real/report.h"
#include "real/run.h"

namespace kitchen::real {
namespace {

/// Where an error is of the traffic and not of the point.
class TrafficError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class SweepTraffic : public Traffic {
 public:
  SweepTraffic(const Scenario& scenario, const std::atomic<bool>& stop)
      : Traffic(scenario), stop_(stop) {}

  bool next(Request& request) override {
    if (stop_) throw SweepStopped();
    try {
      return Traffic::next(request);
    } catch (const InputError& error) {
      throw TrafficError(error.what());
    }
  }

 private:
  const std::atomic<bool>& stop_;
};

/// As its report prints it.
Figure rounded_figure(const RunFigure& figure) {
  Figure result{figure.name, figure.value};
  if (double* number = std::get_if<double>(&result.value))
    read_number(figure_text(figure), *number);
  return result;
}

PointOutcome serve(const RunSetup& setup, Traffic& traffic) {
  const RunOutcome outcome = run(setup, traffic);
  PointOutcome result;
  for (const RunFigure& figure : report_figures(setup, outcome)) {
    result.figures.push_back(rounded_figure(figure));
  }
  result.warnings = traffic.warnings();
  return result;
}

}  // namespace

PointOutcome run_point(const Scenario& scenario, const Hardware& hardware,
                       const std::atomic<bool>& stop) {
  SweepTraffic traffic(scenario, stop);
  try {
    return serve(set_up(scenario, hardware), traffic);
  } catch (const TrafficError& error) {
    throw InputError(error.what());
  } catch (const InputError& error) {
    return {{}, error.what()};
  }
}

}  // namespace kitchen::real
