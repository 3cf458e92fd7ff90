import { randomBytes } from 'node:crypto';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { type InsCode, isInsCode } from './ins-codes.ts';
import type { PhoneAnswer, Prompt, Reversal } from './prompt.types.ts';
import { accountOf } from './account.server.ts';

/** A shop's payment request, as it was sent. */
export interface Collection {
  readonly transactionReference: string;
  readonly msisdn: string;
  readonly amount: string;
  readonly thirdPartyReference: string;
  readonly serviceProviderCode: string;
}

export interface ReversalOrder {
  readonly transactionId: string;
  readonly amount: string | undefined;
  readonly thirdPartyReference: string;
  readonly serviceProviderCode: string;
}

/** The operator's wallets: a phone shows a prompt, its owner answers, and the shop's call waits for that. */
export interface MobileNetwork {
  /** Resolves when the phone answered or the prompt expired; an immediate refusal resolves at once. */
  collect(order: Collection, rules: readonly FaultRule[]): Promise<Result<Prompt, InsCode>>;
  answer(thirdPartyReference: string, how: PhoneAnswer, force: boolean): Result<Prompt, 'unknown' | 'over'>;
  reverse(order: ReversalOrder): Result<Reversal, InsCode>;
  /** By the shop's reference, the transaction or the conversation. */
  find(reference: string): Prompt | undefined;
  reversal(reference: string): Reversal | undefined;
  ofPhone(msisdn: string): readonly Prompt[];
  all(): IterableIterator<Prompt>;
}

/** How long a phone shows the prompt for the PIN. */
const ringSeconds = 90;

const outcomes = {
  pin: ['Completed', 'INS-0'],
  'wrong-pin': ['Failed', 'INS-6'],
  'no-balance': ['Failed', 'INS-2006'],
  cancel: ['Cancelled', 'INS-5'],
} as const satisfies Readonly<Record<PhoneAnswer, readonly [Prompt['status'], InsCode]>>;

export function createMobileNetwork(context: SandboxContext): MobileNetwork {
  const store = context.store<Prompt>('m-pesa', { idOf: ({ thirdPartyReference }) => thirdPartyReference });
  const waiting = new Map<string, ((prompt: Prompt) => void)[]>();
  for (const prompt of store.values()) if (prompt.status === 'Pending') ringUntilEnd(prompt);

  function put(prompt: Prompt): void {
    store.put(prompt);
    if (prompt.status === 'Pending') return;
    for (const tell of waiting.get(prompt.thirdPartyReference) ?? []) tell(prompt);
    waiting.delete(prompt.thirdPartyReference);
  }

  function ringUntilEnd({ thirdPartyReference, endsAt }: Prompt): void {
    context.scheduler.at(new Date(endsAt), () => {
      const now = store.get(thirdPartyReference);
      if (now?.status === 'Pending') put({ ...now, status: 'Expired', code: 'INS-9' });
    });
  }

  function complete(prompt: Prompt, how: PhoneAnswer): Prompt {
    const [status, code] = outcomes[how];
    const completed: Prompt = { ...prompt, status, code, ...(how === 'pin' ? { paidAt: context.timestamp() } : {}) };
    put(completed);
    return completed;
  }

  function obstacle(order: Collection): InsCode | null {
    if (order.serviceProviderCode !== accountOf(context.secrets).serviceProviderCode) return 'INS-13';
    if (!/^\w{1,20}$/.test(order.transactionReference)) return 'INS-17';
    if (!/^2588[45]\d{7}$/.test(order.msisdn)) return 'INS-2051';
    if (!/^[1-9]\d*(\.\d{1,2})?$/.test(order.amount)) return 'INS-15';
    if (order.thirdPartyReference === '') return 'INS-20';
    return store.get(order.thirdPartyReference) ? 'INS-10' : null;
  }

  const reversals = (): Reversal[] => [...store.values()].flatMap((prompt) => prompt.reversals);

  return {
    async collect(order, rules) {
      const stop = obstacle(order);
      if (stop) return err(stop);
      const now = context.clock.now();
      const declined = findFault(rules, 'decline');
      const refusal = declined && isInsCode(declined.code ?? '') ? (declined.code as InsCode) : 'INS-6';
      const prompt: Prompt = {
        thirdPartyReference: order.thirdPartyReference,
        transactionReference: order.transactionReference,
        msisdn: order.msisdn,
        amount: minorOf(order.amount),
        conversationId: `AG_${now.toISOString().slice(0, 10).replaceAll('-', '')}_${randomBytes(10).toString('hex')}`,
        status: declined ? 'Failed' : 'Pending',
        code: declined ? refusal : null,
        transactionId: randomBytes(6).toString('hex').toUpperCase(),
        reversals: [],
        createdAt: now.toISOString(),
        endsAt: new Date(now.getTime() + ringSeconds * 1000).toISOString(),
      };
      put(prompt);
      if (declined) return ok(prompt);
      ringUntilEnd(prompt);
      return new Promise((resolve) => {
        const tell = (ended: Prompt): void => resolve(ok(ended));
        waiting.set(prompt.thirdPartyReference, [...(waiting.get(prompt.thirdPartyReference) ?? []), tell]);
      });
    },
    answer(thirdPartyReference, how, force) {
      const prompt = store.get(thirdPartyReference);
      if (!prompt) return err('unknown');
      const isLate = prompt.status === 'Expired' && force;
      return prompt.status === 'Pending' || isLate ? ok(complete(prompt, how)) : err('over');
    },
    reverse({ transactionId, amount, thirdPartyReference, serviceProviderCode }) {
      if (serviceProviderCode !== accountOf(context.secrets).serviceProviderCode) return err('INS-13');
      if (reversals().some((one) => one.thirdPartyReference === thirdPartyReference)) return err('INS-10');
      const prompt = [...store.values()].find((one) => one.transactionId === transactionId && one.paidAt !== undefined);
      if (!prompt) return err('INS-18');
      const left = prompt.amount - prompt.reversals.reduce((total, one) => total + one.amount, 0);
      const asked = amount === undefined ? left : minorOf(amount);
      if (asked <= 0 || asked > left) return err('INS-15');
      const reversal: Reversal = {
        thirdPartyReference,
        transactionId: randomBytes(6).toString('hex').toUpperCase(),
        amount: asked,
        at: context.timestamp(),
      };
      put({ ...prompt, reversals: [...prompt.reversals, reversal] });
      return ok(reversal);
    },
    find: (reference) =>
      store.get(reference) ??
      [...store.values()].find((one) => one.transactionId === reference || one.conversationId === reference),
    reversal: (reference) => reversals().find((one) => one.thirdPartyReference === reference),
    ofPhone: (msisdn) => [...store.values()].filter((prompt) => prompt.msisdn === msisdn),
    all: () => store.values(),
  };
}

/** `1560` or `1560.50` as minor units. */
function minorOf(text: string): number {
  const [whole = '0', rest = ''] = text.split('.');
  return Number.parseInt(`${whole}${rest.padEnd(2, '0')}`, 10);
}
