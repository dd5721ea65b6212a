// SPDX-License-Identifier: Apache-2.0
#include "server/worker.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "oopss/analysis/equilibria.hpp"
#include "oopss/integrate/method.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/read.hpp"
#include "oopss/symbolic/expr.hpp"
#include "oopss/system/module.hpp"

namespace oopss {
namespace {

WelcomeMessage welcome(const WorkbenchFacts& facts, const std::string& work) {
  WelcomeMessage out;
  out.keeps = !facts.work.folder.empty();
  out.kept = find_work(facts.work, work);
  out.version = facts.version;
  out.first = facts.first;
  out.limits = facts.limits;
  out.guest = facts.guest;
  out.invites = facts.invites;
  for (const Example& example : examples()) {
    const std::string text(example.text);
    const Model model = read_model({std::string(example.name), text});
    out.models.push_back({std::string(example.name), model.name, model.description, text});
  }
  for (const Method& method : methods())
    out.methods.push_back({method.name, method.adaptive, method.order, method.summary});
  out.keys = key_rows();
  return out;
}

std::string too_long(double seconds) { return fmt::format("a guest's question may take {:.3g} s", seconds); }

/// Whether a newer one of the kind takes the place of an older; formulas, for one, stand beside each other.
bool replaces_its_kind(const PageRequest& request) {
  return std::holds_alternative<OpenRequest>(request.what) || std::holds_alternative<AskEquations>(request.what) ||
         std::holds_alternative<AskAssemblies>(request.what) || std::holds_alternative<AskEquilibria>(request.what) ||
         std::holds_alternative<AskPortrait>(request.what) || std::holds_alternative<AskBranches>(request.what) ||
         std::holds_alternative<AskOrbits>(request.what) || std::holds_alternative<AskFamily>(request.what) ||
         std::holds_alternative<AskTurn>(request.what) || std::holds_alternative<AskExponents>(request.what) ||
         std::holds_alternative<AskManifolds>(request.what) || std::holds_alternative<AskSweep>(request.what) ||
         (std::holds_alternative<AskSection>(request.what) && is_study(request));
}

}  // namespace

ServerAnswer kept_answer(const KeepRequest& request, const WorkPlace& place) {
  if (place.folder.empty()) return FailureMessage{"unsupported", "nothing is kept between visits (--no-state)"};
  try {
    keep_work(place, request.name, request.work);
    return KeptMessage{};
  } catch (const WorkError& error) {
    return FailureMessage{"state", error.what()};
  }
}

ServerAnswer forgotten_answer(const WorkPlace& place) {
  try {
    return ForgottenMessage{forget_work(place)};
  } catch (const WorkError& error) {
    return FailureMessage{"state", error.what()};
  }
}

ServerAnswer visits_answer(const WorkPlace& place) {
  constexpr std::size_t most = 24;
  const auto title = [](const std::string& text) {
    try {
      return read_model({"model", text}).name;
    } catch (const ModelError&) {
      return std::string();
    }
  };
  try {
    VisitsMessage out;
    for (const Visit& visit : list_visits(place, most))
      out.visits.push_back({visit.name, visit.model, title(visit.text), visit.age});
    return out;
  } catch (const WorkError& error) {
    return FailureMessage{"state", error.what()};
  }
}

ServerAnswer work_answer(const AskWork& ask, const WorkPlace& place) {
  try {
    if (std::optional<Work> work = visited_work(place, ask.name)) return WorkMessage{std::move(*work)};
    return FailureMessage{"state", "this work is not kept any more"};
  } catch (const WorkError& error) {
    return FailureMessage{"state", error.what()};
  }
}

Worker::Worker(const WorkbenchFacts& facts, Send send) : facts_(facts), send_(std::move(send)) {}

bool Worker::may_advance() const { return running_ && made_ - acked_ <= facts_.limits.window; }

bool Worker::ready() const { return stopped_ || (pending_ < most_pending && (!queue_.empty() || may_advance())); }

void Worker::work() {
  for (;;) {
    std::optional<PageRequest> next;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return ready(); });
      if (stopped_) break;
      if (!queue_.empty()) {
        next = std::move(queue_.front());
        queue_.pop_front();
        wanted_ = !queue_.empty();
        answering_ = {next->id, next->what.index(), Clock::now()};
        given_up_ = false;
      }
    }
    if (next) {
      respond(*next);
      const std::lock_guard lock(mutex_);
      answering_ = {};
    } else {
      advance();
    }
  }
  run_.reset();
  models_ = {};
  recorded_ = {};
}

void Worker::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  wanted_ = true;
  given_up_ = true;
  wake_.notify_all();
}

bool Worker::full() {
  const std::lock_guard lock(mutex_);
  return queue_.size() >= most_queued || pending_ >= most_pending;
}

std::pair<long, double> Worker::answering() {
  const std::lock_guard lock(mutex_);
  return {answering_.id, std::chrono::duration<double>(Clock::now() - answering_.begun).count()};
}

void Worker::sent(std::size_t bytes) {
  const std::lock_guard lock(mutex_);
  pending_ -= std::min(bytes, pending_);
  wake_.notify_all();
}

