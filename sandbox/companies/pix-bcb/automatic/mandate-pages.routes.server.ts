import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { day, moment, money } from '#sandbox/pages/format.ts';
import { type Html, markup } from '#sandbox/pages/html.ts';
import { sendPage } from '#sandbox/pages/layout.server.ts';
import { buttonForm, facts, notice } from '#sandbox/pages/parts.ts';
import type { PixBank } from '../pix-bank.server.ts';
import type { PixRecurrence, RecStatus, RecTerms, RecurringCharge } from './recurring.types.ts';
import { fieldsOf } from '#sandbox/pages/forms.server.ts';
import { pixTheme } from '../pix-theme.ts';

const path = '/pix-bank/consents';

const states: Readonly<Record<RecStatus, string>> = {
  CRIADA: 'Esperando resposta',
  APROVADA: 'Autorizado',
  REJEITADA: 'Recusado',
  EXPIRADA: 'Expirado',
  CANCELADA: 'Cancelado',
};
const periods: Readonly<Record<RecTerms['periodicidade'], string>> = {
  SEMANAL: 'Toda semana',
  MENSAL: 'Todo mês',
  TRIMESTRAL: 'A cada três meses',
  SEMESTRAL: 'A cada seis meses',
  ANUAL: 'Todo ano',
};

const commands = ['approve', 'refuse', 'revoke', 'short', 'flush', 'stop'] as const;
type Command = (typeof commands)[number];
const commandSchema = z
  .strictObject({ idRec: z.string().optional(), txid: z.string().optional(), do: z.enum(commands) })
  .refine(({ idRec, txid }) => (idRec === undefined) !== (txid === undefined), 'idRec or txid, one of them');

/** The payer's mandates at `/pix-bank/consents`, and the same for tests at `POST /sandbox/pix/consent`. */
export function mandateConsumerRoutes(bank: PixBank): (app: FastifyInstance) => void {
  const { recurrences, recurringCharges } = bank;

  /** Applies the payer's action; false when the mandate's state forbids it. */
  function act(recurrence: PixRecurrence, command: Command, txid?: string): boolean {
    const { idRec } = recurrence;
    switch (command) {
      case 'approve':
        return recurrences.move(idRec, 'APROVADA');
      case 'refuse':
        return recurrences.move(idRec, 'REJEITADA', {
          kind: 'rejeicao',
          codigo: 'AP13',
          descricao: 'Recusada por quem paga.',
        });
      case 'revoke':
        return recurrences.move(idRec, 'CANCELADA', {
          kind: 'cancelamento',
          solicitante: 'USUARIO_PAGADOR',
          codigo: 'SLDB',
          descricao: 'Cancelada por quem paga.',
        });
      case 'stop':
        return txid !== undefined && recurringCharges.stop(txid);
      case 'short':
      case 'flush':
        recurrences.setShort(idRec, command === 'short');
        return true;
    }
  }

  return (app) => {
    app.post('/sandbox/pix/consent', async (request, reply) => {
      const command = commandSchema.safeParse(request.body);
      if (!command.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(command.error) });
      const { idRec, txid, do: what } = command.data;
      const found = idRec === undefined ? recurrences.byTxid(txid ?? '') : recurrences.byId(idRec);
      if (!found) return reply.code(404).send({ code: 'consent-not-found', message: 'There is no such consent.' });
      if (!act(found, what, txid)) return reply.code(409).send({ code: 'too-late', message: `It is ${found.status}.` });
      const after = recurrences.byId(found.idRec);
      return reply.send({ idRec: found.idRec, status: after?.status, isShort: after?.isShort });
    });

    app.get(path, (_request, reply) => sendList(reply, null));

    app.post(path, async (request, reply) => {
      const fields = fieldsOf(request.body);
      const found = recurrences.byId(fields['idRec'] ?? '');
      const command = commands.find((one) => one === fields['do']);
      if (!found || !command || !act(found, command, fields['txid']))
        return sendList(reply.code(422), 'Isto não cabe mais. Confira abaixo como está.');
      return reply.redirect(path, 303);
    });
  };

  function sendList(reply: FastifyReply, error: string | null): FastifyReply {
    const all = [...recurrences.all()].toReversed().slice(0, 50);
    const body = markup`<h1>Pix Automático</h1>
<p class="lead">O que você autorizou quem recebe a cobrar sozinho. Dá para cancelar a qualquer momento.</p>
${error !== null && notice('bad', error)}
${all.length === 0 && notice('note', 'Nada autorizado por aqui.')}
${all.map((one) => card(one))}
<p><a href="/pix-bank/pay">Pagar um código</a></p>`;
    return sendPage(reply, { title: 'Pix Automático', theme: pixTheme, body });
  }

  function card(recurrence: PixRecurrence): Html {
    const { idRec, status, isShort } = recurrence;
    const charges = recurringCharges.ofRecurrence(idRec);
    return markup`<section class="card" aria-label="${recurrence.terms.contrato}">
<p><strong>${states[status]}</strong></p>
${consentFacts(recurrence)}
${charges.map((charge) => chargeLine(charge))}
${status === 'APROVADA' && buttonForm(path, { idRec, do: 'revoke' }, 'Cancelar a autorização', true)}
${status === 'APROVADA' && !isShort && buttonForm(path, { idRec, do: 'short' }, 'Deixar a conta sem saldo', true)}
${status === 'APROVADA' && isShort && buttonForm(path, { idRec, do: 'flush' }, 'Pôr saldo na conta', true)}
</section>`;
  }

  function chargeLine(charge: RecurringCharge): Html {
    const last = charge.tries.at(-1);
    return markup`<p>${day(charge.dueDate)} · ${money(charge.amount)} · ${charge.status}${last?.rejection && markup` (${last.rejection.descricao})`}</p>
${charge.status === 'ATIVA' && charge.tries.length === 1 && buttonForm(path, { idRec: charge.idRec, txid: charge.txid, do: 'stop' }, 'Não pagar esta', true)}`;
  }
}

/** The mandate's terms, as the payer's bank shows them. */
export function consentFacts({ terms, steps }: PixRecurrence): Html {
  const { objeto, contrato, valorRec, periodicidade, dataInicial, dataFinal } = terms;
  return facts([
    ['O quê', objeto ?? contrato],
    ['Quanto', valorRec === undefined ? 'Valor de cada cobrança' : money(valorRec)],
    ['Quando', periods[periodicidade]],
    ['A partir de', day(dataInicial)],
    dataFinal !== undefined && ['Até', day(dataFinal)],
    ['Pedido em', moment(steps[0]?.data ?? new Date(0))],
  ]);
}
