// SPDX-License-Identifier: Apache-2.0
// An equilibrium in space, small: the bodies as lit solids, the axis about which they turn as an arrow.
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { EquilibriumMessage, ModelMessage } from "../link/protocol";
import { palette } from "../motion/palette";
import { solidKind } from "../motion/view";
import { isInSpace } from "../space/poses";
import { drawStill, posesOf, reachOf } from "../space/still";

interface Props {
  model: ModelMessage;
  all: EquilibriumMessage[];
  index: number;
}
export function SpaceFigure({ model, all, index }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [colours, kind] = [palette.value, solidKind.value];
  const space = isInSpace(model) ? model : null;
  const poses = useMemo(() => (space ? all.map((one) => posesOf(space, one)) : []), [space, all]);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!space || !context) return;
    const { clientWidth: width, clientHeight: height } = canvas.current!;
    const ratio = devicePixelRatio;
    Object.assign(canvas.current!, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    drawStill(context, space, kind, poses[index]!, reachOf(space, kind, poses), colours, { width, height, ratio });
  }, [space, poses, index, kind, colours]);
  return <canvas ref={canvas} class="figure deep" aria-hidden="true" />;
}
