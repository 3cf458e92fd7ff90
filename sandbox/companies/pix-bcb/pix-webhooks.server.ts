import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { PixCharges } from './pix-charges.server.ts';
import type { PixMoney } from './pix-money.server.ts';
import { type PixReturn, type PixWebhook, type ReceivedPix, toValor } from './pix.types.ts';
import { type Problem, problem, violation, violationsOf } from './problems.ts';
import { webhookSchema } from './requests.ts';

/** A receiver's webhooks about received money, by key. */
export interface PixWebhooks {
  set(owner: string, chave: string, input: unknown): Result<PixWebhook, Problem>;
  find(owner: string, chave: string): Result<PixWebhook, Problem>;
  remove(owner: string, chave: string): Result<null, Problem>;
}

export function openPixWebhooks(context: SandboxContext, charges: PixCharges, money: PixMoney): PixWebhooks {
  const store = context.store<PixWebhook>('pix-webhooks', { idOf: (webhook) => webhook.chave });

  money.onChange(async (pix) => {
    const url = store.get(pix.chave)?.webhookUrl;
    // The norm: webhooks are sent for money with a txid, and for a return once it ended.
    if (!url || pix.devolucoes.some((back) => back.status === 'EM_PROCESSAMENTO')) return;
    const note = noteOf(pix);
    await context.dispatcher.post({
      from: 'pix-bank',
      url: `${url}/pix`,
      body: { pix: [note] },
      tampered: {
        wrongAmount: { pix: [{ ...note, valor: toValor(pix.amount + 1) }] },
        foreign: {
          pix: [
            {
              ...note,
              endToEndId: `E${randomUUID().replaceAll('-', '').slice(0, 31)}`,
              txid: randomUUID().replaceAll('-', ''),
            },
          ],
        },
      },
    });
  });

  const own = (owner: string, chave: string): boolean => charges.payeeOf(chave)?.owner === owner;

  return {
    set(owner, chave, input) {
      if (!own(owner, chave)) {
        return err(
          problem('WebhookOperacaoInvalida', 'A chave não é sua.', [
            violation('chave', 'A chave não pertence a este usuário recebedor.'),
          ]),
        );
      }
      const parsed = webhookSchema.safeParse(input);
      if (!parsed.success)
        return err(
          problem('WebhookOperacaoInvalida', 'O webhook não respeita o schema.', violationsOf('webhook', parsed.error)),
        );
      const webhook: PixWebhook = {
        chave,
        webhookUrl: parsed.data.webhookUrl.replace(/\/+$/, ''),
        criacao: context.timestamp(),
      };
      store.put(webhook);
      return ok(webhook);
    },
    find(owner, chave) {
      const webhook = own(owner, chave) ? store.get(chave) : undefined;
      return webhook?.webhookUrl
        ? ok(webhook)
        : err(problem('WebhookNaoEncontrado', 'Não há webhook para esta chave.'));
    },
    remove(owner, chave) {
      const found = this.find(owner, chave);
      if (!found.ok) return found;
      store.put({ ...found.value, webhookUrl: null });
      return ok(null);
    },
  };
}

function noteOf({ endToEndId, txid, amount, chave, horario, devolucoes }: ReceivedPix): JsonObject {
  const note = { endToEndId, txid, valor: toValor(amount), chave, horario };
  return devolucoes.length === 0 ? note : { ...note, devolucoes: devolucoes.map(returnNote) };
}

function returnNote({
  id,
  rtrId,
  amount,
  natureza = 'ORIGINAL',
  solicitacao,
  liquidacao,
  status,
}: PixReturn): JsonObject {
  const horario = liquidacao === undefined ? { solicitacao } : { solicitacao, liquidacao };
  return { id, rtrId, valor: toValor(amount), natureza, horario, status };
}
