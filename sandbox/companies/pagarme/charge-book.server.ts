import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import { chargeView } from './charge-view.server.ts';
import { type Charge, isRefund } from './charge.types.ts';

/** All charges of Pagar.me's account, and the addresses for its webhooks. */
export interface ChargeBook {
  byId(id: string): Charge | undefined;
  /** The newest with this code. */
  byCode(code: string): Charge | undefined;
  byOrderKey(key: string): Charge | undefined;
  /** By its line or the digits of its barcode, with or without dots. */
  byLine(typed: string): Charge | undefined;
  all(): IterableIterator<Charge>;
  /** Stores a charge and sends a webhook when it changed. */
  put(charge: Charge, orderKey?: string): Promise<void>;
  /** The addresses set in the panel. */
  readonly hooks: readonly string[];
  setHooks(urls: readonly string[]): void;
}

interface KeptKey {
  readonly key: string;
  readonly chargeId: string;
}
interface Panel {
  readonly id: 'panel';
  readonly hooks: readonly string[];
}

export function openChargeBook(context: SandboxContext, defaultHooks: readonly string[]): ChargeBook {
  const store = context.store<Charge>('pagarme-charges', { idOf: ({ id }) => id });
  const keys = context.store<KeptKey>('pagarme-keys', { idOf: ({ key }) => key });
  const panels = context.store<Panel>('pagarme-panel', { idOf: ({ id }) => id });
  const codes = new Map<string, string>();
  const lines = new Map<string, string>();

  function index({ id, code, slip }: Charge): void {
    codes.set(code, id);
    if (slip) for (const digits of [slip.line, slip.barcode]) lines.set(digits, id);
  }
  for (const charge of store.values()) index(charge);
  const hooks = (): readonly string[] => panels.get('panel')?.hooks ?? defaultHooks;

  async function tell(charge: Charge, type: string): Promise<void> {
    const data = chargeView(charge, context.origin(), []) as JsonObject;
    for (const url of hooks()) {
      const body: JsonObject = {
        id: `hook_${randomUUID().replaceAll('-', '')}`,
        account: { id: 'acc_escola', name: 'Escola Matrícula' },
        type,
        created_at: context.timestamp(),
        data,
      };
      const foreign = { ...data, id: 'ch_stranger', code: 'stranger' };
      await context.dispatcher.post({
        from: 'pagarme',
        url,
        body,
        tampered: {
          wrongAmount: { ...body, data: { ...data, amount: charge.amount + 1, paid_amount: charge.amount + 1 } },
          foreign: { ...body, data: foreign },
        },
      });
    }
  }

  return {
    byId: (id) => store.get(id),
    byCode: (code) => store.get(codes.get(code) ?? ''),
    byOrderKey: (key) => store.get(keys.get(key)?.chargeId ?? ''),
    byLine: (typed) => store.get(lines.get(typed.replaceAll(/[\s.-]/g, '')) ?? ''),
    all: () => store.values(),
    get hooks() {
      return hooks();
    },
    setHooks: (urls) => panels.put({ id: 'panel', hooks: urls }),
    async put(charge, orderKey) {
      const before = store.get(charge.id);
      store.put(charge);
      if (orderKey !== undefined) keys.put({ key: orderKey, chargeId: charge.id });
      index(charge);
      const hasChanged = before?.status !== charge.status || before.transactions.length !== charge.transactions.length;
      if (hasChanged) await tell(charge, eventOf(charge));
    },
  };
}

function eventOf({ status, transactions }: Charge): string {
  const newest = transactions.at(-1);
  if (newest && isRefund(newest)) return status === 'canceled' ? 'charge.refunded' : 'charge.partial_canceled';
  return status === 'failed' ? 'charge.payment_failed' : status === 'canceled' ? 'charge.refunded' : `charge.${status}`;
}
