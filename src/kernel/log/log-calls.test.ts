import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { cleanFields } from './log-fields.server.ts';

/** The log calls in a source text: the start of each and the text between its brackets. */
function callsIn(text: string): readonly { readonly line: number; readonly inside: string }[] {
  return [...text.matchAll(/\blog\.(?:debug|info|warn|error|child)\(/g)].map(({ index, 0: call }) => {
    const from = index + call.length;
    let depth = 1;
    let quote = '';
    let at = from;
    for (; depth > 0 && at < text.length; at += 1) {
      const sign = text[at] ?? '';
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (`'"\``.includes(sign)) quote = sign;
      else if ('({['.includes(sign)) depth += 1;
      else if (')}]'.includes(sign)) depth -= 1;
    }
    return { line: text.slice(0, index).split('\n').length, inside: text.slice(from, at - 1) };
  });
}

/** Field names of the object passed to a call; none where it is made elsewhere. */
function fieldsOf(inside: string): readonly string[] {
  const object = /\{(.*)\}\s*,?\s*$/s.exec(inside)?.[1] ?? '';
  let depth = 0;
  const flat = [...object]
    .filter((sign) => {
      const wasInside = depth > 0;
      if ('({['.includes(sign)) depth += 1;
      if (')}]'.includes(sign)) depth -= 1;
      return !wasInside && depth === 0;
    })
    .join('');
  return flat.split(',').flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []);
}

describe('what the house logs', () => {
  test('reaches the log: no call names a field that would be dropped', async () => {
    const dropped: string[] = [];
    let read = 0;
    for await (const file of glob('{src,sandbox}/**/*.ts', { exclude: ['**/*.test.ts'] }))
      for (const { line, inside } of callsIn(readFileSync(file, 'utf8'))) {
        const names = fieldsOf(inside);
        read += names.length;
        const gone = cleanFields(Object.fromEntries(names.map((name) => [name, name])))['dropped'];
        if (Array.isArray(gone)) dropped.push(`${file}:${line} ${gone.join(' ')}`);
      }
    expect(dropped).toEqual([]);
    // Guards against a search that finds nothing.
    expect(read).toBeGreaterThan(100);
  });

  test('is read as it is written', () => {
    const text = "log.warn('late', { orderId, leadId: row.id, count: (a, { b: 1 }), reason: `x ${y} (` });";
    const [call] = callsIn(text);
    expect([call?.line, fieldsOf(call?.inside ?? '')]).toEqual([1, ['orderId', 'leadId', 'count', 'reason']]);
  });
});
