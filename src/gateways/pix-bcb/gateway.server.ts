import { readFileSync } from 'node:fs';
import type {
  ChargeReference,
  ChargeRequest,
  GatewayAnswer,
  GatewayPort,
  NotificationHint,
} from '#src/domain/payments/index.ts';
import type { RecurrenceFact } from '#src/domain/recurrences/index.ts';
import type { Env } from '#src/kernel/env/env.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { GatewayFactory } from '../gateway.factory.server.ts';
import { type HttpStatusAnswer, type Unanswered } from '../gateway-wire.server.ts';
import { notificationKeys } from '../signed-notification.server.ts';
import { afterRefusal } from './after-refusal.server.ts';
import { automaticRules } from './automatic.facts.ts';
import { readAutomaticNotice, wishedCollection } from './automatic.mapping.ts';
import {
  askedTerms,
  consentReference,
  createPixAutomatic,
  type PixAccount,
  readReference,
} from './automatic.server.ts';
import { returnWindowDays } from './api-pix.rules.ts';
import { gateway } from './gateway.ts';
import { createPixClient, type PixClientConfig } from './pix-client.server.ts';
import { attemptOf, plainId } from './pix-ids.ts';
import { toValor } from './api-pix-money.ts';
import type { Pix } from './api-pix.schemas.ts';
import { createReturns } from './returns.server.ts';
import { createAnnouncer, openMessage } from './webhooks.server.ts';
import { answerFrom, problemIn, readList, readNotice } from './pix.mapping.server.ts';

export interface PixGatewayConfig extends PixClientConfig {
  /** The Pix key that is paid: ours. */
  readonly key: string;
  /** Keys of the bank's messages, the newest first; empty where the bank proves itself by its certificate alone. */
  readonly notificationKeys: readonly string[];
  /** What our address's secret part is made of. */
  readonly addressSecret: string;
  /** The account that recurring charges are paid to. */
  readonly account: PixAccount;
  /** Who receives the money, as the payers' banks show it; null where only the bank's code says so. */
  readonly payee?: { readonly name: string; readonly document: string | null } | null;
}

const listStartsMs = 86_400_000;
const mostListed = 500;

/** Speaks API Pix 2.9.0. A charge's txid is made of the attempt's id, so that either finds the other. */
export function createPixGateway(config: PixGatewayConfig): GatewayPort {
  const { clock, key, payee = null } = config;
  const call = createPixClient(config);
  const automatic = createPixAutomatic(call, config.account, clock);
  const giveBack = createReturns(call, clock);
  const announce = createAnnouncer(call, key, config.addressSecret);

  async function find(charge: ChargeReference): Promise<GatewayAnswer> {
    const { isCollection, idRec } = readReference(charge.reference);
    if (isCollection) return automatic.find(charge);
    const txid = plainId(charge.attemptId);
    const answer = read(await call({ method: 'GET', path: `/v2/cob/${txid}` }), txid, charge);
    // A charge of a cycle whose answer never came has no reference yet that would tell what it is.
    if (answer.kind === 'not-found' && charge.reference === null) return automatic.find(charge);
    return idRec === null ? answer : withConsent(answer, idRec, await automatic.consent(idRec), txid);
  }

  /** What the bank says of the consent stands beside what it says of the money. */
  function withConsent(
    answer: GatewayAnswer,
    idRec: string,
    recurrence: RecurrenceFact | null,
    txid: string,
    shown?: JsonObject,
  ): GatewayAnswer {
    if (answer.kind !== 'fact') return answer;
    // The code that was shown first asks for both: the charge's own, without the consent, does not take its place.
    const { instructions: _alone, ...fact } = answer.fact;
    const told = recurrence ? { recurrence } : {};
    return {
      kind: 'fact',
      fact: { ...fact, ...(shown ? { instructions: shown } : {}), reference: consentReference(txid, idRec), ...told },
    };
  }

  /** API Pix names no receiver in a charge: what buyers are shown comes from the account's settings. */
  function withPayee(answer: GatewayAnswer): GatewayAnswer {
    if (answer.kind !== 'fact' || !answer.fact.instructions || !payee) return answer;
    const instructions = { ...answer.fact.instructions, payee: { ...payee } };
    return { kind: 'fact', fact: { ...answer.fact, instructions } };
  }

  function read(
    answer: HttpStatusAnswer | Unanswered,
    txid: string,
    charge: Pick<ChargeReference, 'amount'>,
  ): GatewayAnswer {
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' };
    if (answer.status >= 300) return { kind: 'silent', reason: `refused-${problemIn(answer.json)}` };
    return withPayee(answerFrom(answer.json, txid, charge, key, clock.now()));
  }

  return {
    id: gateway.id,
    moneyMayReturnDays: returnWindowDays,
    find,
    announce,
    consents: {
      rules: automaticRules,
      async end(charge) {
        const { idRec } = readReference(charge.reference);
        if (idRec === null) return { kind: 'not-found' };
        const ended = await automatic.end(idRec);
        return 'state' in ended ? withConsent(await find(charge), idRec, ended, plainId(charge.attemptId)) : ended;
      },
      retry: (charge, on) => automatic.retry(charge, on),
    },
    async start(charge) {
      void announce(charge.notificationUrl);
      const wish = wishedCollection(charge.details);
      if (wish) return automatic.collect(charge, wish);
      const txid = plainId(charge.attemptId);
      const answer = await call({
        method: 'PUT',
        path: `/v2/cob/${txid}`,
        json: requestFrom(charge, key, clock.now()),
      });
      const made =
        answer.kind === 'status' && answer.status >= 400
          ? await afterRefusal(answer, () => find({ ...charge, reference: null }), clock.now())
          : read(answer, txid, charge);
      if (made.kind !== 'fact' || made.fact.state === 'failed') return made;
      const terms = askedTerms(charge.details);
      const asked = terms && (await automatic.ask(charge, terms));
      if (!asked) return made;
      return withPayee(
        withConsent(made, asked.fact.reference, asked.fact, txid, { brCode: asked.code, consent: true }),
      );
    },
    async release(charge) {
      const { isCollection, idRec } = readReference(charge.reference);
      if (isCollection) return automatic.stop(charge);
      const txid = plainId(charge.attemptId);
      const answer = await call({
        method: 'PATCH',
        path: `/v2/cob/${txid}`,
        json: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      });
      // Not open any more: paid in the meantime, or removed before.
      if (answer.kind === 'status' && answer.status === 400) return find(charge);
      const released = read(answer, txid, charge);
      if (idRec === null || released.kind !== 'fact') return released;
      // Nobody agrees any more to what was asked for beside it.
      const ended = await automatic.end(idRec);
      return withConsent(released, idRec, 'state' in ended ? ended : null, txid);
    },
    refund: (charge, amount, refundId) =>
      giveBack(
        charge.movementId,
        plainId(refundId),
        toValor(amount.amount),
        charge.reference ?? plainId(charge.attemptId),
      ),
    readNotification(raw) {
      const opened = openMessage(raw, config.notificationKeys, config.addressSecret);
      if (!opened.ok) return { kind: 'refused', reason: opened.error };
      const pix = readNotice(opened.value);
      if (pix) return { kind: 'hints', hints: pix.flatMap(hintsOf) };
      const about = readAutomaticNotice(opened.value);
      return about
        ? { kind: 'hints', hints: about.map(({ eventId, txid }) => ({ eventId, ...whichOf(txid) })) }
        : { kind: 'refused', reason: 'malformed' };
    },
    async creditsSince(cursor) {
      const now = clock.now();
      const { from, seen } = readCursor(cursor) ?? {
        from: new Date(now.getTime() - listStartsMs).toISOString(),
        seen: '',
      };
      const answer = await call({
        method: 'GET',
        path: '/v2/pix',
        query: { inicio: from, fim: now.toISOString(), 'paginacao.itensPorPagina': String(mostListed) },
      });
      const list = answer.kind === 'status' && answer.status === 200 ? readList(answer.json) : null;
      if (!list) return null;
      const fresh = list.slice(list.findIndex(({ endToEndId }) => endToEndId === seen) + 1);
      const last = fresh.at(-1);
      return { hints: fresh.flatMap(hintsOf), cursor: last ? `${last.horario} ${last.endToEndId}` : cursor };
    },
  };
}

