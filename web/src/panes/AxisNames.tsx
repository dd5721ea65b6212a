// SPDX-License-Identifier: Apache-2.0
// What stands along the axes of a chart: its symbol, or its words, with the unit; pointed at, how it is called in tables.
import type { Axis } from "../charts/phase";
import "./AxisNames.css";
import { Tex } from "./math";

function Name({ axis: { latex, label, unit }, side }: { axis: Axis; side: "x" | "y" }) {
  return (
    <span class={`axis-name ${side}`} title={label}>
      {latex ? <Tex latex={latex} /> : label}
      {unit && ` (${unit})`}
    </span>
  );
}

export function AxisNames({ x, y }: { x: Axis; y: Axis }) {
  return (
    <>
      <Name axis={x} side="x" />
      <Name axis={y} side="y" />
    </>
  );
}