/// The lock is held. What has not begun is taken out of the queue, and `out` gets the answers that say so.
void Worker::drop_queued(const std::function<bool(const PageRequest&)>& which, std::vector<std::string>& out) {
  std::erase_if(queue_, [&](const PageRequest& waiting) {
    if (!which(waiting)) return false;
    DoneMessage done;
    done.status = "cancelled";
    out.push_back(
        is_question(waiting)
            ? print_answer(waiting.id, FailureMessage{"cancelled", "a newer question of its kind took its place"})
            : print_answer(waiting.id, done));
    pending_ += out.back().size();
    return true;
  });
}

void Worker::submit(PageRequest request) {
  std::vector<std::string> dropped;
  {
    const std::lock_guard lock(mutex_);
    if (const Ack* ack = std::get_if<Ack>(&request.what)) {
      if (request.id == run_id_) acked_ = std::min(std::max(acked_, ack->chunk), made_ - 1);
    } else if (std::holds_alternative<Cancel>(request.what)) {
      drop_queued([&](const PageRequest& waiting) { return waiting.id == request.id; }, dropped);
      if (answering_.id == request.id) given_up_ = true;
      queue_.push_front(std::move(request));
    } else {
      if (replaces_its_kind(request)) {
        drop_queued([&](const PageRequest& waiting) { return waiting.what.index() == request.what.index(); }, dropped);
        if (answering_.kind == request.what.index()) given_up_ = true;
      }
      queue_.push_back(std::move(request));
    }
    wanted_ = !queue_.empty();
    wake_.notify_all();
  }
  for (std::string& text : dropped) send_(std::move(text), false);
}

void Worker::answer(long id, const ServerAnswer& answer) {
  std::string text;
  try {
    text = print_answer(id, answer);
  } catch (const NotFiniteOnWire&) {
    text = print_answer(id, FailureMessage{"numerical", "the result has numbers that are not finite"});
  }
  {
    const std::lock_guard lock(mutex_);
    pending_ += text.size();
  }
  send_(std::move(text), false);
}

/// Every request has its answer, whatever happens.
void Worker::respond(const PageRequest& request) {
  try {
    if (const OpenRequest* asked = std::get_if<OpenRequest>(&request.what)) {
      if (run_) end_run("cancelled");
      open(request.id, *asked);
    } else if (std::holds_alternative<Cancel>(request.what)) {
      if (run_ && run_id_ == request.id) end_run("cancelled");
    } else {
      answer(request.id, result(request));
    }
  } catch (const ModelError& error) {
    answer(request.id, problems_message(error));
  } catch (const RefusedRequest& error) {
    answer(request.id, FailureMessage{error.code, error.what()});
  } catch (const MissingModule& error) {
    answer(request.id, FailureMessage{"unsupported", error.what()});
  } catch (const Overflow& error) {
    answer(request.id, FailureMessage{"numerical", error.what()});
  } catch (const ExpansionTooLarge& error) {
    answer(request.id, FailureMessage{"limit", error.what()});
  } catch (const std::overflow_error& error) {
    answer(request.id, FailureMessage{"numerical", error.what()});
  } catch (const std::bad_alloc&) {
    answer(request.id, FailureMessage{"limit", "there is not enough memory for this"});
  } catch (const std::exception& error) {
    answer(request.id, FailureMessage{"internal", error.what()});
  }
}

StillWanted Worker::wanted() {
  return [this, begun = Clock::now()] {
    if (given_up_) throw RefusedRequest("cancelled", "the work was cancelled");
    const double most = facts_.limits.question_seconds;
    if (most > 0 && std::chrono::duration<double>(Clock::now() - begun).count() > most)
      throw RefusedRequest("limit", too_long(most));
  };
}

Watch Worker::watch(long id) {
  return [still = wanted(), this, id, shown = Clock::now()](double part) mutable {
    still();
    if (Clock::now() - shown < std::chrono::milliseconds(200)) return;
    shown = Clock::now();
    answer(id, ProgressMessage{part, "searching"});
  };
}

RowWatch Worker::watch_rows(long id) {
  return
      [still = wanted(), this, id, shown = Clock::now()](double part, std::vector<std::vector<double>> rows) mutable {
        still();
        if (rows.empty() && Clock::now() - shown < std::chrono::milliseconds(200)) return;
        shown = Clock::now();
        answer(id, ProgressMessage{part, "searching", std::move(rows)});
      };
}

