// SPDX-License-Identifier: Apache-2.0
#include "oopss/generate/code.hpp"

namespace oopss {
namespace {

/// The recursion of oopss/mechanics/recursion.hpp in the plane, over arrays: a second text, since generated loops are
/// text; tests/generate compares it with the engine.
constexpr const char* tables_text = R"(
# The parameter at a place; zero at -1.
fun number_at(place:int, p[])
  real found
  found = 0.0
  if place >= 0
    found = p[place]
  end
  return found
end

# The absolute angles of the bodies.
sub angles(root, x[], theta[&])
  int i
  for n in 0 .. bodies
    i = order[n]
    theta[i] = root
    if parent[i] >= 0
      theta[i] = theta[parent[i]] + real(sense[i]) * x[joint[i]]
    end
  end
end

# omega = J^-1 mu and the rates of mu without torques. From the leaves to the root the angular velocities are eliminated,
# with D, G, s, M and h of each subtree; then from the root outward omega = (s - G u) / D and the momentum P = M u + h.
sub recursion(x[], p[], w[&], rate[&])
  real theta[bodies], ax[bodies], ay[bodies], bx[bodies], by[bodies], ex[bodies], ey[bodies], hx[bodies], hy[bodies]
  real gx[bodies], gy[bodies], d[bodies], s[bodies], mxx[bodies], mxy[bodies], myy[bodies], ux[bodies], uy[bodies]
  real m, vx, vy, px, py, det
  int i, k
  call angles(0.0, x, theta)
  for n in 0 .. bodies
    i = order[n]
    k = parent[i]
    if k >= 0
      vx = number_at(at_parent[2 * i], p)
      vy = number_at(at_parent[2 * i + 1], p)
      ax[i] = cos(theta[k]) * vx - sin(theta[k]) * vy
      ay[i] = sin(theta[k]) * vx + cos(theta[k]) * vy
      vx = number_at(at_child[2 * i], p)
      vy = number_at(at_child[2 * i + 1], p)
      bx[i] = cos(theta[i]) * vx - sin(theta[i]) * vy
      by[i] = sin(theta[i]) * vx + cos(theta[i]) * vy
      ex[i] = by[k] - ay[i]
      ey[i] = ax[i] - bx[k]
    end
    m = number_at(mass[i], p)
    d[i] = number_at(inertia[i], p) + m * (bx[i] * bx[i] + by[i] * by[i])
    gx[i] = m * by[i]
    gy[i] = -m * bx[i]
    s[i] = x[joints + i]
    mxx[i] = m
    myy[i] = m
  end
  for n in bodies - 1 down 0
    i = order[n]
    k = parent[i]
    mxx[i] = mxx[i] - gx[i] * (gx[i] / d[i])
    mxy[i] = mxy[i] - gx[i] * (gy[i] / d[i])
    myy[i] = myy[i] - gy[i] * (gy[i] / d[i])
    hx[i] = hx[i] + s[i] * (gx[i] / d[i])
    hy[i] = hy[i] + s[i] * (gy[i] / d[i])
    if k >= 0
      vx = mxx[i] * ex[i] + mxy[i] * ey[i]
      vy = mxy[i] * ex[i] + myy[i] * ey[i]
      d[k] = d[k] + (ex[i] * vx + ey[i] * vy)
      gx[k] = gx[k] + vx
      gy[k] = gy[k] + vy
      s[k] = s[k] - (ex[i] * hx[i] + ey[i] * hy[i])
      mxx[k] = mxx[k] + mxx[i]
      mxy[k] = mxy[k] + mxy[i]
      myy[k] = myy[k] + myy[i]
      hx[k] = hx[k] + hx[i]
      hy[k] = hy[k] + hy[i]
    end
  end
  for n in 0 .. bodies
    i = order[n]
    k = parent[i]
    px = 0.0
    py = 0.0
    if k < 0
      det = mxx[i] * myy[i] - mxy[i] * mxy[i]
      ux[i] = (mxy[i] * hy[i] - myy[i] * hx[i]) / det
      uy[i] = (mxy[i] * hx[i] - mxx[i] * hy[i]) / det
    else
      ux[i] = ux[k] + w[k] * ex[i]
      uy[i] = uy[k] + w[k] * ey[i]
      px = mxx[i] * ux[i] + mxy[i] * uy[i] + hx[i]
      py = mxy[i] * ux[i] + myy[i] * uy[i] + hy[i]
      rate[k] = rate[k] - w[k] * (ax[i] * px + ay[i] * py)
    end
    w[i] = (s[i] - (gx[i] * ux[i] + gy[i] * uy[i])) / d[i]
    rate[i] = w[i] * (bx[i] * px + by[i] * py)
  end
end

# The rates of the joint angles.
sub joint_rates(w[], out[&])
  for i in 0 .. bodies
    if parent[i] >= 0
      out[joint[i]] = real(sense[i]) * (w[i] - w[parent[i]])
    end
  end
end

# rates of the state
public sub field(t, x[], p[], u[], out[>states])
  real w[bodies], rate[bodies], turn[joints], torque[joints], part
  $outside real theta[bodies], given[bodies]
  call recursion(x, p, w, rate)
  call joint_rates(w, turn)
  call law_torques(t, x, turn, p, u, torque)
  $outside call angles(x[states - 1], x, theta)
  $outside call outside_torques(t, x, turn, theta, w, p, given)
  for i in 0 .. joints
    out[i] = turn[i]
  end
  for i in 0 .. bodies
    out[joints + i] = rate[i]
    $outside out[joints + i] = out[joints + i] + given[i]
  end
  for i in 0 .. bodies
    if parent[i] >= 0
      part = real(sense[i]) * torque[joint[i]]
      out[joints + parent[i]] = out[joints + parent[i]] + part
      out[joints + i] = out[joints + i] - part
    else
      out[states - 1] = w[i]
    end
  end
end

# angular velocities of the bodies
public sub omega(t, x[], p[], u[], out[>bodies])
  real rate[bodies]
  call recursion(x, p, out, rate)
end

# torques of all joints, + on the first body and - on the second
public sub torques(t, x[], p[], u[], out[>joints])
  real w[bodies], rate[bodies], turn[joints]
  call recursion(x, p, w, rate)
  call joint_rates(w, turn)
  call law_torques(t, x, turn, p, u, out)
end

# of each body x, y of its mass centre from that of the whole at t = 0, and its absolute angle
public sub poses(t, x[], p[], u[], out[>3 * bodies])
  real theta[bodies], vx, vy, middle_x, middle_y, m, all
  int i, k
  call angles(x[states - 1], x, theta)
  middle_x = 0.0
  middle_y = 0.0
  all = 0.0
  for n in 0 .. bodies
    i = order[n]
    k = parent[i]
    out[3 * i] = 0.0
    out[3 * i + 1] = 0.0
    out[3 * i + 2] = theta[i]
    if k >= 0
      vx = number_at(at_parent[2 * i], p)
      vy = number_at(at_parent[2 * i + 1], p)
      out[3 * i] = out[3 * k] + cos(theta[k]) * vx - sin(theta[k]) * vy
      out[3 * i + 1] = out[3 * k + 1] + sin(theta[k]) * vx + cos(theta[k]) * vy
      vx = number_at(at_child[2 * i], p)
      vy = number_at(at_child[2 * i + 1], p)
      out[3 * i] = out[3 * i] - (cos(theta[i]) * vx - sin(theta[i]) * vy)
      out[3 * i + 1] = out[3 * i + 1] - (sin(theta[i]) * vx + cos(theta[i]) * vy)
    end
    m = number_at(mass[i], p)
    all = all + m
    middle_x = middle_x + m * out[3 * i]
    middle_y = middle_y + m * out[3 * i + 1]
  end
  for n in 0 .. bodies
    out[3 * n] = out[3 * n] - middle_x / all
    out[3 * n + 1] = out[3 * n + 1] - middle_y / all
    $drift out[3 * n] = out[3 * n] + t * number_at(drift[0], p)
    $drift out[3 * n + 1] = out[3 * n + 1] + t * number_at(drift[1], p)
  end
end

# the numbers of a row
public sub row(t, x[], p[], u[], out[>columns])
  real w[bodies], rate[bodies], theta[bodies], kinetic, total
  call recursion(x, p, w, rate)
  call angles(x[states - 1], x, theta)
  out[0] = t
  kinetic = 0.0
  total = 0.0
  for i in 0 .. joints + bodies
    out[1 + i] = x[i]
  end
  for i in 0 .. bodies
    out[1 + joints + bodies + i] = theta[i]
    kinetic = kinetic + 0.5 * x[joints + i] * w[i]
    total = total + x[joints + i]
  end
  out[columns - 3] = kinetic
  out[columns - 2] = kinetic + stored(t, x, p, u)
  out[columns - 1] = total
end

# kinetic energy plus the energy stored in the torque laws
public fun energy(t, x[], p[], u[])
  real all[columns]
  call row(t, x, p, u, all)
  return all[columns - 2]
end

# total angular momentum
public fun momentum(t, x[], p[], u[])
  real all[columns]
  call row(t, x, p, u, all)
  return all[columns - 1]
end
)";

}  // namespace

