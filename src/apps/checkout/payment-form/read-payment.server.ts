import type { RailDirectory } from '#src/domain/context.server.ts';
import { taxIdProblem } from '#src/domain/documents/fiscal-notes/index.server.ts';
import type { LeadPatch } from '#src/domain/checkout/leads/index.ts';
import type { PayFailure, Payer, PayRequest, RailManifest } from '#src/domain/payments/index.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { stateRule } from '#src/kernel/validation/address.rule.ts';
import type { FormFields } from '../framework/page.server.ts';
import { offeredMethods } from './methods/offered-methods.server.ts';
import type { PaymentContext } from './payment-data.server.ts';
import { methodAmount, amountDue, isZeroAmount, isVerificationOnly } from './amount-due.server.ts';
import { checkAddress, readAddress } from './address/address-form.ts';
import {
  checkAcceptance,
  type Errors,
  errorsOfRail,
  fieldsOfRail,
  type FormPart,
  railField,
  formParts,
} from './form-fields.ts';
import type { OfferedMethod } from './payment.types.ts';
import { checkAmounts, partAmounts } from './split/split-amounts.ts';
import { maxParts, partPrefix } from './split/split-query.ts';
import { checkTrialConsent } from './trial/trial-acceptance.ts';
import { invoiceMethods } from './trial/trial-offer.server.ts';

/** Longest value that is shown again or read; a card token is the longest. */
const longest = 4096;
/** `rail.field`, or `p0.rail.field` in a part of the price. */
const railFieldShape = /^(?:p\d\.)?([a-z0-9-]+)\.(.+)$/;
const keyShape = /^[\w-]{16,64}$/;

/** The request of a posted payment form. */
export interface ReadPayment {
  readonly payRequest: Omit<PayRequest, 'sessionId' | 'browser'>;
  /** The payer's data for the next form. */
  readonly payer: LeadPatch;
}

/** The typed values to show again, without secrets and generated fields. */
export function valuesToShow(form: FormFields, rails: RailDirectory): FormFields {
  const own = new Set(['quoteId', 'key', 'amount']);
  const isLinkSecret = (name: string): boolean => {
    const [, rail = '', field = ''] = railFieldShape.exec(name) ?? [];
    return (rails.byId(rail)?.secretFields ?? []).includes(field);
  };
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => !own.has(name) && value.length <= 300 && !isLinkSecret(name)),
  );
}

/** Reads and checks a posted payment form; the price is only compared, never used. */
export function readPayment(context: PaymentContext, form: FormFields): Result<ReadPayment, Errors> {
  const { request, session, quote } = context;
  if (form['method'] === undefined && isZeroAmount(context)) return readConfirmation(form);
  const due = amountDue(context);
  const offered = offeredMethods(request, session, quote, context.unit, null, {
    due: methodAmount(context),
    lead: context.lead,
  });
  if (form['intent'] === 'bill' && isVerificationOnly(context)) return readInvoiceChoice(context, form, offered);
  const { key = '', quoteId = '' } = form;
  if (!keyShape.test(key) || quoteId.length > 64) return err({ form: 'payment.error.stale' });

  const parts = partCount(form);
  const held = formParts(form, parts);
  const isAsked = held.some(({ method }) => offered.find((one) => one.method === method)?.asksAddress);
  const asksAddress = request.view.hasAddressForm && isAsked && !isVerificationOnly(context);
  const address = asksAddress ? readAddress(form, session.market) : null;
  const requestedParts = held.map((part) => parsePart(context, { form, address: address ?? {}, offered, ...part }));
  const price = { total: due, currency: quote.currency, locale: request.view.locale };
  const all: Errors = {
    ...acceptanceProblems(context, form),
    ...(address ? addressProblems(form, context) : {}),
    ...(parts === 0 ? {} : checkAmounts(form, { parts, ...price })),
    ...Object.assign({}, ...requestedParts.map((part) => (part.ok ? {} : part.error))),
  };
  if (Object.keys(all).length > 0) return err(all);

  const read = requestedParts.flatMap((part) => (part.ok ? [part.value] : []));
  const typed = read.slice(0, -1).map((_, index) => form[`${partPrefix(index)}amount`] ?? '');
  const amounts = parts === 0 ? [] : partAmounts(typed, price).slice(0, -1);
  const document = read.find((part) => part.document)?.document;
  return ok({
    payRequest: {
      idempotencyKey: key,
      quoteId,
      ...shownAmount(form['amount']),
      // The last part has no amount: it is the rest, by the order's own calculation.
      tenders: read.map(({ tender }, index) => ({ ...tender, ...named(amounts[index]) })),
    },
    payer: { ...(document ? { document } : {}), ...(address ? { address } : {}) },
  });
}

const named = (amount: bigint | null | undefined): { amount?: bigint } =>
  amount === null || amount === undefined ? {} : { amount };

/** The number of parts of a form; 0 = one payment. */
export function partCount(form: FormFields): number {
  let parts = 0;
  while (parts < maxParts && form[`${partPrefix(parts)}method`] !== undefined) parts += 1;
  return parts > 1 ? parts : 0;
}

interface PostedPart extends FormPart {
  readonly form: FormFields;
  readonly address: FormFields;
  readonly offered: readonly OfferedMethod[];
}

interface ParsedPart {
  readonly tender: PayRequest['tenders'][number];
  readonly document: Payer['document'];
}