ServerAnswer Worker::result(const PageRequest& request) {
  struct Results {
    Worker& worker;
    long id;
    ServerAnswer operator()(const Hello& hello) const {
      if (hello.protocol != protocol_version)
        throw RefusedRequest("protocol", fmt::format("this server speaks protocol {}, the page {}: load the page again",
                                                     protocol_version, hello.protocol));
      return welcome(worker.facts_, hello.work);
    }
    ServerAnswer operator()(const AskEquations& ask) const { return equations_answer(ask); }
    ServerAnswer operator()(const AskFormula& ask) const {
      return formula_answer(ask, worker.models_, worker.facts_.limits);
    }
    ServerAnswer operator()(const AskCode& ask) const { return code_answer(ask, worker.wanted()); }
    ServerAnswer operator()(const AskAssemblies& ask) const { return assemblies_answer(ask, worker.models_); }
    ServerAnswer operator()(const AskEquilibria& ask) const {
      if (ask.certify && !worker.facts_.limits.proofs)
        throw RefusedRequest("unsupported", "proofs are for whoever runs the workbench, not for guests");
      return ask.certify ? proof_answer(ask, worker.models_, worker.facts_.limits, worker.watch(id))
                         : equilibria_answer(ask, worker.models_, worker.wanted());
    }
    ServerAnswer operator()(const AskPortrait& ask) const {
      return portrait_answer(ask, worker.models_, worker.wanted());
    }
    ServerAnswer operator()(const AskBranches& ask) const {
      return branches_answer(ask, worker.models_, worker.facts_.limits, worker.watch(id));
    }
    ServerAnswer operator()(const AskOrbits& ask) const {
      return orbits_answer(ask, worker.facts_.limits, worker.watch(id));
    }
    ServerAnswer operator()(const AskFamily& ask) const {
      return family_answer(ask, worker.models_, worker.facts_.limits, worker.watch(id));
    }
    ServerAnswer operator()(const AskTurn& ask) const {
      return turn_answer(ask, worker.facts_.limits, worker.watch(id));
    }
    ServerAnswer operator()(const AskSection& ask) const {
      return section_answer(ask, worker.facts_.limits, worker.watch_rows(id));
    }
    ServerAnswer operator()(const AskExponents& ask) const {
      return exponents_answer(ask, worker.facts_.limits, worker.watch_rows(id));
    }
    ServerAnswer operator()(const AskSweep& ask) const {
      return sweep_answer(ask, worker.facts_.limits, worker.watch_rows(id));
    }
    ServerAnswer operator()(const AskManifolds& ask) const {
      return manifolds_answer(ask, worker.facts_.limits, worker.watch(id));
    }
    ServerAnswer operator()(const AskVisits&) const { return visits_answer(worker.facts_.work); }
    ServerAnswer operator()(const AskWork& ask) const { return work_answer(ask, worker.facts_.work); }
    ServerAnswer operator()(const RecordedPiece& piece) const {
      return worker.recorded_.take(piece, worker.facts_.read);
    }
    ServerAnswer operator()(const AskColumn& ask) const { return worker.recorded_.values(ask); }
    ServerAnswer operator()(const AskGuests&) const { return not_yours(); }
    ServerAnswer operator()(const InviteRequest&) const { return not_yours(); }
    ServerAnswer operator()(const RevokeRequest&) const { return not_yours(); }
    static FailureMessage not_yours() { return {"unsupported", "guests are asked in by whoever runs the workbench"}; }
    ServerAnswer operator()(const KeepRequest&) const { return FailureMessage{}; }  // these five never come here
    ServerAnswer operator()(const ForgetRequest&) const { return FailureMessage{}; }
    ServerAnswer operator()(const OpenRequest&) const { return FailureMessage{}; }
    ServerAnswer operator()(const Ack&) const { return FailureMessage{}; }
    ServerAnswer operator()(const Cancel&) const { return FailureMessage{}; }
  };
  return std::visit(Results{*this, request.id}, request.what);
}

void Worker::open(long id, const OpenRequest& request) {
  OpenedModel opened = open_model(request, facts_.limits, models_, wanted());
  answer(id, opened.message);
  if (!opened.run) return;
  run_ = std::move(opened.run);
  const std::lock_guard lock(mutex_);
  run_id_ = id;
  run_seconds_ = 0;
  made_ = 0;
  acked_ = -1;
  running_ = true;
}

void Worker::advance() try {
  const Clock::time_point begun = Clock::now();
  const RunSlice slice = run_->pull(wanted_);
  run_seconds_ += std::chrono::duration<double>(Clock::now() - begun).count();
  if (slice.progress) answer(run_id_, ProgressMessage{*slice.progress, "running"});
  if (!slice.values.empty()) {
    std::string bytes = print_chunk(run_id_, made_, run_->columns(), slice.values);
    {
      const std::lock_guard lock(mutex_);
      pending_ += bytes.size();
      ++made_;
    }
    send_(std::move(bytes), true);
  }
  const double most = facts_.limits.question_seconds;
  if (slice.ended)
    end_run("");
  else if (most > 0 && run_seconds_ > most)
    end_run("failed", too_long(most));
} catch (const std::bad_alloc&) {
  end_run("failed", "there is not enough memory for this");
}

/// `status` "" is that of the run itself.
void Worker::end_run(const std::string& status, const std::string& error) {
  DoneMessage done = run_->done();
  if (!status.empty()) done.status = status;
  if (!error.empty()) done.error = error;
  done.chunks = made_;
  answer(run_id_, done);
  run_.reset();
  const std::lock_guard lock(mutex_);
  running_ = false;
  run_id_ = -1;
}

}  // namespace oopss
