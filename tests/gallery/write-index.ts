import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckedScreenshot } from './check-screenshot.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Writes `index.html`: every screenshot as a thumbnail, by brand and page, with what was found. */
export function writeIndex(folder: string, looked: readonly CheckedScreenshot[]): void {
  const items = looked.map(({ picture, findings, files }) => {
    const name = escape(picture.href.slice('/gallery/'.length));
    const pictures = files.map(
      ({ width, file }) =>
        `<a href="${escape(file)}"><img src="${escape(file)}" loading="lazy" alt="${name}, ${width} px"></a>`,
    );
    const found = findings.map((finding) => `<li>${escape(finding)}</li>`);
    return `<section><h2>${name}</h2><div>${pictures.join('')}</div><ul>${found.join('')}</ul></section>`;
  });
  const style =
    'body{font:14px system-ui;margin:2rem;background:#eee}section{margin:0 0 2rem}div{display:flex;gap:1rem;align-items:start}' +
    'h2{font-size:14px}img{height:320px;max-width:420px;object-fit:cover;object-position:top;box-shadow:0 1px 4px #0005}li{color:#b00}';
  writeFileSync(
    path.join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>${style}</style>` +
      `<h1>${looked.length} pages</h1>${items.join('\n')}</html>`,
  );
}
