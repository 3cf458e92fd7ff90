/**
 * Draws the import graph into `docs/images/architecture.svg`: top folders, domain areas, layers of payments.
 *
 *     npm run picture              writes it
 *     npm run picture -- --check   changes nothing; exit 1 when the picture differs from the code's imports
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type AreaGraph, layer, readAreaGraph } from './architecture/area-graph.ts';
import { drawPanel } from './architecture/draw-panel.ts';

const output = 'docs/images/architecture.svg';
const width = 860;

/** Follows the reader's colour scheme. */
const style = `.bg{fill:#fff}.frame{fill:#f6f8fb;stroke:#3d6fc4}.ring{fill:#fff4de;stroke:#a8751a;stroke-dasharray:4 3}
text{font-family:system-ui,"Segoe UI",Roboto,sans-serif;fill:#18212f}.line{fill:none;stroke:#6a778b;stroke-width:1.4}.head{fill:#6a778b}
@media (prefers-color-scheme:dark){.bg{fill:#0f141c}.frame{fill:#18202c;stroke:#6f9ff0}.ring{fill:#332509;stroke:#d9a544}text{fill:#e8edf5}
.line{stroke:#a9b5c7}.head{fill:#a9b5c7}}`.replaceAll('\n', '');

/** The picture of the code below `root`. */
export function architecturePicture(root: string): string {
  const panels: readonly (readonly [string, AreaGraph])[] = [
    ['Folders: an arrow points at what is imported', readAreaGraph(root, ['src', 'sandbox'], folderOf)],
    ['Areas of src/domain', readAreaGraph(root, ['src/domain'], (file) => areaBelow('src/domain', file))],
    [
      'Layers of src/domain/payments',
      readAreaGraph(root, ['src/domain/payments'], (file) => areaBelow('src/domain/payments', file)),
    ],
  ];
  let top = 24;
  let drawn = '';
  for (const [title, graph] of panels) {
    const { svg, height } = drawPanel(title, layer(graph), { top, width });
    drawn += svg;
    top += height;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-label="Who imports whom">
<style>${style}</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>
<rect class="bg" width="${width}" height="${top}" rx="10"/>
${drawn}</svg>
`;
}

/** Apps one by one, every other folder of `src` as a whole. */
function folderOf(file: string): string | null {
  const [root, folder, app, inside] = file.split('/');
  if (root === 'sandbox') return 'sandbox';
  if (root !== 'src' || app === undefined) return null;
  return folder === 'apps' && inside !== undefined ? `apps/${app}` : (folder ?? null);
}

/** The folder right below `parent`; tables and the loose files that every area uses are no area. */
function areaBelow(parent: string, file: string): string | null {
  if (!file.startsWith(`${parent}/`)) return null;
  const [area, inside] = file.slice(parent.length + 1).split('/');
  return inside === undefined || area === 'database' || area === 'scenarios' ? null : (area ?? null);
}

if (import.meta.main) {
  const root = path.resolve(import.meta.dirname, '..');
  const isCheck = process.argv.includes('--check');
  const picture = architecturePicture(root);
  const file = path.join(root, output);
  const isStale = !existsSync(file) || readFileSync(file, 'utf8') !== picture;
  if (isStale && !isCheck) writeFileSync(file, picture);
  if (isStale) console.error(isCheck ? `${output} is stale: run npm run picture` : `${output} written`);
  process.exitCode = isStale && isCheck ? 1 : 0;
}
