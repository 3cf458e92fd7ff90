import type { FlowRow, StepBox } from './flow-rows.ts';
import { broken, escaped, widthOf } from './svg-text.ts';

const box = { width: 168, gap: 40, most: 5, pad: 12 } as const;
const page = { margin: 24, top: 64 } as const;
const line = { name: 17, path: 15, note: 15 } as const;
const lane = { wait: 38, no: 30 } as const;

/** Follows the reader's colour scheme; each colour has enough contrast in both. */
const style = `
.bg{fill:#fff}.frame{fill:#f6f8fb;stroke:#c3cddb}.paying{fill:#e7f0ff;stroke:#3d6fc4}.end{fill:#e6f6ec;stroke:#3c8a5c}
.offer{fill:#fff4de;stroke:#a8751a}.wait{fill:#fff;stroke:#3d6fc4;stroke-dasharray:4 3}
text{font-family:system-ui,"Segoe UI",Roboto,sans-serif;fill:#18212f}.mono{font-family:ui-monospace,Menlo,Consolas,monospace}
.soft{fill:#4d5a6d}.line{fill:none;stroke:#4d5a6d;stroke-width:1.6}.head{fill:#4d5a6d}.no{fill:none;stroke:#a8471a;stroke-width:1.6;stroke-dasharray:5 4}
.nohead,.notext{fill:#a8471a}.chip{fill:#eef1f6;stroke:#c3cddb}.badge{fill:#18212f}.badgetext{fill:#fff}
@media (prefers-color-scheme:dark){.bg{fill:#0f141c}.frame{fill:#18202c;stroke:#3b4658}.paying{fill:#14284a;stroke:#6f9ff0}
.end{fill:#12301f;stroke:#5fb884}.offer{fill:#332509;stroke:#d9a544}.wait{fill:#0f141c;stroke:#6f9ff0}text{fill:#e8edf5}.soft{fill:#a9b5c7}
.line{stroke:#a9b5c7}.head{fill:#a9b5c7}.no{stroke:#f09a6b}.nohead,.notext{fill:#f09a6b}.chip{fill:#1d2634;stroke:#3b4658}
.badge{fill:#e8edf5}.badgetext{fill:#0f141c}}
`.replaceAll('\n', '');

interface Placed {
  readonly step: StepBox;
  readonly x: number;
  readonly y: number;
  readonly height: number;
}

/** A brand's flows as one drawing: one row for each sequence of steps, one box for each step. */
export function drawPicture(title: string, rows: readonly FlowRow[]): string {
  const columns = Math.min(box.most, Math.max(...rows.map(({ boxes }) => boxes.length)));
  const width = page.margin * 2 + Math.max(columns * box.width + (columns - 1) * box.gap, 520);
  let y: number = page.top;
  let drawn = '';
  for (const row of rows) {
    const { svg, height } = drawRow(row, y, width);
    drawn += svg;
    y += height;
  }
  const height = y + 4;
  const head = `<text x="${page.margin}" y="40" font-size="20" font-weight="700">${escaped(title)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(`Flows of ${title}`)}">
<style>${style}</style>
<rect class="bg" width="${width}" height="${height}" rx="10"/>
${head}
${drawn}</svg>
`;
}

function drawRow(row: FlowRow, top: number, width: number): { readonly svg: string; readonly height: number } {
  const chips = drawChips(row, top, width);
  let y = top + chips.height + 18;
  let svg = chips.svg;
  const placed: Placed[] = [];
  for (let start = 0; start < row.boxes.length; start += box.most) {
    const part = row.boxes.slice(start, start + box.most);
    const height = Math.max(...part.map(heightOf));
    for (const [index, step] of part.entries())
      placed.push({ step, x: page.margin + index * (box.width + box.gap), y, height });
    const hasWaits = part.some(({ waits }) => waits.length > 0);
    const hasTurns = part.some(({ turn }) => turn !== null);
    const isLast = start + box.most >= row.boxes.length;
    y += height + (hasWaits ? lane.wait : 0) + (hasTurns ? lane.no : 0) + (isLast ? 34 : 36);
  }
  for (const [index, one] of placed.entries()) {
    const next = placed[index + 1];
    if (next) svg += drawArrow(one, next);
    svg += drawWaits(one, next) + drawTurn(one, placed);
  }
  for (const one of placed) svg += drawBox(one, one === placed.at(-1));
  return { svg, height: y - top };
}

/** The links that open the row: the flow's name, and the link's query. */
function drawChips(
  { entries }: FlowRow,
  top: number,
  width: number,
): { readonly svg: string; readonly height: number } {
  let [x, y, svg]: [number, number, string] = [page.margin, top, ''];
  for (const { id, by } of entries) {
    const wide = Math.round(38 + widthOf(id, 8.3) + widthOf(by, 6.8));
    if (x > page.margin && x + wide > width - page.margin) [x, y] = [page.margin, y + 30];
    svg += `<rect class="chip" x="${x}" y="${y}" width="${wide}" height="24" rx="12"/><text x="${x + 12}" y="${y + 16}" font-size="13"><tspan font-weight="700">${escaped(id)}</tspan><tspan class="soft" dx="8" font-size="12">${escaped(by)}</tspan></text>`;
    x += wide + 8;
  }
  return { svg: `${svg}\n`, height: y + 24 - top };
}

