// SPDX-License-Identifier: Apache-2.0
// How many steps of members a GPU makes in a second, and what part of its peak that is: the kernels of
// `oopss sweep --engine cuda`, and the Lorenz system by symbolic/emit alone. Where there is no GPU the code is made for
// one, and nothing is measured.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <set>

#include "oopss/ensemble/gpu_device.hpp"
#include "oopss/generate/cuda.hpp"
#include "oopss/integrate/member_book.hpp"
#include "oopss/model/read.hpp"
#include "oopss/symbolic/cubin.hpp"
#include "oopss/symbolic/emit.hpp"
#include "oopss/symbolic/operation.hpp"
#include "oopss/system/start.hpp"

using namespace oopss;

namespace {

constexpr int usual_architecture = 90;  // what code is made for where there is no GPU

struct Body {
  double mass, inertia, momentum;
};

/// A chain with joints at −half and +half of the bodies' x-axes: P2 and P3 of problems.hpp, and ten rods.
std::string chain_model(const std::vector<Body>& bodies, double half, const std::vector<double>& angles) {
  std::string out = "[model]\nformat = 1\n", start, momenta;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    out += fmt::format("[[body]]\nname = \"b{}\"\nmass = {}\ninertia = {}\n", i, bodies[i].mass, bodies[i].inertia);
    momenta += fmt::format("{}b{} = {}", i > 0 ? ", " : "", i, bodies[i].momentum);
  }
  for (std::size_t i = 1; i < bodies.size(); ++i) {
    out += fmt::format("[[joint]]\nname = \"j{0}\"\nbetween = [\"b{1}\", \"b{0}\"]\nat = [[{2}, 0.0], [-{2}, 0.0]]\n",
                       i, i - 1, half);
    start += fmt::format("{}j{} = {}", i > 1 ? ", " : "", i, angles[i - 1]);
  }
  return out + fmt::format("[start]\nangles = {{ {} }}\nmomenta = {{ {} }}\n", start, momenta);
}

struct Question {
  const char* name;
  std::string model;
  CudaSweep sweep;
  int members, steps;
  double hand_written;  // billion steps a second of a kernel written by hand, on an H200
};

std::vector<Question> questions() {
  const std::string two = chain_model({{4, 55.55, 35}, {4, 20, 15}}, 5, {1}),
                    three = chain_model({{10, 40, 25}, {8, 25, 15}, {6, 20, 10}}, 2, {0.4, -0.3}),
                    ten = chain_model(std::vector<Body>(10, {1, 1. / 12, 1}), 0.5, std::vector<double>(9, 0.3));
  return {{"rk4, P2", two, {.method = "rk4", .folded = true}, 1 << 20, 2000, 65.6},
          {"rk4, P2, its numbers varied", two, {.method = "rk4"}, 1 << 20, 2000, 65.6},
          {"rk4, P3", three, {.method = "rk4", .folded = true}, 1 << 20, 1000, 28.9},
          {"rk4, P3, its numbers varied", three, {.method = "rk4"}, 1 << 20, 1000, 28.9},
          {"gauss4 with five sweeps, P3", three, {.method = "gauss4", .sweeps = 5, .folded = true}, 1 << 20, 400, 10.1},
          {"rk4, ten rods", ten, {.method = "rk4", .folded = true}, 1 << 18, 200, 3.1}};
}

std::string compiled(const std::string& source, const GpuDevice* device) {
  Cubin made = cubin(source, device ? device->architecture() : usual_architecture);
  if (made.outcome.status != Compilation::done) throw std::runtime_error(made.outcome.words);
  return made.code;
}

/// The least time of some runs of a kernel, each from the same numbers.
template <class Prepare>
double least_time(GpuQueue& queue, const GpuKernel& kernel, int count, const std::vector<void*>& arguments,
                  const Prepare& prepare) {
  double least = 1e9;
  for (int repeat = 0; repeat < 5; ++repeat) {
    prepare();
    const auto begun = std::chrono::steady_clock::now();
    queue.run(kernel, count, arguments);
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count());
  }
  return least;
}

/// Additions and multiplications of an evaluation; of a sine and cosine together and of a reciprocal those that
/// oopss/symbolic/cuda_functions.hpp has. Changes of sign and choices are not counted, nor what follows from the
/// numbers of the model alone: the compiler takes it out of the loop over the steps.
int operations_of(const Program& rates) {
  constexpr int of_direction = 35, of_reciprocal = 7, group_of_state = 1;
  int out = 0;
  std::set<int> angles, divisors;
  std::vector<bool> moves;
  for (const Instruction& step : rates.code) {
    const auto moving = [&](int k) { return k >= 0 && moves[static_cast<std::size_t>(k)]; };
    const bool is_operation = operand_count(step.op) > 0;
    moves.push_back(is_operation ? moving(step.a) || moving(step.b) || moving(step.c)
                                 : step.op == Op::input && step.a == group_of_state);
    if (!is_operation || !moves.back()) continue;
    if (step.op == Op::sin || step.op == Op::cos)
      angles.insert(step.a);
    else if (step.op != Op::neg)
      ++out;
    if (step.op == Op::div && moving(step.b)) divisors.insert(step.b);
  }
  return out + of_direction * static_cast<int>(angles.size()) + of_reciprocal * static_cast<int>(divisors.size());
}

