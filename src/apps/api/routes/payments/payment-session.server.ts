import { createHmac } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { checkNewLead } from '#src/domain/risk/index.server.ts';
import { correctContact, findLead, openSessionWithLead } from '#src/domain/checkout/leads/index.server.ts';
import type { Lead } from '#src/domain/checkout/leads/index.ts';
import { isIdempotencyKeyUsed, type PayRequest } from '#src/domain/payments/index.server.ts';
import { type CheckoutSession, findSession, sessionOfBrowser } from '#src/domain/checkout/sessions/index.server.ts';
import type { ProblemField } from '#src/kernel/http/problems/problem.ts';
import type { ProblemCode } from '#src/kernel/http/problems/problem-codes.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { normalizeText } from '#src/kernel/validation/normalize.ts';
import type { ApiBrowser, ApiServices } from '../../api.contract.server.ts';
import { checkContact } from '../../check-contact.server.ts';
import { resolveSessionRequest } from '../../session-request.server.ts';
import type { PaymentBody } from './payments.routes.server.ts';

type Contact = NonNullable<PayRequest['contact']>;

interface SessionFailure {
  readonly code: ProblemCode;
  /** Set when the call needs a proof of work: the language of the message. */
  readonly captchaLocale?: string;
  readonly problems?: readonly ProblemField[];
}

/** The session that a payment is for. */
export interface OpenedPayment {
  readonly session: CheckoutSession;
  /** True when the call created the session. */
  readonly isNew: boolean;
  /** Contact data in the call; null when there is none. */
  readonly contact: Contact | null;
}

/**
 * The browser that makes a payment. A client without a cookie repeats a lost call without one. The repeated call gets the same
 * cookie, derived from the idempotency key, the product and the e-mail (decision 16) with a server key, so that a caller
 * cannot compute it.
 */
export function browserOfPayment(
  services: ApiServices,
  request: FastifyRequest,
  key: string,
  { business, productCode, operation, email = '' }: PaymentBody,
): ApiBrowser {
  const named = JSON.stringify(['payment', key, business, productCode, operation ?? '', normalizeEmail(email)]);
  const secret = createHmac('sha256', services.ctx.config.codeKey).update(named).digest('base64url');
  return services.browserOf(request, secret);
}

/** The session that a payment is for: the lead's, or a new one when the call has contact data in place of a lead. */
export async function sessionForPayment(
  services: ApiServices,
  browserHash: string,
  body: PaymentBody,
  { ip, key }: { readonly ip: string; readonly key: string },
): Promise<Result<OpenedPayment, SessionFailure>> {
  if (body.sfLeadId !== undefined) {
    const session = await sessionOfBrowser(services.ctx.db, browserHash, { leadId: body.sfLeadId });
    if (!session) return err({ code: 'lead-not-found' });
    return session.productCode === body.productCode && session.business === body.business
      ? withContact(services, session, body, key)
      : err({ code: 'product-not-found' });
  }
  const sessionRequest = resolveSessionRequest(services, browserHash, body);
  if (!sessionRequest.ok) return err({ code: sessionRequest.error });
  const { start, startWith } = sessionRequest.value;
  if (start.business !== body.business) return err({ code: 'product-not-found' });
  const existing = await findSession(services.ctx, start);
  if (existing?.leadId) return withContact(services, existing, body, key);
  const contact = readContact(services, body, start);
  if (!contact.ok) return contact;
  const voucherGuesser = { ip, browserHash };
  if (!(await checkNewLead(services.ctx, voucherGuesser, body.captchaToken)))
    return err({ code: 'captcha-needed', captchaLocale: start.locale });
  // The quote checks the call's voucher and counts the guess; the session keeps its own voucher.
  const opened = await openSessionWithLead(services.ctx, startWith(existing?.link['voucher'] ?? null), () => ({
    ...contact.value,
    consents: [],
    ip,
  }));
  return ok({ session: opened.session, isNew: true, contact: contact.value });
}

/**
 * Applies the contact data of a call to the lead. A lead without a paid or open payment is corrected, as by `POST /lead`; for
 * any other lead a different contact is refused.
 */
async function withContact(
  services: ApiServices,
  session: CheckoutSession,
  body: PaymentBody,
  key: string,
): Promise<Result<OpenedPayment, SessionFailure>> {
  const lead = await findLead(services.ctx, session);
  if (!lead || !namesContact(body)) return ok({ session, isNew: false, contact: null });
  const contact = readContact(services, { ...contactOf(lead), ...contactIn(body) }, session);
  if (!contact.ok) return contact;
  const opened = { session, isNew: false, contact: contact.value };
  if (isSame(lead, contact.value)) return ok(opened);
  // The key belongs to a payment of the other contact, whatever its state.
  if (await isIdempotencyKeyUsed(services.ctx, session.id, key)) return err({ code: 'key-reused' });
  // The accepted contract names the other contact.
  if (body.contract) return err({ code: 'lead-differs' });
  return (await correctContact(services.ctx, session, contact.value)) ? ok(opened) : err({ code: 'lead-differs' });
}

/** Whether the contact data of a call matches the invoice's buyer, who is never corrected. */
export async function isForBuyerOf(
  services: ApiServices,
  session: CheckoutSession,
  body: PaymentBody,
): Promise<boolean> {
  if (!namesContact(body)) return true;
  const lead = await findLead(services.ctx, session);
  if (!lead) return true;
  const contact = readContact(services, { ...contactOf(lead), ...contactIn(body) }, session);
  return contact.ok && isSame(lead, contact.value);
}

function namesContact({ name, email, phone }: PaymentBody): boolean {
  return name !== undefined || email !== undefined || phone !== undefined;
}

function contactIn({ name, email, phone }: PaymentBody): Partial<Contact> {
  return {
    ...(name === undefined ? {} : { name }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
  };
}

function contactOf({ name, email, phone }: Lead): Contact {
  return { name, email, phone };
}

function isSame(lead: Lead, { name, email, phone }: Contact): boolean {
  return lead.name === name && lead.email === email && lead.phone === phone;
}

/** Checks and normalizes contact data by the rules of the lead page. */
function readContact(
  services: ApiServices,
  { name = '', email = '', phone = '' }: Partial<Contact> | PaymentBody,
  { market, locale }: Pick<CheckoutSession, 'market' | 'locale'>,
): Result<Contact, SessionFailure> {
  const checked = checkContact(services, { name, email, phone }, market, locale);
  if (checked.problems.length > 0) return err({ code: 'fields-invalid', problems: checked.problems });
  return ok({ name: normalizeText(name), email: normalizeEmail(email), phone: checked.phone });
}
