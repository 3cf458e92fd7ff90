import { expect, test } from 'vitest';
import { fontSheetFile, pageStyles } from './font-sheet.server.ts';

const face = (name: string) =>
  `@font-face{font-family:"A";src:url(/fonts/${name}.woff2) format("woff2");font-weight:400;font-display:optional}`;
const standIn = '@font-face{font-family:"A Stand-in";src:local("Arial")}';
const tokens = ':root{--color-text:#fff}';

test('faces stand in a sheet of their own, stand-ins and tokens in the document', () => {
  const { inline, fontSheet } = pageStyles(face('a-400-x') + standIn + tokens);
  expect(inline).toBe(standIn + tokens);
  const file = fontSheetFile(face('a-400-x') + standIn, () => Buffer.from('wOF2'));
  expect(`/fonts/${file.name}`).toBe(fontSheet);
  expect(file.content).toBe(face('a-400-x').replace('/fonts/a-400-x.woff2', 'data:font/woff2;base64,d09GMg=='));
});

test('other files make another address; a theme without files has none', () => {
  expect(pageStyles(face('a-400-x')).fontSheet).not.toBe(pageStyles(face('a-400-y')).fontSheet);
  expect(pageStyles(standIn + tokens)).toEqual({ inline: standIn + tokens, fontSheet: null });
});