const linesOf = (step: StepBox) => ({
  name: broken(step.name, 16),
  path: broken(step.path, 22),
  notes: step.notes.flatMap((note) => broken(note, 24)),
});

function heightOf(step: StepBox): number {
  const { name, path, notes } = linesOf(step);
  return box.pad * 2 + name.length * line.name + path.length * line.path + notes.length * line.note + 2;
}

const frames = { asks: 'frame', pays: 'paying', offers: 'offer' } as const;

function drawBox(placed: Placed, isEnd: boolean): string {
  const { step, x, y, height } = placed;
  const { name, path, notes } = linesOf(step);
  let at = y + box.pad;
  const text = (content: string, step_: number, attributes: string): string => {
    at += step_;
    return `<text x="${x + 14}" y="${at - 4}" ${attributes}>${escaped(content)}</text>`;
  };
  const badge = step.count
    ? `<rect class="badge" x="${x + box.width - 44}" y="${y - 11}" width="36" height="22" rx="11"/><text class="badgetext" x="${x + box.width - 26}" y="${y + 4}" font-size="12" font-weight="700" text-anchor="middle">${step.count}</text>`
    : '';
  return [
    `<rect class="${isEnd ? 'end' : frames[step.kind]}" x="${x}" y="${y}" width="${box.width}" height="${height}" rx="9" stroke-width="1.4"/>`,
    ...name.map((one) => text(one, line.name, 'font-size="14" font-weight="650"')),
    ...path.map((one) => text(one, line.path, 'class="mono soft" font-size="11"')),
    ...notes.map((one) => text(one, line.note, 'class="soft" font-size="11.5"')),
    badge,
    '\n',
  ].join('');
}

function drawArrow(from: Placed, to: Placed): string {
  const middle = from.y + from.height / 2;
  if (to.y === from.y) {
    const [start, end] = [from.x + box.width, to.x];
    return `<path class="line" d="M${start} ${middle}H${end - 7}"/><path class="head" d="M${end} ${middle}l-9 -5v10z"/>`;
  }
  const [right, left] = [from.x + box.width + 14, to.x - 14];
  const [between, into] = [to.y - 20, to.y + to.height / 2];
  return `<path class="line" d="M${from.x + box.width} ${middle}H${right}V${between}H${left}V${into}H${to.x - 7}"/><path class="head" d="M${to.x} ${into}l-9 -5v10z"/>`;
}

/** Below the box: the waiting page of payments in another app, which leads to the next step. */
function drawWaits({ step, x, y, height }: Placed, next: Placed | undefined): string {
  if (step.waits.length === 0) return '';
  const top = y + height + 16;
  const [left, wide] = [x + 26, box.width - 66];
  const pill = `<path class="line" d="M${left + 20} ${y + height}V${top}" stroke-dasharray="4 3"/><rect class="wait" x="${left}" y="${top}" width="${wide}" height="22" rx="11"/><text class="mono" x="${left + wide / 2}" y="${top + 15}" font-size="11" text-anchor="middle">${escaped(step.waits.join(' · '))}</text>`;
  if (!next || next.y !== y) return pill;
  const target = next.x + 14;
  return `${pill}<path class="line" stroke-dasharray="4 3" d="M${left + wide} ${top + 11}H${target}V${y + height + 8}"/><path class="head" d="M${target} ${y + height}l-5 9h10z"/>`;
}

/** An edge that leaves the row: to a step of the same line by a broken line below, else by its path. */
function drawTurn(from: Placed, all: readonly Placed[]): string {
  const { turn } = from.step;
  if (!turn) return '';
  const inLine = all.filter(({ y }) => y === from.y);
  const below = inLine.some(({ step }) => step.waits.length > 0) ? lane.wait : 0;
  const start = from.x + box.width - 24;
  const bottom = from.y + from.height;
  const depth = bottom + below + 16;
  const target = inLine.find(({ step }) => step.id === turn.stepId);
  if (!target)
    return `<path class="no" d="M${start} ${bottom}V${depth - 6}"/><path class="nohead" d="M${start} ${depth}l-5 -9h10z"/><text class="notext" x="${start - 10}" y="${depth - 1}" font-size="11.5" text-anchor="end">${escaped(`${turn.label}: ${turn.path}`)}</text>`;
  const end = target.x + box.width - (target.x > from.x ? 60 : 24);
  const [shift, anchor] = end > start ? [6, 'start'] : [-6, 'end'];
  return `<path class="no" d="M${start} ${bottom}V${depth}H${end}V${bottom + 8}"/><path class="nohead" d="M${end} ${bottom}l-5 9h10z"/><text class="notext" x="${start + shift}" y="${depth - 5}" font-size="11.5" text-anchor="${anchor}">${escaped(turn.label)}</text>`;
}
