import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { withInlineFonts } from './inline-font.server.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'inline-font-'));
writeFileSync(path.join(folder, 'body-400-a1.woff2'), 'wOF2 body');
writeFileSync(path.join(folder, 'display-700-b2.woff2'), 'wOF2 display');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const face = (family: string, name: string) =>
  `@font-face{font-family:"${family}";src:url(/fonts/${name}) format("woff2");font-weight:400;font-display:optional}`;
const standIn = '@font-face{font-family:"Body Stand-in";src:local("Arial");font-weight:400}';
const tokens = ':root{--font-display:"Display",serif;--font-body:"Body","Body Stand-in",sans-serif}';

test('the running text’s face travels in the style sheet, with its stand-in; the headings’ does not', () => {
  const css = withInlineFonts(
    face('Body', 'body-400-a1.woff2') + standIn + face('Display', 'display-700-b2.woff2') + tokens,
    folder,
  );
  const inline = `url(data:font/woff2;base64,${Buffer.from('wOF2 body').toString('base64')}) format("woff2")`;
  expect(css).toBe(face('Body', 'body-400-a1.woff2').replace(/url\(.*\) format\("woff2"\)/, inline) + standIn + tokens);
});

test('a face whose file is not there leaves its place to the stand-in', () => {
  expect(withInlineFonts(face('Body', 'body-400-gone.woff2') + standIn + tokens, folder)).toBe(standIn + tokens);
});

test('a theme without faces stays as it is', () => {
  expect(withInlineFonts(':root{--font-body:system-ui,sans-serif}', folder)).toBe(
    ':root{--font-body:system-ui,sans-serif}',
  );
});
