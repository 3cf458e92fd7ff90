import { expect, test } from 'vitest';
import { readImageSize } from './image-size.ts';

const text = (content: string) => new TextEncoder().encode(content);
const png = new Uint8Array([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 44, 0, 0, 0, 90,
]);

test.each([
  [
    text('<svg xmlns="x" viewBox="0 0 1 1" width="155" height="40"><path width="1"/></svg>'),
    { width: 155, height: 40 },
  ],
  [text(' <svg height="40.5px" width="10px"></svg>'), { width: 10, height: 40.5 }],
  [text('<svg viewBox="0 0 1 1"><rect width="3" height="4"/></svg>'), null],
  [text('<svg width="100%" height="40"></svg>'), null],
  [text('<svg stroke-width="3" height="40"></svg>'), null],
  [text('hello'), null],
  [png, { width: 300, height: 90 }],
  [png.subarray(0, 20), null],
])('%#', (file, size) => {
  expect(readImageSize(file)).toEqual(size);
});
