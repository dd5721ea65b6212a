// SPDX-License-Identifier: Apache-2.0
// Programs that generated code is: what they read, by which method they go, and many bodies.
#include "tests/generate/motion.hpp"

using namespace oopss;

namespace {

/// What builds and runs a language's program in the folder of its files, without optimisation.
struct Builder {
  Language language;
  const char *build, *run;
};
const std::vector<Builder>& builders() {
  static const std::vector<Builder> all = {
      {Language::c, "cc -O0 *.c -lm -o program", "./program"},
      {Language::cpp, "c++ -O0 main.cpp -o program", "./program"},
      {Language::python, "true", "/usr/bin/python3 oopss_model.py"},
      {Language::fortran, "gfortran -O0 oopss_model.f90 main.f90 -o program", "./program"},
  };
  return all;
}

/// The program of a model in a folder of its own. What is compiled is not sanitized, so it is only generated there.
struct Built {
  Folder folder;
  std::vector<GeneratedFile> files;
  std::string run;
  Built(const Model& model, const Builder& by) : files(generate(model, by.language, {})) {
    if (sanitized) return;
    write_all(folder, files);
    const std::string here = "cd " + folder.path + " && ";
    output_of(here + by.build);
    run = here + by.run + " ";
  }
  Rows rows(const std::string& arguments) const { return read_rows(output_of(run + arguments)); }
};

/// A chain of so many rods, with springs and dampers, in motion.
Model long_chain(int rods) {
  std::string masses, lengths, angles;
  for (int i = 0; i < rods; ++i) {
    masses += std::to_string(1 + 0.5 * std::sin(i)) + ", ";
    lengths += std::to_string(0.5 + 0.1 * std::cos(i)) + ", ";
    if (i > 0) angles += "joint" + std::to_string(i) + " = " + std::to_string(0.4 * std::sin(2.0 * i)) + ", ";
  }
  return read_model({"chain.toml",
                     "[model]\nformat = 1\nname = \"long\"\nspace = \"plane\"\n[chain]\nrods = \"uniform\"\n"
                     "masses = [" +
                         masses + "]\nlengths = [" + lengths +
                         "]\n"
                         "torque = { law = \"pd\", kp = 2.0, kd = 0.1 }\n"
                         "[start]\nangles = {" +
                         angles.substr(0, angles.size() - 2) +
                         "}\nmomentum = 3.0\nrates = {joint1 = 0.2}\n"
                         "[run]\nuntil = 0.02\nevery = 0.005\nmethod = \"gauss4\"\nstep = 0.002\n"});
}

}  // namespace

TEST_CASE(
    "a data file gives start, end, step, state and parameters; what is wrong is said with its line, and nothing runs") {
  const Model model = load_model("two-body");
  for (const Builder& by : builders()) {
    const Built program(model, by);
    if (sanitized) continue;
    const std::string data = program.folder.path + "/my.dat";
    std::ofstream(data) << "# mine\nend = 0.05\nstep=0.01 # s\n\n  every = 0.05\nstart = -0.05\n"
                        << "phi_elbow = 0.25\nm_hub = 5\n";
    const Rows rows = program.rows("my.dat mu_hub=1.5");
    REQUIRE(rows.values.size() == 3);
    CHECK(rows.values[0][0] == -0.05);
    CHECK(rows.values[0][1] == 0.25);
    CHECK(rows.values[0][2] == 1.5);
    CHECK(rows.values[2][0] == 0.05);
    Model same = load_model("two-body", {{"body.hub.mass", "5"}});
    CHECK(rows.values[0].size() == trajectory_columns(derive(same)).size());

    std::ofstream(data) << "end = 0.05\nstop = 3\nm_hub = heavy\nevery 7\nstep = 0\n";
    const std::string said = output_of("{ " + program.run + "my.dat; } 2>&1 || echo code $?");
    for (const char* words :
         {"my.dat:2: there is no number of the name 'stop'", "my.dat:3: this is no finite number: 'heavy'",
          "my.dat:4: this is not name = number: 'every 7'", "this must be positive: 'step'", "code 2"})
      CHECK(said.find(words) != std::string::npos);
    CHECK(said.find("t,angle") == std::string::npos);
    CHECK(output_of("{ " + program.run + "none.dat; } 2>&1 || echo code $?")
              .find("none.dat:0: this file cannot be read") != std::string::npos);
  }
}

