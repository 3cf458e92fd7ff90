import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { brandOf } from '../test-acquirer/test-cards.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { TokenCard } from './test-cards.ts';

const requestSchema = z.object({
  type: z.literal('card'),
  card: z.object({
    number: z.string().regex(/^\d{13,19}$/),
    holder_name: z.string().min(1).max(64),
    exp_month: z.coerce.number().int().min(1).max(12),
    exp_year: z.coerce.number().int().min(0).max(2099),
    cvv: z.string().regex(/^\d{3,4}$/),
  }),
});

const lifeMs = 60_000;

/** Tokens of cards, each for one use within a minute. In memory only: no number is ever stored. */
export interface Tokens {
  /** The answer to a token's request, or the names of the fields that are wrong. */
  make(body: unknown): Result<object, readonly string[]>;
  /** The data of a token that can still be used; null otherwise. */
  look(token: string): object | null;
  /** The card behind a token, once; null when there is none, it has expired, or it was used. */
  take(token: string): TokenCard | null;
}

export function createTokens(context: SandboxContext): Tokens {
  const cards = new Map<string, { readonly card: TokenCard; readonly until: number }>();

  return {
    make(body) {
      const parsed = requestSchema.safeParse(body);
      if (!parsed.success) return err(parsed.error.issues.map(({ path }) => path.join('.')));
      const { number, holder_name: holder, exp_month: month, exp_year: typed, cvv } = parsed.data.card;
      const year = typed < 100 ? 2000 + typed : typed;
      const now = context.clock.now().getTime();
      for (const [old, { until }] of cards) if (until <= now) cards.delete(old);
      const id = `token_${randomBytes(12).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
      cards.set(id, { card: { number, holder, month, year, code: cvv }, until: now + lifeMs });
      return ok(tokenView(id, { number, holder, month, year }, now + lifeMs));
    },
    look(token) {
      const found = cards.get(token);
      return found && found.until > context.clock.now().getTime() ? tokenView(token, found.card, found.until) : null;
    },
    take(token) {
      const found = cards.get(token);
      cards.delete(token);
      return found && found.until > context.clock.now().getTime() ? found.card : null;
    },
  };
}

function tokenView(id: string, card: Omit<TokenCard, 'code'>, until: number): object {
  const { number, holder, month, year } = card;
  return {
    id,
    type: 'card',
    created_at: new Date(until - lifeMs).toISOString(),
    expires_at: new Date(until).toISOString(),
    card: {
      first_six_digits: number.slice(0, 6),
      last_four_digits: number.slice(-4),
      holder_name: holder,
      exp_month: month,
      exp_year: year,
      brand: brandOf(number),
      type: 'credit',
    },
  };
}
