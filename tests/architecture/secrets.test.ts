import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { secretsIn } from '#tools/secrets/secret-patterns.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('a key or password of somebody’s', () => {
  test('stands in no tracked file; the history is searched by npm run scan-secrets', () => {
    const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0');
    const texts = files.filter((file) => /\.(?:ts|tsx|json|md|css|html|svg|yml|sh|pem|env)$|\/run$/.test(file));
    expect(texts.length).toBeGreaterThan(1000);
    const found = texts.flatMap((file) =>
      existsSync(path.join(root, file)) ? secretsIn(file, readFileSync(path.join(root, file), 'latin1')) : [],
    );
    expect(found).toEqual([]);
  });

  // In parts, so that this file itself holds none.
  test.each([
    [['AWS key'], ['AKIA', 'ABCDEFGHIJKLMNOP']],
    [['GitHub token'], ['ghp_', 'a1B2'.repeat(9)]],
    [['npm token'], ['npm_', 'a1B2'.repeat(9)]],
    // Culqi writes its keys alike.
    [
      ['Stripe key', 'Culqi key'],
      ['sk_live_', 'a1B2'.repeat(6)],
    ],
    [['private key'], ['-----BEGIN ', 'PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0B']],
    [['password in an address'], ['postgres://shop:', 'correct-horse', '@db.example/shop']],
  ])('is known by its shape: %s', (kinds, parts) => {
    expect(secretsIn('a.ts', `first\nconst x = '${parts.join('')}';`)).toEqual(
      kinds.map((kind) => ({ kind, at: 'a.ts:2' })),
    );
  });
});
