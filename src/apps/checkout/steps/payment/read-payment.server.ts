import type { RailDirectory } from '#src/domain/context.server.ts';
import type { LeadPatch } from '#src/domain/leads/index.ts';
import type { PayFailure, PayRequest, RailManifest } from '#src/domain/payments/index.ts';
import { isRegion } from '#src/kernel/locale/regions.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { FormFields } from '../../web/page.server.ts';
import { isNothingOwed, offeredMethods, type PaymentFacts } from './payment-data.server.ts';
import { checkAddress, readAddress } from './address-form.ts';
import { checkAcceptance, type Errors, errorsOfRail, fieldsOfRail, railField } from './payment-form.ts';

/** Longest value that is shown again or read; a card's token is the longest that anybody sends. */
const longest = 4096;
const keyShape = /^[\w-]{16,64}$/;

/** What a posted payment form asks for. */
export interface ReadPayment {
  readonly wish: Omit<PayRequest, 'sessionId' | 'browser'>;
  /** What is kept of the payer for the next form. */
  readonly payer: LeadPatch;
}

/** What was typed, as it may be shown again: secrets and what the page makes itself are left out. */
export function valuesToShow(form: FormFields, rails: RailDirectory): FormFields {
  const own = new Set(['quoteId', 'key', 'amount']);
  const isSecret = (name: string): boolean => {
    const cut = name.indexOf('.');
    return cut > 0 && (rails.byId(name.slice(0, cut))?.secretFields ?? []).includes(name.slice(cut + 1));
  };
  return Object.fromEntries(
    Object.entries(form).filter(([name, value]) => !own.has(name) && value.length <= 300 && !isSecret(name)),
  );
}

/** Reads and checks a posted payment form; the price is only compared, never taken. */
export function readPayment(facts: PaymentFacts, form: FormFields): Result<ReadPayment, Errors> {
  const { request, session, quote, lead } = facts;
  if (form['method'] === undefined && isNothingOwed(facts)) return readConfirmation(form);
  const offered = offeredMethods(request, session, quote, facts.unit).find(({ method }) => method === form['method']);
  if (!offered) return err({ method: 'payment.method.missing' });
  const { key = '', quoteId = '' } = form;
  if (!keyShape.test(key) || quoteId.length > 64) return err({ form: 'payment.error.stale' });

  const address = request.view.hasAddressForm ? readAddress(form, session.market) : null;
  const problems = { ...checkAcceptance(form), ...(address ? addressProblems(form, facts) : {}) };
  const fields = Object.fromEntries(
    Object.entries({ ...fieldsOfRail(form, offered.rail), ...address }).filter(([, value]) => value.length <= longest),
  );
  const { ctx } = request;
  const details = ctx.rails.server(offered.rail).readDetails({
    fields,
    market: session.market,
    buyer: { name: lead.name, email: lead.email, phone: lead.phone },
    now: ctx.clock.now(),
  });
  const all = { ...problems, ...(details.ok ? {} : errorsOfRail(details.error, offered.rail)) };
  if (!details.ok || Object.keys(all).length > 0) return err(all);

  const { document } = details.value.payer;
  const installments = offered.takesInstallments ? countOf(fields['installments']) : 1;
  return ok({
    wish: {
      idempotencyKey: key,
      quoteId,
      ...shownAmount(form['amount']),
      tenders: [{ method: offered.method, installments, fields }],
    },
    payer: { ...(document ? { document } : {}), ...(address ? { address } : {}) },
  });
}

/** What costs nothing is only confirmed. */
function readConfirmation(form: FormFields): Result<ReadPayment, Errors> {
  const { key = '', quoteId = '' } = form;
  if (!keyShape.test(key) || quoteId.length > 64) return err({ form: 'payment.error.stale' });
  const problems = checkAcceptance(form);
  if (Object.keys(problems).length > 0) return err(problems);
  return ok({ wish: { idempotencyKey: key, quoteId, ...shownAmount(form['amount']), tenders: [] }, payer: {} });
}

function addressProblems(form: FormFields, { session }: PaymentFacts): Errors {
  const problems = checkAddress(form, session.market);
  return isRegion(session.market, (form['state'] ?? '').trim()) ? problems : { ...problems, state: 'validation.state' };
}

/** A number of installments as posted; what is no number is 0, which no quote offers. */
function countOf(typed: string | undefined): number {
  if (typed === undefined) return 1;
  return /^\d{1,2}$/.test(typed) ? Number(typed) : 0;
}

function shownAmount(typed: string | undefined): { shownAmount?: bigint } {
  return typed !== undefined && /^\d{1,12}$/.test(typed) ? { shownAmount: BigInt(typed) } : {};
}

/** Where and how a try that was not made is explained: message keys by field, `form` for the page as a whole. */
export function paymentErrors(failure: PayFailure, values: FormFields, rails: RailDirectory): Errors {
  const rail: RailManifest | null = rails.byMethod(values['method'] ?? '');
  switch (failure.code) {
    case 'fields-invalid':
      return rail ? errorsOfRail(failure.fields, rail.id) : { form: 'payment.error.general' };
    case 'quote-changed':
    case 'quote-not-found':
    case 'tenders-do-not-sum':
      return { form: 'payment.error.quote-changed' };
    case 'installments-not-offered':
      return rail
        ? { [railField(rail.id, 'installments')]: 'payment.error.installments' }
        : { form: 'payment.error.general' };
    case 'method-not-offered':
    case 'tender-mix-not-offered':
      return { method: 'payment.method.missing' };
    case 'place-full':
      return { form: 'payment.error.place-full' };
    case 'tickets-sold-out':
      return { form: 'payment.error.tickets-sold-out' };
    case 'voucher-used-up':
      return { form: 'payment.error.voucher-used-up' };
    case 'token-used':
    case 'key-reused':
      return { form: 'payment.error.stale' };
    case 'too-many-tries':
      return { form: 'payment.error.too-many-tries' };
    default:
      return { form: 'payment.error.general' };
  }
}