/** Each Pix, and each return of it that ended, is an event of its own. */
function hintsOf({ endToEndId, txid, devolucoes = [] }: Pix): NotificationHint[] {
  if (txid === undefined) return [];
  const about = whichOf(txid);
  const returns = devolucoes.map(({ id, status }) => ({ eventId: `${endToEndId}/${id}/${status}`, ...about }));
  return [{ eventId: endToEndId, ...about }, ...returns];
}

function whichOf(txid: string): { readonly reference: string; readonly attemptId?: string } {
  const attemptId = attemptOf(txid);
  return { reference: txid, ...(attemptId === null ? {} : { attemptId }) };
}

/** A cursor is the time and the id of the last Pix that was read. */
function readCursor(cursor: string | null): { from: string; seen: string } | null {
  const [from, seen] = cursor?.split(' ') ?? [];
  return from !== undefined && seen !== undefined ? { from, seen } : null;
}

function requestFrom({ amount, payer, expiresAt, description }: ChargeRequest, key: string, now: Date): JsonObject {
  const { document, name } = payer;
  const isKnown = document?.type === 'cpf' || document?.type === 'cnpj';
  return {
    calendario: { expiracao: Math.max(1, Math.floor((expiresAt.getTime() - now.getTime()) / 1000)) },
    ...(isKnown ? { devedor: { nome: name.slice(0, 200), [document.type]: document.number } } : {}),
    valor: { original: toValor(amount.amount) },
    chave: key,
    solicitacaoPagador: description.slice(0, 140),
  };
}

export const gatewayFactory: GatewayFactory = {
  ...gateway,
  create: ({ env: { pix, sandbox }, clock }) =>
    createPixGateway({
      baseUrl: pix.url,
      clientId: pix.clientId,
      clientSecret: pix.clientSecret,
      key: pix.key,
      // Only the sandbox's bank signs.
      notificationKeys: sandbox === null ? [] : notificationKeys(pix.notificationSecret),
      addressSecret: pix.notificationSecret,
      account: pix.account,
      payee: pix.payee,
      clock,
      ...(pix.tls === null ? {} : { tls: readTls(pix.tls) }),
    }),
};

/** Read once, at start: a missing file stops the start and not a payment. */
function readTls({ certFile, keyFile, caFile }: NonNullable<Env['pix']['tls']>): NonNullable<PixGatewayConfig['tls']> {
  const ca = caFile === null ? {} : { ca: readFileSync(caFile, 'utf8') };
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), ...ca };
}
