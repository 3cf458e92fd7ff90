import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyBrands } from '#tests/support/fixtures/brand-copy.ts';
import { flowFiles, staleFlowFiles } from '../flows.ts';
import { broken, escaped } from './svg-text.ts';

const brands = copyBrands();
let root = '';
let files: ReadonlyMap<string, string>;

/** Steps of the flow that this test draws. */
const steps = [
  { id: 'lead', template: 'lead', next: 'payment', currentStep: 1, props: { voucher: 'estendido' } },
  { id: 'payment', template: 'payment', next: 'offer', currentStep: 2 },
  { id: 'offer', template: 'upsell-presentation', next: 'sister' },
  {
    id: 'sister',
    template: 'upsell-payment',
    next: 'welcome',
    currentStep: 3,
    props: { upsell: { brand: 'wise-up.online', product: 'wise-up-online', plan: 'annual' } },
  },
  { id: 'welcome', template: 'subscription-welcome', next: null, currentStep: 4 },
];

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'flows-'));
  mkdirSync(path.join(root, 'docs/flows'), { recursive: true });
  writeFileSync(path.join(brands.dir, 'meusucesso/flows/drawn.json'), JSON.stringify({ stepsNumber: 5, steps }));
  files = flowFiles(brands.dir);
  for (const [file, text] of files) writeFileSync(path.join(root, file), text);
});
afterAll(() => {
  brands.remove();
  rmSync(root, { recursive: true });
});

describe('the picture of a brand', () => {
  const picture = () => files.get('docs/flows/meusucesso.svg') ?? '';
  /** The part of the drawing from one flow's name to the next one's. */
  const row = (id: string) =>
    picture()
      .split('class="chip"')
      .find((part) => part.includes(`>${id}</tspan>`)) ?? '';

  test('shows each step with its path, its number and what its data says', () => {
    for (const text of ['>lead<', '>/lead<', '>1/5<', '>voucher estendido<', '>/upsell-payment<', '>3/5<'])
      expect(row('drawn')).toContain(text);
    expect(row('drawn')).toContain('Wise Up Online −50 %');
  });

  test('shows where money is awaited and where a no leads', () => {
    expect(row('drawn')).toContain('>/pix 2/5<');
    expect(row('drawn').match(/class="no"/g)).toHaveLength(2);
  });

  test('says how links come into a flow', () => {
    expect(row('drawn')).toContain('flowId=drawn');
    expect(row('extended')).toContain('voucher=estendido');
    expect(picture()).toContain('route=pix, pix chosen');
    expect(picture()).toContain('any link that names no other');
  });

  test('shows flows that differ only in the chosen way to pay as one way', () => {
    const eumilitar = files.get('docs/flows/eumilitar.svg') ?? '';
    expect(eumilitar.match(/class="chip"/g)).toHaveLength(3);
    expect(eumilitar.match(/>\/payment</g)).toHaveLength(1);
  });
});

describe('the page of flows', () => {
  test('says of every screen what it is for', () => {
    const page = readFileSync(path.join(root, 'docs/flows.md'), 'utf8');
    const silent = page.split('\n').filter((line) => /^\| `\/.*\|\s*\| [^|]*\|$/.test(line));
    expect(silent).toEqual([]);
  });

  test('has each path with the flows that it serves, and each picture', () => {
    const page = readFileSync(path.join(root, 'docs/flows.md'), 'utf8');
    expect(page).toMatch(/\| `\/upsell-payment` \| an offer of the page before is paid \| .*meusucesso: .*drawn/);
    expect(page).toMatch(/\| `\/lead` \| who buys \| /);
    const pictures = [...files.keys()].filter((file) => file.endsWith('.svg'));
    expect(pictures.filter((file) => !page.includes(`(${file.slice('docs/'.length)})`))).toEqual([]);
  });

  test('is stale with its pictures when a flow changes, a picture is gone or a brand is', () => {
    expect(staleFlowFiles(root, files)).toEqual([]);
    writeFileSync(path.join(root, 'docs/flows/medcof.svg'), 'old');
    rmSync(path.join(root, 'docs/flows/vende-c.svg'));
    writeFileSync(path.join(root, 'docs/flows/gone.svg'), '');
    expect(staleFlowFiles(root, files)).toEqual([
      'docs/flows/medcof.svg',
      'docs/flows/vende-c.svg',
      'docs/flows/gone.svg',
    ]);
  });
});

test.each([
  ['multiprofile-upsell-presentation', 16, ['multiprofile-', 'upsell-', 'presentation']],
  ['/multiprofile-presentation', 22, ['/multiprofile-', 'presentation']],
  ['lead', 16, ['lead']],
])('%s breaks at its dashes', (text, most, lines) => expect(broken(text, most)).toEqual(lines));

test('text cannot become markup', () => expect(escaped('a<b>&"c"')).toBe('a&lt;b&gt;&amp;&quot;c&quot;'));
