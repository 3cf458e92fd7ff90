import { randomInt, randomUUID } from 'node:crypto';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Charge, ChargeStatus } from './charge.types.ts';
import { capturedCode } from './test-cards.ts';

/** All charges of the acquirer, found by any of their ids. */
export interface ChargeBook {
  byId(id: string): Charge | undefined;
  /** The newest charge of a merchant's order. */
  byOrder(merchantOrderId: string): Charge | undefined;
  byKey(idempotencyKey: string): Charge | undefined;
  byChallenge(acsTransID: string): Charge | undefined;
  all(): IterableIterator<Charge>;
  /** Stores a charge and sends a webhook when its status or its money changed. */
  put(charge: Charge): Promise<void>;
}

const keyLifeMs = 86_400_000;

export function openChargeBook(context: SandboxContext): ChargeBook {
  const store = context.store<Charge>('acquirer-charges', { idOf: (charge) => charge.id });
  const orders = new Map<string, string>();
  const keys = new Map<string, string>();
  const challenges = new Map<string, string>();

  function index(charge: Charge): void {
    orders.set(charge.merchantOrderId, charge.id);
    keys.set(charge.idempotencyKey, charge.id);
    if (charge.challenge) challenges.set(charge.challenge.acsTransID, charge.id);
  }
  for (const charge of store.values()) index(charge);

  const named = (names: Map<string, string>, name: string): Charge | undefined => store.get(names.get(name) ?? '');

  return {
    byId: (id) => store.get(id),
    byOrder: (merchantOrderId) => named(orders, merchantOrderId),
    byKey(idempotencyKey) {
      const charge = named(keys, idempotencyKey);
      // Like other acquirers, this one forgets a key after a day: the same key then makes a new charge.
      const isForgotten = charge && context.clock.now().getTime() - Date.parse(charge.createdAt) > keyLifeMs;
      return isForgotten ? undefined : charge;
    },
    byChallenge: (acsTransID) => named(challenges, acsTransID),
    all: () => store.values(),
    async put(charge) {
      const before = store.get(charge.id);
      store.put(charge);
      index(charge);
      const hasChanged = before?.status !== charge.status || before.movements.length !== charge.movements.length;
      if (hasChanged && charge.status !== 'challenge') await notify(context, charge);
    },
  };
}

function notify(context: SandboxContext, charge: Charge): Promise<void> {
  const body = {
    id: `evt_${randomUUID()}`,
    type: 'charge.changed',
    chargeId: charge.id,
    merchantOrderId: charge.merchantOrderId,
  };
  return context.dispatcher.post({
    from: 'acquirer',
    url: charge.notificationUrl,
    body,
    tampered: {
      wrongAmount: { ...body, amount: charge.amount + 1 },
      foreign: { ...body, chargeId: randomUUID(), merchantOrderId: `foreign-${randomInt(1_000_000_000)}` },
    },
  });
}

/** The charge, captured in full. */
export function captured(charge: Charge, at: string): Charge {
  return {
    ...charge,
    status: 'captured',
    returnCode: capturedCode,
    movements: [...charge.movements, { id: `cap_${randomUUID()}`, kind: 'capture', amount: charge.amount, at }],
  };
}

/** Applies the charge's outcome: declined, authorized, or captured at once when the merchant requested that. */
export function completed(charge: Charge, at: string): Charge {
  const { completesAt: _, ...rest } = charge;
  const { approved, returnCode, adviceCode } = charge.outcome;
  if (!approved) return { ...rest, status: 'declined', returnCode, ...(adviceCode ? { adviceCode } : {}) };
  const authorized: Charge = {
    ...rest,
    status: 'authorized' satisfies ChargeStatus,
    returnCode,
    authorizationCode: String(randomInt(1_000_000)).padStart(6, '0'),
  };
  return charge.capture ? captured(authorized, at) : authorized;
}
