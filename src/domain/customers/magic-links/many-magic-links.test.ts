import type { KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { issueMagicLink, anyLinkOpens } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let asked = 0;
beforeEach(async () => {
  database = await createTestDatabase();
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asked += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  world = createDomainWorld({ ...database, db: database.db.withPlugin(counter) });
});
afterEach(() => database.close());

test('a browser with many secrets costs one statement, whichever of them opens the subject', async () => {
  const { ctx } = world;
  const [own, other] = [await issueMagicLink(ctx, ctx.db, 'sub_own'), await issueMagicLink(ctx, ctx.db, 'sub_other')];
  const many = Array.from({ length: 250 }, newSecret);
  asked = 0;
  expect(await anyLinkOpens(ctx, 'sub_own', [...many, other, own])).toBe(true);
  expect(asked).toBe(1);
  expect(await anyLinkOpens(ctx, 'sub_own', [...many, other])).toBe(false);
  expect(await anyLinkOpens(ctx, 'sub_own', ['no secret', ''])).toBe(false);
  expect(asked).toBe(2);
});
