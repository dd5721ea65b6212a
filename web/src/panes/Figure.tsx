// SPDX-License-Identifier: Apache-2.0
// The bodies of a model in one shape, small.
import type { ModelMessage } from "../link/protocol";
import { bodyColour } from "../motion/colours";
import type { Poses } from "../motion/poses";
import { reach } from "../motion/still";
import { dark } from "../theme";
import "./Figure.css";

/** The scale at which all these shapes fit their figures. */
export function figureScale(all: Poses[]): number {
  const far = reach(all);
  return Math.min(52 / (far.x || 1e-9), 24 / (far.y || 1e-9), 1e6);
}

/** The bodies as sticks from the mass centre to the joints, discs at mass centres and rings at joints. */
export function Figure({ model: current, shape, scale }: { model: ModelMessage; shape: Poses; scale: number }) {
  const heaviest = Math.max(...current.bodies.map((body) => body.mass));
  return (
    <svg class="figure" viewBox="-60 -32 120 64" aria-hidden="true">
      <g transform={`scale(${scale} ${-scale})`}>
        {current.bodies.map((_, i) => {
          const colour = bodyColour(i, dark.value);
          return (
            <g key={i} stroke={colour} fill={colour}>
              {current.joints.map((joint, k) =>
                joint.first === i || joint.second === i ? (
                  <line key={k} x1={shape.x[i]} y1={shape.y[i]} x2={shape.jointX[k]} y2={shape.jointY[k]} />
                ) : null,
              )}
              <circle
                cx={shape.x[i]}
                cy={shape.y[i]}
                r={(2 + 3 * Math.sqrt(current.bodies[i]!.mass / heaviest)) / scale}
                stroke="none"
              />
            </g>
          );
        })}
        {current.joints.map((_, k) => (
          <circle key={k} class="joint" cx={shape.jointX[k]} cy={shape.jointY[k]} r={2.5 / scale} />
        ))}
      </g>
    </svg>
  );
}
