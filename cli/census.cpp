// SPDX-License-Identifier: Apache-2.0
#include "oopss/chain/census.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <mutex>
#include <optional>
#include <thread>

#include "cli/census_journal.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/folds.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "oopss/figure/folds.hpp"
#include "oopss/figure/render.hpp"

namespace oopss {
namespace {

/// Parts counted by one thread per core; what is counted is taken by the caller, part by part. The threads end when all
/// is counted or this goes.
class CensusWorkers {
 public:
  struct Counted {
    CensusPart part;
    CensusCounts counts;
  };

  explicit CensusWorkers(std::vector<CensusPart> parts) : parts_(std::move(parts)) {
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t k = 0; k < std::min(cores, parts_.size()); ++k) threads_.emplace_back([this] { work(); });
  }
  ~CensusWorkers() {
    {
      const std::lock_guard lock(mutex_);
      next_ = parts_.size();
    }
    for (std::thread& thread : threads_) thread.join();
  }
  CensusWorkers(const CensusWorkers&) = delete;
  CensusWorkers& operator=(const CensusWorkers&) = delete;

  /// The next part that is done; nothing if none is within a tenth of a second, so that signals are heard.
  std::optional<Counted> take() {
    std::unique_lock lock(mutex_);
    ready_.wait_for(lock, std::chrono::milliseconds(100), [&] { return !done_.empty() || failure_; });
    if (failure_) std::rethrow_exception(failure_);
    if (done_.empty()) return std::nullopt;
    Counted out = std::move(done_.front());
    done_.pop_front();
    return out;
  }

 private:
  void work() {
    try {
      for (;;) {
        std::unique_lock lock(mutex_);
        if (next_ >= parts_.size()) return;
        const CensusPart part = parts_[next_++];
        lock.unlock();
        Counted counted_part{part, counted(part)};
        lock.lock();
        done_.push_back(std::move(counted_part));
        ready_.notify_one();
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      failure_ = std::current_exception();
      ready_.notify_one();
    }
  }

  std::vector<CensusPart> parts_;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::size_t next_ = 0;
  std::deque<Counted> done_;
  std::exception_ptr failure_;
  std::vector<std::thread> threads_;
};

/// The parts that a journal does not have; what it has is added to the counts.
std::vector<CensusPart> parts_left(const std::vector<CensusPart>& all, const std::vector<std::string>& lines,
                                   std::vector<CensusCounts>& counts) {
  std::map<std::pair<int, Folds>, CensusPart> left;
  for (const CensusPart& part : all) left.insert({{part.joints, part.first}, part});
  CensusCounts known(1);
  for (const std::string& line : lines) {
    int joints = 0;
    Folds first = 0;
    const char* const end = line.data() + line.size();
    const auto read = std::from_chars(line.data(), end, joints);
    if (read.ec == std::errc() && read.ptr != end) std::from_chars(read.ptr + 1, end, first);
    const auto part = left.find({joints, first});
    if (part == left.end() || !read_census_line(line, part->second, known)) continue;  // it is counted again
    counts[joints - 1] += known;
    left.erase(part);
  }
  std::vector<CensusPart> out;
  for (const auto& [place, part] : left) out.push_back(part);
  return out;
}

std::string as_csv(const std::vector<CensusCounts>& counts) {
  std::string out =
      "joints,shapes,index_equals_folds,index_below,index_above,degenerate,least_difference,largest_difference,"
      "mismatches\n";
  for (const CensusCounts& of_joints : counts) {
    const CensusRow row = census_row(of_joints);
    out += fmt::format("{},{},{},{},{},{},{},{},{}\n", row.joints, row.shapes, row.equal, row.less, row.more,
                       row.degenerate, row.least, row.largest, row.mismatches);
  }
  return out;
}

}  // namespace

CensusResult census(const Common& common, const FoldsOptions& options) {
  CensusResult out;
  for (int joints = 1; joints <= *options.census; ++joints) out.counts.emplace_back(joints);
  const std::vector<CensusPart> all = census_parts(*options.census);
  std::optional<LineJournal> journal;
  if (!options.output.empty() && !is_device(options.output))
    journal.emplace(options.output, "oopss folds --census, format 1", options.resume);
  const std::vector<CensusPart> todo =
      parts_left(all, journal ? journal->lines() : std::vector<std::string>{}, out.counts);
  {
    const Interruption interruption;
    Progress progress("census", !common.quiet && !common.json);
    CensusWorkers workers(todo);
    const double shapes = static_cast<double>((std::uint64_t(2) << *options.census) - 2);
    long done = 0;
    for (const CensusCounts& counts : out.counts) done += census_row(counts).shapes;
    for (std::size_t parts = 0; parts < todo.size();) {
      if (const std::optional<CensusWorkers::Counted> one = workers.take()) {
        ++parts;
        out.counts[one->part.joints - 1] += one->counts;
        done += one->part.last - one->part.first;
        if (journal) journal->append(census_line(one->part, one->counts));
        progress.show(static_cast<double>(done) / shapes, done, "shapes");
      }
      if (Interruption::signal() != 0 && journal && !common.quiet)
        say(fmt::format("oopss: {} has what is counted: --resume goes on", options.output + ".journal"));
      end_if_interrupted();
    }
  }
  if (Picture format{}; picture_of(options.output, format))
    write_file(options.output, render(census_figure(out.counts), format));
  else if (!options.output.empty())
    write_file(options.output, as_csv(out.counts));
  if (journal) journal->remove();
  out.file = options.output;
  return out;
}

}  // namespace oopss
