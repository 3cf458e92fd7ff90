import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { MobileNetwork } from './network.server.ts';
import type { Prompt } from './prompt.types.ts';
import { momentInMaputo, money } from '../../pages/format.ts';
import { type Html, markup } from '../../pages/html.ts';
import { sendPage } from '../../pages/layout.server.ts';
import { buttonForm, field, hiddenFields, notice, table } from '../../pages/parts.ts';
import { fieldsOf } from '../../pages/forms.server.ts';
import type { PageTheme } from '../../pages/theme.ts';

/** The theme of Telemóvel's pages. */
export const phoneTheme: PageTheme = {
  id: 'm-pesa',
  name: 'Telemóvel',
  home: '/m-pesa/phone',
  mark: markup`<rect x="9" y="3" width="14" height="26" rx="3" /><path d="M14 25h4" />`,
  light: { accent: '#b3161d', strong: '#8a0f15' },
  dark: { accent: '#ffb3b0', strong: '#ffd1cf', onAccent: '#3d0508' },
};

const path = '/m-pesa/phone';

/** The PIN of every phone in the sandbox. */
const pin = '1234';

const answerSchema = z.strictObject({
  /** The shop's reference; or */
  reference: z.string().optional(),
  /** the phone, for its newest open prompt. */
  msisdn: z.string().optional(),
  how: z.enum(['pin', 'wrong-pin', 'no-balance', 'cancel']).default('pin'),
  /** Answers although the phone has stopped ringing. */
  force: z.boolean().default(false),
});

const statusWords: Readonly<Record<Prompt['status'], string>> = {
  Pending: 'à espera do PIN',
  Completed: 'paga',
  Cancelled: 'cancelada no telemóvel',
  Expired: 'sem resposta a tempo',
  Failed: 'recusada',
};

/** The buyer's phone at `/m-pesa/phone`, and the same for tests at `POST /sandbox/m-pesa/answer`. */
export function mPesaConsumerRoutes(network: MobileNetwork): (app: FastifyInstance) => void {
  /** The newest prompt of a phone; one that still rings comes first. */
  const newestOf = (msisdn: string): Prompt | undefined => {
    const all = network.ofPhone(msisdn).toReversed();
    return all.find(({ status }) => status === 'Pending') ?? all[0];
  };

  return (app) => {
    app.post('/sandbox/m-pesa/answer', (request, reply) => {
      const order = answerSchema.safeParse(request.body);
      if (!order.success) return reply.code(422).send({ code: 'malformed', message: z.prettifyError(order.error) });
      const { reference, msisdn = '', how, force } = order.data;
      const prompt = reference === undefined ? newestOf(msisdn) : network.find(reference);
      if (!prompt) return reply.code(404).send({ code: 'prompt-not-found', message: 'This phone was asked nothing.' });
      const answered = network.answer(prompt.thirdPartyReference, how, force);
      if (!answered.ok)
        return reply.code(409).send({ code: 'prompt-over', message: 'The phone asks no more. Send force: true.' });
      return reply.send({ reference: prompt.thirdPartyReference, status: answered.value.status });
    });

    app.get<{ Querystring: { number?: string; done?: string } }>(path, (request, reply) => {
      const { number = '', done } = request.query;
      const msisdn = fullNumber(number);
      if (msisdn === null)
        return sendStart(reply, number === '' ? null : 'Escreva um número 84 ou 85, com nove dígitos.');
      const ended = done === undefined ? undefined : network.find(done);
      return sendPhone(reply, msisdn, ended ?? null, null);
    });

    app.post(path, (request, reply) => {
      const fields = fieldsOf(request.body);
      const prompt = network.find(fields['reference'] ?? '');
      if (!prompt) return sendStart(reply.code(422), 'Este pedido não existe.');
      const how = howOf(fields);
      if (how === null) return sendPhone(reply.code(422), prompt.msisdn, null, 'O PIN tem quatro dígitos.');
      const answered = network.answer(prompt.thirdPartyReference, how, fields['how'] === 'late');
      if (!answered.ok) return sendPhone(reply.code(422), prompt.msisdn, null, 'O telemóvel já não está a perguntar.');
      return reply.redirect(`${path}?number=${prompt.msisdn}&done=${prompt.thirdPartyReference}`, 303);
    });
  };

  function sendStart(reply: FastifyReply, error: string | null): FastifyReply {
    const ringing = [...network.all()].filter(({ status }) => status === 'Pending');
    const body = markup`<h1>O telemóvel</h1>
<p class="lead">Aqui toca o telemóvel de quem paga com M-Pesa. Nada disto é dinheiro de verdade; o PIN é ${pin}.</p>
${error !== null && notice('bad', error)}
${ringing.map(
  ({ msisdn, amount }) =>
    markup`<p><a href="${path}?number=${msisdn}">+${msisdn} está a tocar: ${money(amount, 'MZN')}</a></p>`,
)}
<form class="card full" method="get" action="${path}">
${field('number', 'Número do telemóvel', markup`inputmode="tel" autocomplete="off" required placeholder="84 123 4567"`)}
<button>Ver o telemóvel</button>
</form>`;
    return sendPage(reply, { title: 'Telemóvel', theme: phoneTheme, body });
  }

  function sendPhone(reply: FastifyReply, msisdn: string, ended: Prompt | null, error: string | null): FastifyReply {
    const prompts = network.ofPhone(msisdn).toReversed();
    const ringing = prompts.find(({ status }) => status === 'Pending');
    const late = ringing ? undefined : prompts.find(({ status }) => status === 'Expired');
    const rows = prompts
      .slice(0, 10)
      .map(
        ({ amount, status, createdAt }) =>
          markup`<td class="number">${money(amount, 'MZN')}</td><td>${statusWords[status]}</td><td>${momentInMaputo(createdAt)}</td>`,
      );
    const body = markup`<h1>+${msisdn}</h1>
${ended !== null && notice(ended.status === 'Completed' ? 'good' : 'note', `Resposta enviada: ${statusWords[ended.status]}. Pode voltar para a loja.`)}
${error !== null && notice('bad', error)}
${ringing ? ussd(ringing) : notice('note', 'Nenhum pedido a tocar neste telemóvel.')}
${late && markup`<details><summary>Responder tarde demais</summary>${buttonForm(path, { reference: late.thirdPartyReference, how: 'late' }, 'Marcar o PIN mesmo assim', true)}</details>`}
${rows.length > 0 && table('Pedidos a este telemóvel', ['Valor', 'Estado', 'Quando'], rows)}
<p><a href="${path}?number=${msisdn}">Ver outra vez</a></p>
<p><a href="${path}">Outro telemóvel</a></p>`;
    return sendPage(reply, { title: 'Telemóvel', theme: phoneTheme, body });
  }
}

