// SPDX-License-Identifier: Apache-2.0
// All that a program needs of OOPSS; what is installed is this and what it includes. From a model to a picture:
//
//   Model      a file or a built-in model (load_model, read_model), or bodies and joints in code (add_body, add_joint)
//   System     its equations as functions of a flat state (derive); a Flow has the numbers put in (with_inputs)
//   Path, Run  a motion by a method of the table, whole (integrate) or pulled step by step; Monitor says what it kept
//   Equilibria the shapes in which the bodies turn as one, with their stability (find_equilibria)
//   Figure     columns and poses of a motion (film_of), graphs and strobe pictures (plot_of, plot), SVG, PDF, PNG
//   (render)
#pragma once

#include "oopss/analysis/equilibria.hpp"
#include "oopss/figure/film.hpp"
#include "oopss/figure/render.hpp"
#include "oopss/integrate/monitor.hpp"
#include "oopss/integrate/run.hpp"
#include "oopss/model/build.hpp"
#include "oopss/model/read.hpp"
#include "oopss/model/write.hpp"
#include "oopss/system/derive.hpp"
