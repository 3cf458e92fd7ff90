import type {
  ChargeReference,
  ChargeRequest,
  GatewayAnswer,
  GatewayPort,
  WebhookHint,
  MandateFact,
} from '#src/domain/payments/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { GatewayFactory } from '../company.factories.server.ts';
import { type HttpStatusOutcome, type Unanswered } from '../gateway-http.server.ts';
import { notificationKeys } from '../signed-webhook.server.ts';
import { findAfterRefusal } from './find-after-refusal.server.ts';
import { automaticRules } from './automatic.facts.ts';
import { readAutomaticWebhook, readMandateChargeParams } from './automatic.mapping.ts';
import {
  requestedMandateTerms,
  mandateReference,
  createPixAutomatic,
  type PixAccount,
  readReference,
} from './automatic.server.ts';
import { returnWindowDays } from './api-pix.rules.ts';
import { readCertificate } from './settings.server.ts';
import { gateway } from './gateway.ts';
import { createPixClient, type PixClientConfig } from './pix-client.server.ts';
import { attemptOf, plainId } from './pix-ids.ts';
import { toValor } from './api-pix-money.ts';
import type { Pix } from './api-pix.schemas.ts';
import { createRefunds } from './refunds.server.ts';
import { createWebhookRegistrar, openMessage } from './webhooks.server.ts';
import { answerFrom, problemIn, readList, readPixWebhook } from './pix.mapping.server.ts';

export interface PixGatewayConfig extends PixClientConfig {
  /** The Pix key of our account. */
  readonly key: string;
  /** Keys of the bank's webhooks, the newest first; empty where its certificate alone authenticates it. */
  readonly notificationKeys: readonly string[];
  /** The key from which the secret part of our webhook address is derived. */
  readonly addressSecret: string;
  /** The account that receives mandate charges. */
  readonly account: PixAccount;
  /** The receiver as payers' banks show it; null where only the bank's code names it. */
  readonly payee?: { readonly name: string; readonly document: string | null } | null;
}

const listStartsMs = 86_400_000;
const maxListed = 500;