/** The phone's screen: the prompt and the possible answers, one of which is not to answer. */
function ussd({ thirdPartyReference: reference, amount }: Prompt): Html {
  return markup`<div class="card" role="group" aria-label="Pedido no ecrã do telemóvel">
<p><strong>M-Pesa</strong></p>
<p>Pagar ${money(amount, 'MZN')} a Escola Matrícula? Marque o seu PIN para confirmar.</p>
<form method="post" action="${path}">
${hiddenFields({ reference })}
${field('pin', 'PIN', markup`type="password" inputmode="numeric" autocomplete="off" maxlength="4"`)}
<button>Enviar</button>
</form>
</div>
<div class="stack">
${buttonForm(path, { reference, how: 'cancel' }, 'Cancelar', true)}
${buttonForm(path, { reference, how: 'no-balance' }, 'Confirmar sem saldo', true)}
</div>
<p class="hint">Para deixar passar o tempo, não responda: o pedido acaba em 90 segundos do <a href="/sandbox/clock">relógio</a>.</p>`;
}

function howOf(fields: Readonly<Record<string, string>>): 'pin' | 'wrong-pin' | 'no-balance' | 'cancel' | null {
  const { how } = fields;
  if (how === 'late') return 'pin';
  if (how === 'cancel' || how === 'no-balance') return how;
  const typed = fields['pin'] ?? '';
  if (!/^\d{4}$/.test(typed)) return null;
  return typed === pin ? 'pin' : 'wrong-pin';
}

/** `84 123 4567`, with or without the country's code, as 258 and nine digits. */
function fullNumber(typed: string): string | null {
  const digits = typed.replaceAll(/\D/g, '').replace(/^(00)?258/, '');
  return /^8[45]\d{7}$/.test(digits) ? `258${digits}` : null;
}
