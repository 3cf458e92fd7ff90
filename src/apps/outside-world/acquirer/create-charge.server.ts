import { createHash, randomInt, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../http/answers.server.ts';
import { struckBy, type WeatherRule } from '../world/weather.server.ts';
import type { World } from '../world/world.server.ts';
import type { TokenFailure, TokenVault } from './card-token.server.ts';
import { type ChargeBook, settled } from './charge-book.server.ts';
import type { Challenge, Charge } from './charge.types.ts';
import { type Authentication, authenticationOf, brandOf, type CardData, decide, declined } from './test-cards.ts';

const bodySchema = z.object({
  merchantOrderId: z.string().min(1).max(64),
  amount: z.int(),
  currency: z.enum(['BRL', 'MZN', 'PEN']),
  installments: z.int().min(1).max(24),
  capture: z.boolean(),
  cardToken: z.string().min(1).max(8_192),
  softDescriptor: z.string().max(40).default(''),
  threeDS: z
    .object({ mode: z.enum(['none', 'optional']), notificationUrl: z.url().optional() })
    .default({ mode: 'none' }),
  notificationUrl: z.url(),
});
export type ChargeBody = z.infer<typeof bodySchema>;

const largestAmount = 10_000_000_000;
const challengeMinutes = 15;

const tokenRefusals: Readonly<Record<TokenFailure, Refusal>> = {
  'token-expired': refusal(422, 'token-expired', 'The card token is older than five minutes.'),
  'token-replayed': refusal(422, 'token-replayed', 'The card token was used before.'),
  'token-key-unknown': refusal(422, 'token-key-unknown', 'The card token was made for another key.'),
  'token-refused': refusal(422, 'token-refused', 'The card token cannot be opened.'),
};

export type CreateCharge = (
  key: string,
  body: unknown,
  rules: readonly WeatherRule[],
) => Promise<Result<Charge, Refusal>>;

/** Takes charges: the same key and body always name the same charge, also when they come at the same moment. */
export function chargeCreator(world: World, book: ChargeBook, vault: TokenVault): CreateCharge {
  const running = new Map<string, Promise<Result<Charge, Refusal>>>();

  return async (key, input, rules) => {
    const fingerprint = createHash('sha256').update(JSON.stringify(input)).digest('hex');
    await running.get(key);
    const before = book.byKey(key);
    if (before) {
      return before.fingerprint === fingerprint
        ? ok(before)
        : err(refusal(422, 'idempotency-mismatch', 'This Idempotency-Key was used with another body.'));
    }
    const work = create(world, book, vault, { key, fingerprint, input, rules }).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
}

interface Asked {
  readonly key: string;
  readonly fingerprint: string;
  readonly input: unknown;
  readonly rules: readonly WeatherRule[];
}

async function create(
  world: World,
  book: ChargeBook,
  vault: TokenVault,
  asked: Asked,
): Promise<Result<Charge, Refusal>> {
  const parsed = bodySchema.safeParse(asked.input);
  if (!parsed.success) return err(refusal(422, 'malformed', z.prettifyError(parsed.error)));
  const body = parsed.data;
  if (body.amount < 1 || body.amount > largestAmount) {
    return err(refusal(422, 'amount-invalid', 'The amount is a positive whole number of minor units.'));
  }
  const opened = await vault.open(body.cardToken);
  if (!opened.ok) return err(tokenRefusals[opened.error]);
  if (!opened.value.consume()) return err(tokenRefusals['token-replayed']);

  const charge = begin(world, asked, body, opened.value.card);
  await book.put(charge);
  return ok(charge);
}

function begin(world: World, { key, fingerprint, rules }: Asked, body: ChargeBody, card: CardData): Charge {
  const now = world.clock.now();
  const refused = struckBy(rules, 'decline');
  const today = { year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 };
  const charge: Charge = {
    id: randomUUID(),
    merchantOrderId: body.merchantOrderId,
    idempotencyKey: key,
    fingerprint,
    status: 'processing',
    amount: body.amount,
    currency: body.currency,
    installments: body.installments,
    capture: body.capture,
    softDescriptor: body.softDescriptor,
    returnCode: '',
    tid: `${now.getTime()}${String(randomInt(10_000_000)).padStart(7, '0')}`,
    card: { brand: brandOf(card.number), last4: card.number.slice(-4) },
    outcome: refused ? declined(refused.code ?? '05') : decide(card, today, () => randomInt(1_000_000) / 1_000_000),
    movements: [],
    refunds: {},
    notificationUrl: body.notificationUrl,
    createdAt: now.toISOString(),
  };
  const later = struckBy(rules, 'processing') ?? struckBy(rules, 'late-truth');
  if (later) {
    const settlesAt = new Date(now.getTime() + (later.ms ?? 2_000)).toISOString();
    return later.mode === 'processing'
      ? { ...charge, settlesAt }
      : { ...charge, settlesAt, status: 'declined', returnCode: '91' };
  }
  return authenticate(world, charge, body, authenticationOf(card.number));
}

function authenticate(world: World, charge: Charge, body: ChargeBody, authentication: Authentication): Charge {
  const returnTo = body.threeDS.mode === 'optional' ? body.threeDS.notificationUrl : undefined;
  const isFirstScheme = charge.card.brand === 'mastercard';
  if (returnTo === undefined || !charge.outcome.approved) return settled(charge, charge.createdAt);
  switch (authentication) {
    case 'challenge':
    case 'challenge-failed':
      return {
        ...charge,
        status: 'challenge',
        challenge: newChallenge(world, returnTo, authentication === 'challenge-failed'),
      };
    case 'frictionless-failed':
      return settled({ ...charge, outcome: declined(notAuthenticatedCode) }, charge.createdAt);
    case 'frictionless':
      return settled({ ...charge, eci: isFirstScheme ? '02' : '05' }, charge.createdAt);
    case 'not-enrolled':
    case 'none':
      return settled({ ...charge, eci: isFirstScheme ? '00' : '07' }, charge.createdAt);
  }
}

/** The sandbox's own word for a buyer whom the bank did not recognise; it is no ABECS code. */
export const notAuthenticatedCode = 'NA';

function newChallenge(world: World, notificationUrl: string, alwaysFails: boolean): Challenge {
  return {
    acsTransID: randomUUID(),
    threeDSServerTransID: randomUUID(),
    notificationUrl,
    until: new Date(world.clock.now().getTime() + challengeMinutes * 60_000).toISOString(),
    alwaysFails,
  };
}
