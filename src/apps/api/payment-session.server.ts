import { mayBegin } from '#src/domain/defences/index.server.ts';
import { openSessionWithLead } from '#src/domain/leads/index.server.ts';
import { type CheckoutSession, findSession, sessionOwning } from '#src/domain/sessions/index.server.ts';
import type { ProblemField } from '#src/kernel/errors/problem.ts';
import type { ProblemCode } from '#src/kernel/errors/problem-codes.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import { normalizeText } from '#src/kernel/validation/normalize.ts';
import type { ApiServices } from './api.contract.server.ts';
import { checkContact } from './contact.server.ts';
import { readSessionWish } from './session-wish.server.ts';
import type { PaymentBody } from './routes/payment.routes.server.ts';

interface SessionFailure {
  readonly code: ProblemCode;
  /** A proof of work is asked for, in this language. */
  readonly proofIn?: string;
  readonly problems?: readonly ProblemField[];
}

/** The session that a payment is for: the lead's own, or a new one when the call brings the contact data itself. */
export async function sessionForPayment(
  services: ApiServices,
  browserHash: string,
  body: PaymentBody,
  ip: string,
): Promise<Result<CheckoutSession, SessionFailure>> {
  if (body.sfLeadId !== undefined) {
    const session = await sessionOwning(services.ctx.db, browserHash, { leadId: body.sfLeadId });
    if (!session) return err({ code: 'lead-not-found' });
    return session.productCode === body.productCode && session.business === body.business
      ? ok(session)
      : err({ code: 'product-not-found' });
  }
  const wish = readSessionWish(services, browserHash, body);
  if (!wish.ok) return err({ code: wish.error });
  const { start, startWith } = wish.value;
  if (start.business !== body.business) return err({ code: 'product-not-found' });
  const held = await findSession(services.ctx, start);
  if (held?.leadId) return ok(held);
  const contact = { name: body.name ?? '', email: body.email ?? '', phone: body.phone ?? '' };
  const checked = checkContact(services, contact, start.market, start.locale);
  if (checked.problems.length > 0) return err({ code: 'fields-invalid', problems: checked.problems });
  const guesser = { ip, browserHash };
  if (!(await mayBegin(services.ctx, guesser, body.captchaToken)))
    return err({ code: 'captcha-needed', proofIn: start.locale });
  // The call's voucher is looked up with its price, and counted there; the session keeps the one that it had.
  const opened = await openSessionWithLead(services.ctx, startWith(held?.link['voucher'] ?? null), () => ({
    name: normalizeText(contact.name),
    email: normalizeEmail(contact.email),
    phone: checked.phone,
    consents: [],
    ip,
  }));
  return ok(opened.session);
}
