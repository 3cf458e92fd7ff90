import type { Db, DomainContext } from '../context.server.ts';
import { noteStart, stageNow } from './alarm.server.ts';
import { judge, mayStart } from './judge.ts';
import type { TryRefusal } from './try-refusal.ts';
import type { TryOrigin } from './origin.server.ts';
import { spendProof } from './proof.server.ts';
import { browserOfSession, countTries } from './tries.repository.server.ts';

/**
 * Looked at before anything is written: whether this buyer may try now. `isKnown`: something good is known of them, such as
 * a proved phone or a means that they kept; `visitor`: the browser that pays, where it may be another than the purchase's
 * own (SHA-256 of its cookie's secret). A proof of work that was asked for and brought is used up.
 */
export async function guardTry(
  ctx: DomainContext,
  trx: Db,
  origin: TryOrigin | null,
  { isKnown = false, visitor }: { readonly isKnown?: boolean; readonly visitor?: string | undefined } = {},
): Promise<TryRefusal | null> {
  if (!origin) return null;
  const stage = await stageNow(ctx);
  if (stage === 3 && !isKnown) return { code: 'method-paused' };
  const verdict = judge(await countTries(trx, origin, ctx.clock.now()), stage, ctx.clock.now());
  if (verdict.kind === 'pause') return { code: 'too-many-tries', retryAfterSeconds: verdict.seconds };
  if (verdict.kind === 'free') return null;
  const browserHash = visitor ?? browserOfSession(origin.sessionId);
  return (await spendProof(ctx, trx, { action: 'pay', browserHash })) ? null : { code: 'captcha-needed' };
}

/** Looked at again where the try is counted, one after the other per address: however many came at once. */
export async function guardStart(
  ctx: DomainContext,
  trx: Db,
  origin: TryOrigin | null,
): Promise<'yes' | 'wait' | 'no'> {
  if (!origin) return 'yes';
  const may = mayStart(await countTries(trx, origin, ctx.clock.now()));
  if (may === 'yes') noteStart(ctx);
  return may;
}

/** What is written with a counted try. */
export function originColumns(origin: TryOrigin | null) {
  return {
    address_key: origin?.addressKey ?? null,
    network_key: origin?.networkKey ?? null,
    buyer_key: origin?.buyerKey ?? null,
    browser_key: origin ? browserOfSession(origin.sessionId) : null,
  };
}