TEST_CASE(
    "generated programs go by gauss2, gauss4, gauss6 and dop853 as the model asks, and by dop853 for other methods") {
  for (const char* method : {"gauss2", "gauss6", "dop853", "taylor", "cvode"}) {
    Model model = load_model("three-body");
    model.run.method->value = method;
    const bool fixed = std::string_view(method).starts_with("gauss");
    if (!fixed) {
      model.run.step.reset();
      model.run.tolerance = literal("1e-9");
    }
    const Built program(model, builders()[0]);
    const std::string& header = program.files[0].text;
    const bool same = fixed || std::string_view(method) == "dop853";
    CHECK(word_after(header, "The program goes by ") == (same ? method : "dop853"));
    CHECK((header.find(std::string("in the place of ") + method) == std::string::npos) == same);
    if (sanitized) continue;
    compare_rows(program.rows("end=0.5"), engine_rows(model, program.files, 0.5));
    compare_rows(program.rows("end=-0.3"), engine_rows(model, program.files, -0.3));
  }
}

TEST_CASE("the program of a driven linkage keeps the joint at its motion, whatever whole turns the start has") {
  const Built program(driven_linkage(), builders()[0]);
  if (sanitized) return;
  const Rows rows = program.rows("end=2");
  REQUIRE(rows.header.starts_with("t,angle.j1,angle.j2,angle.j3,angle.j4,angle.j5,momentum.b1,"));
  for (const std::vector<double>& row : rows.values)
    CHECK(row[1] == Approx(0.1 + 0.7 * std::sin(row[0])).margin(1e-12));
  const double turn = 2 * std::acos(-1.0);
  for (const double turns : {-2.0, 1.0}) {
    std::ostringstream set;
    set.precision(17);
    set << "end=0.1 phi_j1=" << 0.1 + turns * turn;
    const Rows turned = program.rows(set.str());
    REQUIRE(turned.values.size() == 6);
    for (std::size_t i = 0; i < turned.values.size(); ++i) {
      CHECK(turned.values[i][1] - turns * turn == Approx(rows.values[i][1]).margin(1e-12));
      for (std::size_t c = 6; c < 11; ++c)  // momenta
        CHECK(turned.values[i][c] == Approx(rows.values[i][c]).margin(1e-12));
    }
  }
}

TEST_CASE("C and C++ print the same bytes") {
  const Model model = load_model("tree");
  const Built c(model, builders()[0]), cpp(model, builders()[1]);
  if (sanitized) return;
  CHECK(output_of(c.run + "end=0.3") == output_of(cpp.run + "end=0.3"));
}

TEST_CASE("a chain of 200 rods is code of loops over tables, and moves as the engine does") {
  const Model model = long_chain(200);
  CHECK(no_code(model).empty());
  for (const Builder& by : builders()) {
    const Built program(model, by);
    for (const GeneratedFile& file : program.files) CHECK(file.text.size() < 400'000);
    if (sanitized) continue;
    compare_rows(program.rows(""), engine_rows(model, program.files, 0.02));
  }
}

TEST_CASE("loops over tables are the recursion: functions of a tree of 151 bodies agree with the engine") {
  Model model = long_chain(151);
  model.checked = false;
  model.bodies[7].torque = expression_number("2*sin(theta_rod150) - rate_joint3");
  model.bodies[150].torque = expression_number("t - 0.5*omega_rod9*phi_joint3");
  model.start.drift = {number(0), number(0.3)};
  model = checked(model);
  const System system = derive(model);
  const Built program(model, builders()[0]);
  if (sanitized) return;
  const std::string library = program.folder.path + "/model.so";
  output_of("cd " + program.folder.path + " && cc -O0 -fPIC -shared oopss_model.c -lm -o model.so");
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  REQUIRE(handle != nullptr);
  const Flow flow = system.with_inputs(default_inputs(system));
  const std::vector<double> p = default_inputs(system), x = start_state(model);
  std::vector<double> rates(x.size());
  flow.field(moment, x.data(), rates.data());
  const auto near = [&](const char* name, const std::vector<double>& expected) {
    using Fill = void(double, const double*, const double*, const double*, double*);
    std::vector<double> out(expected.size());
    reinterpret_cast<Fill*>(::dlsym(handle, name))(moment, x.data(), p.data(), nullptr, out.data());
    double largest = 1;
    for (const double value : expected) largest = std::max(largest, std::abs(value));
    for (std::size_t i = 0; i < out.size(); ++i) CHECK(out[i] == Approx(expected[i]).margin(1e-12 * largest));
  };
  near("oopss_omega", spins_at(system, flow, x, rates));
  near("oopss_poses", poses_at(system, flow, x));
  near("oopss_torques", torques_at(system, flow, x));
  rates.resize(static_cast<std::size_t>(PlanarOffsets(system.layout).root_angle + 1));
  near("oopss_field", rates);
  ::dlclose(handle);
}

TEST_CASE("above 150 bodies, what is no planar tree without demands is refused in words") {
  Model model = long_chain(160);
  model.checked = false;
  model.joints[3].laws = {linearise_law(2, 0.7)};
  CHECK(no_code(checked(model)).find("these 160 bodies have exact linearisation") != std::string::npos);
}