/// Of a step, with what the method adds for each number of the state: counted in integrator_texts.hpp, the products of
/// h and a weight being made once for many steps. Nothing depends on the attitude of the whole, the last number, so
/// that it has no stages.
int operations_of(const CudaSource& source, const CudaSweep& sweep) {
  const int rates = operations_of(source.rates), all = source.states, seen = all - 1;
  if (sweep.method == "rk4") return 4 * rates + 8 * all + 6 * seen;
  const int of_sweep = 2 * (rates + 5 * seen + all);  // both stages
  return rates + 2 * all + sweep.sweeps * of_sweep + 11 * all;
}

struct Measured {
  double steps = 0, operations = 0;  // billions a second
  double last_change = 0;
};

/// Nothing without a device.
std::optional<Measured> measured(const Question& question, const GpuDevice* device) {
  const DerivedModel model = derived_model(read_model({question.name, question.model}));
  const CudaSource source = cuda_source(model, question.sweep);
  const std::string code = compiled(source.text, device);
  if (!device) return {};
  int members = question.members, budget = question.steps;
  double most = 1e9;
  const auto count = static_cast<std::size_t>(members), states = static_cast<std::size_t>(source.states);
  std::vector<double> book(member_numbers.size() * count), state(2 * states * count), p = model.p(), numbers;
  const std::vector<double> start = start_state(*model.model);
  for (std::size_t m = 0; m < count; ++m) {
    constexpr double h = 0.01;
    book[time_end * count + m] = h * budget;
    book[step_length * count + m] = h;
    book[step_accuracy * count + m] = budget;
    book[point_due * count + m] = HUGE_VAL;
    for (std::size_t i = 0; i < states; ++i)
      state[i * count + m] = start[i] * (1 + 1e-3 * static_cast<double>(m) / static_cast<double>(count));
    numbers.insert(numbers.end(), p.begin(), p.begin() + source.parameters);
  }
  numbers.resize(std::max<std::size_t>(numbers.size(), 1));
  GpuQueue queue(*device);
  const GpuKernel kernel(*device, code, question.sweep.method);
  GpuMemory at_book(*device, 8 * book.size()), at_state(*device, 8 * state.size()), sample(*device, 8 * states * count),
      at_numbers(*device, 8 * numbers.size());
  queue.put(at_numbers, numbers.data());
  const double seconds = least_time(
      queue, kernel, members,
      {&members, &budget, &most, at_book.argument(), at_state.argument(), sample.argument(), at_numbers.argument()},
      [&] {
        queue.put(at_book, book.data());
        queue.put(at_state, state.data());
      });
  queue.get(book.data(), at_book);
  const double steps = 1e-9 * members * budget / seconds;
  const auto change = book.begin() + static_cast<std::ptrdiff_t>(last_change * count);
  if (std::any_of(book.end() - static_cast<std::ptrdiff_t>(count), book.end(),
                  [](double now) { return static_cast<int>(now) != at_end; }))
    throw std::runtime_error("a member did not come to its end");
  return Measured{steps, steps * operations_of(source, question.sweep),
                  *std::max_element(change, change + static_cast<std::ptrdiff_t>(count))};
}

/// Multiplying and adding at once, eight chains in every thread. TFLOP/s.
std::optional<double> peak(const GpuDevice* device) {
  const std::string code = compiled(R"(extern "C" __global__ void peak(int count, int steps, double* out) {
  double x[8];
  for (int i = 0; i < 8; ++i) x[i] = threadIdx.x + i;
  for (int n = 0; n < steps; ++n)
#pragma unroll
    for (int i = 0; i < 8; ++i) x[i] = fma(x[i], 0.999999, 1e-3);
  for (int i = 1; i < 8; ++i) x[0] += x[i];
  out[blockIdx.x * blockDim.x + threadIdx.x] = x[0];
}
)",
                                    device);
  if (!device) return {};
  int count = 1 << 20, steps = 20'000;
  GpuQueue queue(*device);
  const GpuKernel kernel(*device, code, "peak");
  GpuMemory out(*device, sizeof(double) * static_cast<std::size_t>(count));
  return 1e-12 * 16.0 * count * steps / least_time(queue, kernel, count, {&count, &steps, out.argument()}, [] {});
}

