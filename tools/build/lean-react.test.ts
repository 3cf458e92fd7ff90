import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { withoutIdle } from './lean-react.ts';

const client = path.join(
  path.dirname(createRequire(import.meta.url).resolve('react-dom/package.json')),
  'cjs/react-dom-client.production.js',
);
const whole = readFileSync(client, 'utf8');

describe('React without what only view transitions do', () => {
  test('is the same program, shorter', () => {
    const lean = withoutIdle(whole);
    expect(whole.length - lean.length).toBeGreaterThan(20_000);
    expect(() => new Script(lean)).not.toThrow();
    // What other features stand on is untouched.
    for (const name of ['completeWork', 'commitMutationEffectsOnFiber', 'createViewTransitionInstance'])
      expect(lean.split(`function ${name}(`).length).toBe(whole.split(`function ${name}(`).length);
  });

  test('a version that lacks one of them is refused', () => {
    expect(() => withoutIdle(whole.replace('function startViewTransition(', 'function startAnother('))).toThrow(
      'startViewTransition',
    );
  });
});

test('no view asks for a view transition', () => {
  const root = path.resolve(import.meta.dirname, '../../src');
  const views = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const asking = views.filter((name) => /\bViewTransition\b/.test(readFileSync(path.join(root, name), 'utf8')));
  expect(asking).toEqual([]);
});
