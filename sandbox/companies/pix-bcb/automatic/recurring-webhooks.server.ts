import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { SandboxContext } from '#sandbox/runtime/sandbox-context.server.ts';
import type { PixMoney } from '../pix-money.server.ts';
import type { PixRecurrences } from './recurrences.server.ts';
import type { RecurringCharges } from './recurring-charges.server.ts';
import { cobrView, recCore } from './recurring-views.server.ts';
import { accountOf } from '../account.server.ts';

export type HookKind = 'rec' | 'cobr';

/** A receiver's webhooks about mandates (`/webhookrec`) and mandate charges (`/webhookcobr`). */
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
  context: SandboxContext,
  recurrences: PixRecurrences,
  charges: RecurringCharges,
  money: PixMoney,
): RecurringWebhooks {
  const store = context.store<RecurringHook>('pix-recurring-webhooks', { idOf: (hook) => hook.id });
  const urlOf = (kind: HookKind, owner: string): string | null => store.get(`${kind} ${owner}`)?.webhookUrl ?? null;

  async function tell(kind: HookKind, owner: string, list: 'recs' | 'cobsr', note: object): Promise<void> {
    const url = urlOf(kind, owner);
    if (url === null) return;
    const body: JsonObject = JSON.parse(JSON.stringify({ [list]: [note] }));
    const stranger = { idRec: `RR00000000${'0'.repeat(8)}${'x'.repeat(11)}`, txid: randomUUID().replaceAll('-', '') };
    const foreign: JsonObject = JSON.parse(JSON.stringify({ [list]: [{ ...note, ...stranger, ativacao: undefined }] }));
    await context.dispatcher.post({
      from: 'pix-bank',
      url: `${url}/${kind}`,
      body,
      tampered: { wrongAmount: body, foreign },
    });
  }

  recurrences.onChange((recurrence) => tell('rec', recurrence.owner, 'recs', recCore(recurrence)));
  charges.onChange((charge) => {
    const { payee } = accountOf(context.secrets);
    const view = cobrView(charge, recurrences.byId(charge.idRec), payee, money.ofCharge(charge.txid));
    return tell('cobr', charge.owner, 'cobsr', view);
  });

  return {
    set(kind, owner, webhookUrl) {
      store.put({ id: `${kind} ${owner}`, webhookUrl, criacao: context.timestamp() });
    },
    find: (kind, owner) => {
      const hook = store.get(`${kind} ${owner}`);
      return hook?.webhookUrl ? hook : undefined;
    },
  };
}
