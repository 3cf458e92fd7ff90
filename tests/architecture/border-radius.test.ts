import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What is one line high; everything else loses its corners to a brand whose controls are pills. */
const oneLine: ReadonlySet<string> = new Set([
  'src/ui/button/button.module.css',
  'src/ui/field/field.module.css',
  'src/ui/phone/phone-field.module.css',
  'src/apps/card-fields/browser/card-fields.css',
  'src/apps/card-fields/browser/neutral-tokens.css',
  'src/apps/checkout/site/consent/consent-banner.module.css',
  'src/apps/checkout/pages/start/start.module.css',
]);

/** Uses of the controls' radius as it is, without a most. */
function uncapped(css: string): number {
  return css.replaceAll(/min\([^;]*?var\(--radius-control\)\)/g, '').split('var(--radius-control)').length - 1;
}

test('a box of more than one line never takes the radius of a pill: a QR code would lose its corners', () => {
  const files = globSync('{src,sandbox}/**/*.css', { cwd: root });
  expect(files.length).toBeGreaterThan(40);
  const found = files.filter((file) => !oneLine.has(file) && uncapped(readFileSync(path.join(root, file), 'utf8')) > 0);
  expect(found).toEqual([]);
});

test.each([
  ['border-radius: var(--radius-control);', 1],
  ['border-radius: min(1rem, var(--radius-control));', 0],
  ['border-radius: min(1rem, var(--radius-control)) var(--radius-control);', 1],
])('%s is seen', (css, count) => {
  expect(uncapped(css)).toBe(count);
});
