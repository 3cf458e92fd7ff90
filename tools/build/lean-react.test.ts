import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { leanClient } from './lean-react.ts';

const client = path.join(
  path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
  'cjs/react-dom-client.production.js',
);
const whole = readFileSync(client, 'utf8');

describe('React without what no page of ours asks for', () => {
  test('is the same program, shorter', () => {
    const lean = leanClient(whole);
    expect(whole.length - lean.length).toBeGreaterThan(90_000);
    expect(() => new Script(lean)).not.toThrow();
    // What other features stand on is untouched.
    for (const name of ['completeWork', 'commitMutationEffectsOnFiber', 'createViewTransitionInstance'])
      expect(lean.split(`function ${name}(`).length).toBe(whole.split(`function ${name}(`).length);
  });

  test('a version that lacks one of them is refused', () => {
    expect(() => leanClient(whole.replace('function startViewTransition(', 'function startAnother('))).toThrow(
      'startViewTransition',
    );
  });
});

const root = path.resolve(import.meta.dirname, '../../src');
const views = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
const asking = (options: RegExp): string[] =>
  views.filter((name) => options.test(readFileSync(path.join(root, name), 'utf8')));

test.each([
  ['a view transition', /\bViewTransition\b/],
  ['a part that waits or hides', /\b(?:Suspense|SuspenseList|Activity|lazy)\b[^;]*from 'react'/],
  ['a state of an action', /\buse(?:ActionState|FormState|FormStatus|Optimistic)\b/],
  ['an element that React would put into the head', /<(?:link|style|script|title|meta|base)\b/],
  ['a reference to a fragment', /<Fragment\b[^>]*\bref=/],
  ['fetching ahead by calls', /\b(?:preconnect|prefetchDNS|preload\w*|preinit\w*)\b[^;]*from 'react-dom'/],
])('no view asks for %s', (_what, options) => {
  expect(asking(options)).toEqual([]);
});

test('each of these wishes would be seen', () => {
  expect(asking(/\bcreatePortal\b[^;]*from 'react-dom'/).length).toBeGreaterThan(0);
  expect(asking(/<form\b[^>]*\bref=/).length).toBeGreaterThan(0);
});
