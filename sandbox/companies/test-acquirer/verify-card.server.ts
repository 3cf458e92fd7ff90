import { randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { CardVault } from './card-vault.server.ts';
import { returnMessage } from './charge-rules.ts';
import { schemeTransactionId } from './create-charge.server.ts';
import { cardView } from './known-card.ts';

const bodySchema = z.object({
  cardToken: z.string().min(1).max(8_192).optional(),
  cardId: z.string().max(60).optional(),
  savedCardId: z.string().max(60).optional(),
  saveCard: z.boolean().default(false),
});

/** A verification of a card without money (zero auth), as the API shows it. */
export type VerifyCard = (key: string, body: unknown) => Promise<Result<Verification, Refusal>>;

export interface Verification {
  readonly id: string;
  readonly key: string;
  readonly valid: boolean;
  readonly returnCode: string;
  readonly view: object;
}

/** The schemes with such a verification; any other card is answered with 57. */
const schemes: ReadonlySet<string> = new Set(['visa', 'mastercard', 'elo']);
const validCode = '00';

/** Verifies cards; the same key always gives the same verification. */
export function cardVerifier(context: SandboxContext, cards: CardVault): VerifyCard {
  const store = context.store<Verification>('acquirer-verifications', { idOf: ({ key }) => key });
  return async (key, input) => {
    const before = store.get(key);
    if (before) return ok(before);
    const parsed = bodySchema.safeParse(input);
    if (!parsed.success) return err(refusal(422, 'malformed', z.prettifyError(parsed.error)));
    const taken = await cards.take(parsed.data);
    if (!taken.ok) return taken;
    const card = taken.value;
    const now = context.clock.now();
    const outcome = schemes.has(card.brand)
      ? card.decide(
          { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 },
          () => randomInt(1_000_000) / 1_000_000,
        )
      : { approved: false, returnCode: '57' };
    const saved = outcome.approved && parsed.data.saveCard ? cards.save(card, outcome) : null;
    const id = randomUUID();
    const returnCode = outcome.approved ? validCode : outcome.returnCode;
    const view = {
      id,
      valid: outcome.approved,
      returnCode,
      returnMessage: returnMessage(returnCode),
      card: { ...cardView(card), ...(saved ? { savedId: saved.id } : {}) },
      ...(outcome.adviceCode ? { adviceCode: outcome.adviceCode } : {}),
      ...(outcome.approved ? { schemeTransactionId: saved?.schemeTransactionId ?? schemeTransactionId() } : {}),
    };
    const verification: Verification = { id, key, valid: outcome.approved, returnCode, view };
    store.put(verification);
    return ok(verification);
  };
}
