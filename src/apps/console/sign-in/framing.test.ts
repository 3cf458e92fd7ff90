import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createSignInWorld, type SignInWorld } from '#tests/support/worlds/sign-in-world.server.ts';

let database: TestDatabase;
let world: SignInWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createSignInWorld(database);
});
afterAll(async () => {
  await world.close();
  await database.close();
});

test.each(['/sign-in/ended', '/sign-in/callback'])(
  'the page %s may not be framed, and its scripts are files of the console',
  async (url) => {
    const page = await world.app.inject({ url, headers: { host: 'localhost:3004' } });
    const policy = String(page.headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ])
      expect(policy).toContain(part);
    expect(page.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
    });
  },
);

test.each(['/sign-in', '/sign-in/no-access', '/data/me', '/data/nothing'])(
  'what %s answers may not be framed either',
  async (url) => {
    const { headers } = await world.app.inject({ url, headers: { host: 'localhost:3004' } });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  },
);