/// x' = s (y − x), y' = x (r − z) − y, z' = x y − b z in float, r from 0 to 21, by Dormand and Prince's formula of
/// order 5 with equal steps.
std::string lorenz_source() {
  const std::vector<Expr> x = {symbol("x", 0), symbol("y", 1), symbol("z", 2)};
  const Expr r = symbol("r", 3), b = Expr(8) / Expr(3);
  const Program rates =
      program(std::vector<Expr>{Expr(10) * (x[1] - x[0]), x[0] * (r - x[2]) - x[1], x[0] * x[1] - b * x[2]}, {x, {r}});
  return "typedef float real;\n__device__ __forceinline__ void field(const real* x, const real* p, real* out) {\n" +
         emit_body(rates, Language::cuda, {{"x", "p"}, {false, false}, "out"}) + R"(}
static __device__ const real a[6][5] = {{0},
    {1.f / 5},
    {3.f / 40, 9.f / 40},
    {44.f / 45, -56.f / 15, 32.f / 9},
    {19372.f / 6561, -25360.f / 2187, 64448.f / 6561, -212.f / 729},
    {9017.f / 3168, -355.f / 33, 46732.f / 5247, 49.f / 176, -5103.f / 18656}};
static __device__ const real b[6] = {35.f / 384, 0, 500.f / 1113, 125.f / 192, -2187.f / 6784, 11.f / 84};
extern "C" __global__ void lorenz(int count, int steps, real* state) {
  const int m = blockIdx.x * blockDim.x + threadIdx.x;
  if (m >= count) return;
  const real h = 1e-3f, r = 21.f * m / (count - 1);
  real x[3] = {1, 0, 0}, y[3], k[6][3];
  for (int n = 0; n < steps; ++n) {
#pragma unroll
    for (int i = 0; i < 6; ++i) {
#pragma unroll
      for (int c = 0; c < 3; ++c) {
        y[c] = 0;
#pragma unroll
        for (int j = 0; j < i; ++j) y[c] += a[i][j] * k[j][c];
        y[c] = x[c] + h * y[c];
      }
      field(y, &r, k[i]);
    }
#pragma unroll
    for (int c = 0; c < 3; ++c) {
      y[c] = 0;
#pragma unroll
      for (int i = 0; i < 6; ++i)
        if (b[i] != 0) y[c] += b[i] * k[i][c];
      x[c] += h * y[c];
    }
  }
  for (int c = 0; c < 3; ++c) state[(size_t)c * count + m] = x[c];
}
)";
}

/// Milliseconds.
std::optional<double> lorenz(const GpuDevice* device) {
  const std::string code = compiled(lorenz_source(), device);
  if (!device) return {};
  int count = 8'388'608, steps = 1000;
  GpuQueue queue(*device);
  const GpuKernel kernel(*device, code, "lorenz");
  GpuMemory state(*device, 3 * sizeof(float) * static_cast<std::size_t>(count));
  return 1e3 * least_time(queue, kernel, count, {&count, &steps, state.argument()}, [] {});
}

std::string words(const std::optional<double>& value) { return value ? fmt::format("{:.1f}", *value) : "not measured"; }

void print_row(const Question& question, const std::optional<Measured>& found, const std::optional<double>& most) {
  std::string row = "not measured | | | ";
  if (found && most)
    row = fmt::format("{:.1f} | {:.2f} | {:.1f} | {:.0f}", found->steps, found->steps / question.hand_written,
                      1e-3 * found->operations, 0.1 * found->operations / *most);
  fmt::print("| {} | {} | {} |\n", question.name, question.hand_written, row);
  std::fflush(stdout);
}

/// The fewest sweeps that leave no more than a sweep may.
void print_fewest_sweeps(Question question, const GpuDevice* device, const std::optional<double>& most) {
  for (int sweeps = 1; device && sweeps < 30; ++sweeps) {
    question.sweep.sweeps = sweeps;
    const std::optional<Measured> found = measured(question, device);
    if (found->last_change > most_last_change) continue;
    const std::string name = fmt::format("gauss4 with {} sweeps, which leave {:.0e}, P3", sweeps, found->last_change);
    question.name = name.c_str();
    return print_row(question, found, most);
  }
}

}  // namespace

int main() {
  std::unique_ptr<GpuDevice> device;
  try {
    device = std::make_unique<GpuDevice>();
    fmt::print("On {}.\n\n", device->name());
  } catch (const MissingModule& missing) {
    fmt::print("{}. The code is made for sm_{} and nothing is measured.\n\n", missing.what(), usual_architecture);
  }
  const std::optional<double> most = peak(device.get());
  fmt::print("Peak of multiplying and adding at once in double: {} TFLOP/s.\n\n", words(most));
  fmt::print(
      "| kernel in double | by hand, H200, billion steps a second | ours | ours / by hand | TFLOP/s | % of the peak |\n"
      "|---|---:|---:|---:|---:|---:|\n");
  for (const Question& question : questions()) {
    print_row(question, measured(question, device.get()), most);
    if (question.sweep.method == std::string("gauss4")) print_fewest_sweeps(question, device.get(), most);
  }
  fmt::print("\n| 8 388 608 Lorenz trajectories, 1000 steps of order 5 in float | ms |\n|---|---:|\n| ours | {} |\n",
             words(lorenz(device.get())));
  fmt::print("| by hand, H200 | 31.7 |\n| published, V100 | 145 |\n");
  return 0;
}