TreeTables tree_tables(const TreeSpec& spec) {
  const Topology& tree = spec.topology;
  TreeTables out{tree.order, tree.parent, {}, tree.joint, spec.m, spec.I, {}, {}, !spec.outside.empty(), {}};
  if (drifts(spec)) out.drift = {spec.drift[0], spec.drift[1]};
  for (int i = 0; i < tree.size(); ++i) {
    out.sense.push_back(tree.sense[i]);
    const bool root = tree.parent[i] < 0;
    if (root) out.joint[i] = 0;
    const JointSlots joint = root ? JointSlots{} : spec.joints[tree.joint[i]];
    const bool ahead = tree.sense[i] > 0;
    for (int axis = 0; axis < 2; ++axis) {
      out.at_parent.push_back(ahead ? joint.d_first[axis] : joint.d_second[axis]);
      out.at_child.push_back(ahead ? joint.d_second[axis] : joint.d_first[axis]);
    }
  }
  return out;
}

std::string table_functions(Notation& notation, const TreeTables& tables) {
  for (const auto& [name, values] : {std::pair{"order", &tables.order},
                                     {"parent", &tables.parent},
                                     {"sense", &tables.sense},
                                     {"joint", &tables.joint},
                                     {"mass", &tables.mass},
                                     {"inertia", &tables.inertia},
                                     {"at_parent", &tables.at_parent},
                                     {"at_child", &tables.at_child}})
    notation.table(name, *values);
  std::string text = tables_text;
  if (!tables.drift.empty()) notation.table("drift", tables.drift);
  text = tables.drift.empty() ? without_lines(text, "$drift ") : with_words(text, "$drift ", "");
  return notation.write(tables.outside ? with_words(text, "$outside ", "") : without_lines(text, "$outside "));
}

}  // namespace oopss
