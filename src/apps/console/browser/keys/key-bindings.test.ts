import { expect, test } from 'vitest';
import { type KeyBinding, KeyReader } from './key-bindings.ts';

const binding = (keys: string, label = keys): KeyBinding => ({ keys, label, group: 'page', run: () => undefined });
const bindings = ['g v', 'g t', 'j', '?', 'mod+k'].map((keys) => binding(keys));
const press = (key: string, at = 0, more: { readonly isMod?: boolean; readonly isTaken?: boolean } = {}) => ({
  ...{ key, at, isMod: false, isTaken: false },
  ...more,
});

test('one key runs its command, two in a row run theirs', () => {
  const reader = new KeyReader();
  expect(reader.read(press('j'), bindings, true)?.keys).toBe('j');
  expect(reader.read(press('g', 0), bindings, true)).toBeNull();
  expect(reader.read(press('v', 900), bindings, true)?.keys).toBe('g v');
});

test('a second key that comes late, or means nothing after the first, counts by itself', () => {
  const reader = new KeyReader();
  reader.read(press('g', 0), bindings, true);
  expect(reader.read(press('v', 1_300), bindings, true)).toBeNull();
  reader.read(press('g', 2_000), bindings, true);
  expect(reader.read(press('j', 2_100), bindings, true)?.keys).toBe('j');
});

test('letters are silent in fields and when they are switched off; the command key is not', () => {
  const reader = new KeyReader();
  expect(reader.read(press('j', 0, { isTaken: true }), bindings, true)).toBeNull();
  expect(reader.read(press('j'), bindings, false)).toBeNull();
  expect(reader.read(press('K', 0, { isMod: true, isTaken: true }), bindings, false)?.keys).toBe('mod+k');
  expect(reader.read(press('j', 0, { isMod: true }), bindings, true)).toBeNull();
});

test('a first key in a field does not wait for a second one outside', () => {
  const reader = new KeyReader();
  reader.read(press('g', 0), bindings, true);
  reader.read(press('x', 100, { isTaken: true }), bindings, true);
  expect(reader.read(press('v', 200), bindings, true)).toBeNull();
});

test('a screen’s command hides the frame’s of the same key', () => {
  const both = [binding('n', 'frame'), binding('n', 'screen')];
  expect(new KeyReader().read(press('n'), both, true)?.label).toBe('screen');
});