/** Client of API Pix 2.9.0. A charge's txid is derived from the attempt's id, so that each gives the other. */
export function createPixGateway(config: PixGatewayConfig): GatewayPort {
  const { clock, key, payee = null } = config;
  const call = createPixClient(config);
  const automatic = createPixAutomatic(call, config.account, clock);
  const refundPix = createRefunds(call, clock);
  const announce = createWebhookRegistrar(call, key, config.addressSecret);

  async function find(charge: ChargeReference): Promise<GatewayAnswer> {
    const { isMandateCharge, idRec } = readReference(charge.reference);
    if (isMandateCharge) return automatic.find(charge);
    const txid = plainId(charge.attemptId);
    const answer = read(await call({ method: 'GET', path: `/v2/cob/${txid}` }), txid, charge);
    // A mandate charge without an answer has no reference yet that would show its kind.
    if (answer.kind === 'not-found' && charge.reference === null) return automatic.find(charge);
    return idRec === null ? answer : withMandate(answer, idRec, await automatic.consent(idRec), txid);
  }

  /** The mandate's state is read beside the charge's state. */
  function withMandate(
    answer: GatewayAnswer,
    idRec: string,
    mandate: MandateFact | null,
    txid: string,
    shown?: JsonObject,
  ): GatewayAnswer {
    if (answer.kind !== 'fact') return answer;
    // The code that was shown first is for both: the charge's own code, without the mandate, does not replace it.
    const { instructions: _alone, ...fact } = answer.fact;
    const registered = mandate ? { mandate } : {};
    return {
      kind: 'fact',
      fact: {
        ...fact,
        ...(shown ? { instructions: shown } : {}),
        reference: mandateReference(txid, idRec),
        ...registered,
      },
    };
  }

  /** API Pix names no receiver in a charge: the name that buyers see comes from the account's settings. */
  function withPayee(answer: GatewayAnswer): GatewayAnswer {
    if (answer.kind !== 'fact' || !answer.fact.instructions || !payee) return answer;
    const instructions = { ...answer.fact.instructions, payee: { ...payee } };
    return { kind: 'fact', fact: { ...answer.fact, instructions } };
  }

  function read(
    answer: HttpStatusOutcome | Unanswered,
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
    recheckDays: returnWindowDays,
    find,
    announce,
    consents: {
      rules: automaticRules,
      async end(charge) {
        const { idRec } = readReference(charge.reference);
        if (idRec === null) return { kind: 'not-found' };
        const ended = await automatic.end(idRec);
        return 'state' in ended ? withMandate(await find(charge), idRec, ended, plainId(charge.attemptId)) : ended;
      },
      retry: (charge, on) => automatic.retry(charge, on),
    },
    async start(charge) {
      void announce(charge.notificationUrl);
      const chargeParams = readMandateChargeParams(charge.details);
      if (chargeParams) return automatic.collect(charge, chargeParams);
      const txid = plainId(charge.attemptId);
      const answer = await call({
        method: 'PUT',
        path: `/v2/cob/${txid}`,
        json: requestFrom(charge, key, clock.now()),
      });
      const made =
        answer.kind === 'status' && answer.status >= 400
          ? await findAfterRefusal(answer, () => find({ ...charge, reference: null }), clock.now())
          : read(answer, txid, charge);
      if (made.kind !== 'fact' || made.fact.state === 'failed') return made;
      const terms = requestedMandateTerms(charge.details);
      const asked = terms && (await automatic.ask(charge, terms));
      if (!asked) return made;
      return withPayee(
        withMandate(made, asked.fact.reference, asked.fact, txid, { brCode: asked.code, consent: true }),
      );
    },
    async release(charge) {
      const { isMandateCharge, idRec } = readReference(charge.reference);
      if (isMandateCharge) return automatic.stop(charge);
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
      // The mandate requested beside it is canceled as well.
      const ended = await automatic.end(idRec);
      return withMandate(released, idRec, 'state' in ended ? ended : null, txid);
    },
    refund: (charge, amount, refundId) =>
      refundPix(
        charge.movementId,
        plainId(refundId),
        toValor(amount.amount),
        charge.reference ?? plainId(charge.attemptId),
      ),
    readWebhook(raw) {
      const opened = openMessage(raw, config.notificationKeys, config.addressSecret);
      if (!opened.ok) return { kind: 'refused', reason: opened.error };
      const pix = readPixWebhook(opened.value);
      if (pix) return { kind: 'hints', hints: pix.flatMap(hintsOf) };
      const about = readAutomaticWebhook(opened.value);
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
        query: { inicio: from, fim: now.toISOString(), 'paginacao.itensPorPagina': String(maxListed) },
      });
      const list = answer.kind === 'status' && answer.status === 200 ? readList(answer.json) : null;
      if (!list) return null;
      const fresh = list.slice(list.findIndex(({ endToEndId }) => endToEndId === seen) + 1);
      const last = fresh.at(-1);
      return { hints: fresh.flatMap(hintsOf), cursor: last ? `${last.horario} ${last.endToEndId}` : cursor };
    },
  };
}

/** Each Pix, and each finished return of it, is an event of its own. */
function hintsOf({ endToEndId, txid, devolucoes = [] }: Pix): WebhookHint[] {
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
  create({ env, clock }) {
    const pix = env.companies['pix-bcb'];
    return createPixGateway({
      baseUrl: pix.url,
      clientId: pix.clientId,
      clientSecret: pix.clientSecret,
      key: pix.key,
      // Only the sandbox's bank signs.
      notificationKeys: env.sandbox === null ? [] : notificationKeys(pix.notificationSecret),
      addressSecret: pix.notificationSecret,
      account: pix.account,
      payee: pix.payee,
      clock,
      ...(pix.tls === null ? {} : { tls: readCertificate(pix.tls) }),
    });
  },
};