/** One payment method with its own fields, read by its rail; errors under their full names. */
function parsePart({ request, session, lead }: PaymentContext, part: PostedPart): Result<ParsedPart, Errors> {
  const { form, address, offered, prefix, method } = part;
  const chosen = offered.find((one) => one.method === method);
  if (!chosen) return err({ [`${prefix}method`]: 'payment.method.missing' });
  const rail = prefix + chosen.rail;
  const fields = Object.fromEntries(
    Object.entries({ ...fieldsOfRail(form, rail), ...address }).filter(([, value]) => value.length <= longest),
  );
  const { ctx } = request;
  const details = ctx.rails.server(chosen.rail).readDetails({
    fields,
    market: session.market,
    buyer: { name: lead.name, email: lead.email, phone: lead.phone },
    now: ctx.clock.now(),
  });
  if (!details.ok) return err(errorsOfRail(details.error, rail));
  const { document } = details.value.payer;
  // Checked before the payment: otherwise the tax office would reject it after.
  if (document && request.visit.brand.features.sendBffPaymentRequest.documentToNFGeneration && taxIdProblem(document))
    return err(errorsOfRail({ document: 'payment.error.note-letters' }, rail));
  const installments = chosen.takesInstallments ? countOf(fields['installments']) : 1;
  return ok({ tender: { method: chosen.method, installments, fields }, document: details.value.payer.document });
}

/** The checkboxes beside the button: terms and policy, and the first charge after a trial. */
function acceptanceProblems({ quote }: Pick<PaymentContext, 'quote'>, form: FormFields): Errors {
  return { ...checkAcceptance(form), ...(quote.trial ? checkTrialConsent(form) : {}) };
}

/** A trial without a saved instrument: an invoice follows, paid by any method. */
function readInvoiceChoice(
  context: PaymentContext,
  form: FormFields,
  offered: readonly OfferedMethod[],
): Result<ReadPayment, Errors> {
  const { key = '', quoteId = '' } = form;
  const [first] = invoiceMethods(offered);
  if (!keyShape.test(key) || quoteId.length > 64 || !first) return err({ form: 'payment.error.stale' });
  const problems = acceptanceProblems(context, form);
  if (Object.keys(problems).length > 0) return err(problems);
  const tender = { method: first.method, installments: 1, fields: {} };
  return ok({
    payRequest: { idempotencyKey: key, quoteId, ...shownAmount(form['amount']), tenders: [tender] },
    payer: {},
  });
}

/** A free purchase is only confirmed. */
function readConfirmation(form: FormFields): Result<ReadPayment, Errors> {
  const { key = '', quoteId = '' } = form;
  if (!keyShape.test(key) || quoteId.length > 64) return err({ form: 'payment.error.stale' });
  const problems = checkAcceptance(form);
  if (Object.keys(problems).length > 0) return err(problems);
  return ok({ payRequest: { idempotencyKey: key, quoteId, ...shownAmount(form['amount']), tenders: [] }, payer: {} });
}

function addressProblems(form: FormFields, { session }: PaymentContext): Errors {
  const state = stateRule(form['state'] ?? '', { market: session.market });
  return { ...checkAddress(form, session.market), ...(state === null ? {} : { state }) };
}

/** A number of installments as posted; an invalid value is 0, which no quote offers. */
function countOf(typed: string | undefined): number {
  if (typed === undefined) return 1;
  return /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
}

function shownAmount(typed: string | undefined): { shownAmount?: bigint } {
  return typed !== undefined && /^\d{1,12}$/.test(typed) ? { shownAmount: BigInt(typed) } : {};
}

/** The messages of an attempt that was not made: message keys by field, `form` for the page as a whole. */
export function paymentErrors(failure: PayFailure, values: FormFields, rails: RailDirectory): Errors {
  const rail: RailManifest | null = rails.byMethod(values['method'] ?? '');
  switch (failure.code) {
    case 'fields-invalid':
      return rail ? errorsOfRail(failure.fields, rail.id) : { form: 'payment.error.general' };
    case 'quote-changed':
      return { form: `payment.error.${failure.quote.trial ? 'trial' : 'quote'}-changed` };
    case 'quote-not-found':
    case 'tenders-do-not-sum':
      return { form: 'payment.error.quote-changed' };
    case 'installments-not-offered':
      return rail
        ? { [railField(rail.id, 'installments')]: 'payment.error.installments' }
        : { form: 'payment.error.general' };
    case 'method-not-offered':
    case 'tender-mix-not-offered':
      return partCount(values) > 0 ? { form: 'payment.error.mix' } : { method: 'payment.method.missing' };
    case 'amount-below-limit':
    case 'amount-above-limit':
    case 'document-not-taken':
      return {
        [partCount(values) > 0 ? `${partPrefix(failure.tender)}method` : 'method']: `payment.error.${failure.code}`,
      };
    case 'hold-too-short':
    case 'tender-too-small':
      return { form: 'payment.error.mix' };
    case 'place-full':
      return { form: 'payment.error.place-full' };
    case 'tickets-sold-out':
      return { form: 'payment.error.tickets-sold-out' };
    case 'voucher-used-up':
      return { form: 'payment.error.voucher-used-up' };
    case 'token-used':
    case 'key-reused':
      return { form: 'payment.error.stale' };
    case 'trial-used':
    case 'means-refused':
      return { form: `payment.error.${failure.code}` };
    case 'trial-not-accepted':
      return { trial: 'payment.trial.missing' };
    case 'too-many-tries':
    case 'prompt-open':
    case 'captcha-needed':
      return { form: `payment.error.${failure.code}` };
    case 'method-paused':
      return { [partCount(values) > 0 ? 'form' : 'method']: 'payment.error.method-paused' };
    default:
      return { form: 'payment.error.general' };
  }
}
