import { escaped, widthOf } from '../flows/svg-text.ts';
import type { AreaGroup, LayeredGraph } from './area-graph.ts';

const box = { height: 30, line: 18, pad: 14, gap: 22, rowGap: 36 } as const;

interface PlacedGroup {
  readonly group: AreaGroup;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** One layered graph with its title, `width` wide; arrows point at what is imported. */
export function drawPanel(
  title: string,
  { rows, edges }: LayeredGraph,
  { top, width }: { readonly top: number; readonly width: number },
): { readonly svg: string; readonly height: number } {
  const placed = new Map<string, PlacedGroup>();
  let y = top + 34;
  for (const row of rows) {
    for (const group of placeRow(row, y, width)) placed.set(group.group[0] ?? '', group);
    y += Math.max(...row.map(heightOf)) + box.rowGap;
  }
  const lines = edges.map(([from, to]) => drawArrow(placed.get(from), placed.get(to))).join('\n');
  const boxes = [...placed.values()].map(drawBox).join('\n');
  const head = `<text x="24" y="${top + 14}" font-size="15" font-weight="700">${escaped(title)}</text>`;
  return { svg: `${head}\n${lines}\n${boxes}\n`, height: y - top };
}

function placeRow(row: readonly AreaGroup[], y: number, width: number): PlacedGroup[] {
  const widths = row.map(boxWidth);
  const total = widths.reduce((sum, one) => sum + one, 0) + box.gap * (row.length - 1);
  let x = (width - total) / 2;
  return row.map((group, index) => {
    const placed = { group, x, y, width: widths[index] ?? 0, height: heightOf(group) };
    x += placed.width + box.gap;
    return placed;
  });
}

function boxWidth(group: AreaGroup): number {
  return Math.max(...group.map((name) => widthOf(name, 7.6))) + box.pad * 2;
}

function heightOf(group: AreaGroup): number {
  return box.height + box.line * (group.length - 1);
}

function drawArrow(from: PlacedGroup | undefined, to: PlacedGroup | undefined): string {
  if (!from || !to) return '';
  const [x1, y1] = [middle(from), from.y + from.height];
  const [x2, y2] = [middle(to), to.y - 3];
  const bend = Math.min(40, (y2 - y1) / 2);
  return `<path class="line" marker-end="url(#head)" d="M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}"/>`;
}

function middle({ x, width }: PlacedGroup): number {
  return Math.round(x + width / 2);
}

function drawBox({ group, x, y, width, height }: PlacedGroup): string {
  const look = group.length > 1 ? 'ring' : 'frame';
  const names = group.map(
    (name, index) =>
      `<text x="${round(x + width / 2)}" y="${y + 20 + index * box.line}" font-size="13" text-anchor="middle">${escaped(name)}</text>`,
  );
  return `<rect class="${look}" x="${round(x)}" y="${y}" width="${round(width)}" height="${height}" rx="6"/>${names.join('')}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
