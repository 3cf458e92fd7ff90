import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { JournalStore } from '../../runtime/journal-store.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Problem, Review, Token } from './culqi.types.ts';
import { testId } from './ids.server.ts';
import { decideCard } from './test-cards.ts';
import { problem } from './views.ts';
import type { Wallets } from './wallets.server.ts';

const cardSchema = z.object({
  card_number: z.string().regex(/^\d{13,19}$/),
  cvv: z.string().max(4),
  email: z.string().min(5).max(50),
  expiration_month: z.coerce.number(),
  expiration_year: z.coerce.number(),
});
const yapeSchema = z.object({
  number_phone: z.string().max(15),
  otp: z.string().regex(/^\d{6}$/),
  amount: z.coerce.number().int().positive(),
});

/** Lifetime of a token that was not charged. */
const tokenMinutes = 5;

export interface Tokens {
  card(body: unknown): Result<Token, Problem>;
  yape(body: unknown): Result<Token, Problem>;
  get(id: string): Token | undefined;
  put(token: Token): void;
  /** Why a token cannot be charged; null: it can. */
  problem(token: Token | undefined, amount: number): Problem | null;
}

/** Makes tokens of cards and wallets. No number is stored: the outcome is decided at once. */
export function createTokens(context: SandboxContext, wallets: Wallets): Tokens {
  const store: JournalStore<Token> = context.store<Token>('culqi-tokens', { idOf: ({ id }) => id });

  function made(token: Pick<Token, 'kind' | 'email' | 'brand' | 'shown' | 'refusal' | 'amount' | 'review'>): Token {
    const id = testId(token.kind === 'card' ? 'tkn' : 'ype');
    const whole: Token = { ...token, id, usedBy: null, createdAt: context.timestamp() };
    store.put(whole);
    return whole;
  }

  return {
    get: (id) => store.get(id),
    put: (token) => store.put(token),
    card(body) {
      const read = cardSchema.safeParse(body);
      if (!read.success) return err(wrong('invalid_parameter', z.prettifyError(read.error)));
      const { card_number: number, cvv, email, expiration_month: month, expiration_year: year } = read.data;
      const decision = decideCard({ number, cvv, month, year }, context.clock.now());
      if (typeof decision === 'string') return err(wrong(decision, 'Revise los datos de la tarjeta.'));
      const { brand, refusal, review } = decision;
      const shown = `${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}`;
      const asked: Review | null = review && {
        state: 'wanted',
        alwaysFails: review === 'fails',
        cavv: randomBytes(20).toString('base64'),
        returnUrl: null,
      };
      return ok(made({ kind: 'card', email, brand, shown, refusal, amount: null, review: asked }));
    },
    yape(body) {
      const read = yapeSchema.safeParse(body);
      if (!read.success) return err(wrong('invalid_parameter', z.prettifyError(read.error)));
      const { number_phone: phone, otp, amount } = read.data;
      const refused = wallets.take(phone, otp);
      if (refused !== null) return err(wrong(refused, 'Revise el celular y el código de aprobación.'));
      const trouble = wallets.trouble(phone);
      const refusal = {
        none: null,
        'no-balance': 'insufficient_funds',
        blocked: 'wallet_blocked',
        'over-limit': 'limit_exceeded',
      };
      return ok(
        made({ kind: 'yape', email: '', brand: 'Yape', shown: phone, refusal: refusal[trouble], amount, review: null }),
      );
    },
    problem(token, amount) {
      if (!token) return wrong('token_not_found', 'El token no existe.');
      if (token.usedBy !== null) return wrong('token_used', 'El token ya fue usado.');
      const age = context.clock.now().getTime() - Date.parse(token.createdAt);
      // A token under review lives four times as long.
      if (age > tokenMinutes * 60_000 * (token.review === null ? 1 : 4))
        return wrong('token_expired', 'El token venció.');
      if (token.amount !== null && token.amount !== amount)
        return wrong('invalid_amount', 'El monto no es el del token.');
      return null;
    },
  };
}

function wrong(code: string, message: string): Problem {
  return problem(400, 'parameter_error', code, message);
}
