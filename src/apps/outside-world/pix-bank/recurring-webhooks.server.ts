import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { World } from '../world/world.server.ts';
import type { PixMoney } from './pix-money.server.ts';
import type { PixRecurrences } from './recurrences.server.ts';
import type { RecurringCharges } from './recurring-charges.server.ts';
import { cobrView, recCore } from './recurring-views.server.ts';

export type HookKind = 'rec' | 'cobr';

/** Where a receiver wants to hear of consents (`/webhookrec`) and of their charges (`/webhookcobr`). */
export interface RecurringHook {
  readonly id: string;
  readonly webhookUrl: string | null;
  readonly criacao: string;
}

export interface RecurringWebhooks {
  set(kind: HookKind, owner: string, webhookUrl: string | null): void;
  find(kind: HookKind, owner: string): RecurringHook | undefined;
}

export function openRecurringWebhooks(
  world: World,
  recurrences: PixRecurrences,
  charges: RecurringCharges,
  money: PixMoney,
): RecurringWebhooks {
  const shelf = world.shelf<RecurringHook>('pix-recurring-webhooks', { idOf: (hook) => hook.id });
  const urlOf = (kind: HookKind, owner: string): string | null => shelf.get(`${kind} ${owner}`)?.webhookUrl ?? null;

  async function tell(kind: HookKind, owner: string, list: 'recs' | 'cobsr', note: object): Promise<void> {
    const url = urlOf(kind, owner);
    if (url === null) return;
    const body: JsonObject = JSON.parse(JSON.stringify({ [list]: [note] }));
    const stranger = { idRec: `RR00000000${'0'.repeat(8)}${'x'.repeat(11)}`, txid: randomUUID().replaceAll('-', '') };
    const foreign: JsonObject = JSON.parse(JSON.stringify({ [list]: [{ ...note, ...stranger, ativacao: undefined }] }));
    await world.courier.post({
      from: 'pix-bank',
      url: `${url}/${kind}`,
      body,
      twisted: { wrongAmount: body, foreign },
    });
  }

  recurrences.onNews((recurrence) => tell('rec', recurrence.owner, 'recs', recCore(recurrence)));
  charges.onNews((charge) => {
    const { payee } = world.accounts.pixBank;
    const view = cobrView(charge, recurrences.byId(charge.idRec), payee, money.ofCharge(charge.txid));
    return tell('cobr', charge.owner, 'cobsr', view);
  });

  return {
    set(kind, owner, webhookUrl) {
      shelf.put({ id: `${kind} ${owner}`, webhookUrl, criacao: world.timestamp() });
    },
    find: (kind, owner) => {
      const hook = shelf.get(`${kind} ${owner}`);
      return hook?.webhookUrl ? hook : undefined;
    },
  };
}
