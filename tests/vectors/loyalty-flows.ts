import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadBrands } from '#src/branding/index.server.ts';
import { nextStep } from '#src/domain/checkout/flows/index.ts';
import {
  identifyMember,
  pointsLinkOf,
  sendMemberCode,
  verifyMemberCode,
} from '#src/domain/customers/loyalty/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { sweepExpiredHolds } from '#src/domain/payments/index.server.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';

/** The steps of the brand's own flow, from the document on, by the file's short names. */
function stepsOfFlow(): string {
  const dir = path.resolve(import.meta.dirname, '../../brands');
  const brands = loadBrands({ dir, environment: 'test', sandboxOrigin: '' });
  if (!brands.ok) throw new Error('The brands have mistakes');
  const online = brands.value.brands.find(({ brand, variant }) => brand === 'wise-up' && variant === 'online');
  const flow = online?.flows.find(({ id }) => id === 'livelo');
  const names: string[] = [];
  for (
    let step = flow?.steps.find(({ template }) => template === 'livelo-cpf') ?? null;
    flow && step && names.length < 20;
    step = nextStep(flow, step)
  ) {
    const name = step.template.replace('livelo-', '').replace('select-', '');
    // The payment without points, for who goes on without them, is no step of its own.
    if (names.at(-1) !== name) names.push(name);
  }
  return names.join(' -> ');
}

/** A world on a database server of its own: the vectors run outside the tests too, which share theirs. */
async function inWorld(work: (world: DomainWorld) => Promise<string>): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vectors-'));
  chmodSync(folder, 0o711);
  const started = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    dataDirIsDefault: false,
    settings: { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB' },
    say: () => undefined,
  });
  if (!started.ok) throw new Error(started.error.message);
  const { address, stop } = started.value;
  const migrated = await migrate(address);
  if (!migrated.ok) throw new Error(migrated.error.message);
  const pool = createPool(address, { max: 4 });
  try {
    const close = (): Promise<void> => Promise.resolve();
    return await work(createDomainWorld({ address, pool, db: createKysely<Database>(pool), close }));
  } finally {
    await pool.end();
    await stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Three wrong codes, then the right one. */
async function wrongCodes(world: DomainWorld): Promise<string> {
  const { ctx, points } = world;
  const { session } = await world.buyer();
  const ip = '203.0.113.9';
  const before = points.balance;
  accepted(await identifyMember(ctx, points, session, { document: points.member.document, kind: 'spend', ip }));
  accepted(await sendMemberCode(ctx, points, session, { deviceId: 'phone', ip }));
  for (let tries = 0; tries < 3; tries += 1) await verifyMemberCode(ctx, points, session, '000000');
  const right = await verifyMemberCode(ctx, points, session, points.member.code);
  const link = await pointsLinkOf(ctx, session);
  return `code wrong 3 times -> ${right.ok || link?.problem !== 'locked' ? 'open' : 'error'}, points ${points.balance === before && link?.token === null ? 'untouched' : 'touched'}`;
}

/** Points that are reserved, and a card that is refused after them. */
async function refusedCard(world: DomainWorld): Promise<string> {
  const { ctx, gateway, clock } = world;
  const { session, quote } = await world.buyer();
  gateway.holdSeconds = 900;
  gateway.behaviors.push('authorize', 'decline');
  const tenders = [25_000n, 89_000n].map((amount) => ({ method: 'at-once', installments: 1, amount, fields: {} }));
  const tried = accepted(await world.pay(session, quote, { tenders }));
  await world.runJobs();
  const [points] = gateway.book.values();
  const wasReserved = points?.state === 'authorized';
  const order = await orderById(ctx.db, tried.orderId);
  clock.advance(16 * 60_000);
  await sweepExpiredHolds(ctx);
  await world.runJobs();
  const isUnpaid = order?.received === 0n && gateway.captures().length === 0;
  return `points ${wasReserved ? 'reserved' : 'not reserved'}, card ${tried.declineCode === null ? 'accepted' : 'declined'} -> points ${points?.state === 'voided' ? 'given back' : 'kept'}, order stays ${order?.state} and ${isUnpaid ? 'unpaid' : 'paid'}`;
}

/** Walks one of the file's flows with the product; `as written`, or what happened instead. */
export async function loyaltyFlow(written: string): Promise<string> {
  const happened = written.startsWith('cpf')
    ? stepsOfFlow()
    : await inWorld(written.startsWith('code wrong') ? wrongCodes : refusedCard);
  return happened === written ? 'as written' : happened;
}
