import type { EmailFacts, WebhookFacts } from '../service-facts.types.ts';
import type { ExplanationRule, RuleMatch } from './explanation.types.ts';
import { count, type SaleView, text, time } from './sale-view.ts';

/** Refusals that another try to the same address will not mend. */
const isAddressRefused = ({ refusal, smtpCode }: EmailFacts): boolean =>
  refusal === 'unknown-address' || (refusal === 'mailbox-unavailable' && smtpCode !== null && smtpCode >= 500);

/** The newest e-mail of a kind: one that was sent again took the place of the one before. */
function email(view: SaleView, holds: (one: EmailFacts) => boolean): RuleMatch | false {
  const { emails } = view.sale;
  const newest = emails.filter(({ kind }, at) => emails.findLastIndex((other) => other.kind === kind) === at);
  const found = newest.findLast(holds);
  if (!found) return false;
  return {
    about: found.id,
    values: {
      ...{ code: text(found.smtpCode?.toString() ?? '–'), refusal: { kind: 'refusal', code: found.refusal ?? '–' } },
      ...{ tries: count(found.tries), since: time(found.createdAt) },
    },
  };
}
/** Whether the buyer's mailbox took a later e-mail: their address was corrected. */
const isReachedSince = ({ sale }: SaleView, { createdAt }: EmailFacts): boolean =>
  sale.emails.some((later) => later.outcome === 'accepted' && later.createdAt > createdAt);
const isClosed = (view: SaleView): boolean => view.isPaid && view.sale.access.at(-1)?.state === 'revoked';
/** The access e-mail of a paid sale whose course is open. */
const accessEmail = (view: SaleView, holds: (one: EmailFacts) => boolean): RuleMatch | false =>
  view.isPaid && !isClosed(view) && email(view, (one) => one.kind === 'order-paid' && holds(one));
/** A queued e-mail leaves within seconds. */
const queueSeconds = 120;
const isLate = (view: SaleView, at: Date): boolean => view.now.getTime() - at.getTime() > queueSeconds * 1000;

function webhook(view: SaleView, holds: (one: WebhookFacts) => boolean): RuleMatch | false {
  const found = view.sale.webhooks.findLast((one) => one.endpoint !== null && holds(one));
  if (!found) return false;
  return {
    about: found.eventId.toString(),
    values: {
      ...{ event: text(found.type), status: text(found.lastStatus?.toString() ?? '–') },
      ...{ failure: text(found.lastFailure ?? '–'), tries: count(found.tries), endpoint: text(found.endpoint ?? '') },
      ...(found.nextTryAt ? { next: time(found.nextTryAt) } : {}),
    },
  };
}

const closing = (view: SaleView, ...causes: readonly (string | null)[]): RuleMatch | false => {
  const found = isClosed(view) ? view.sale.access.findLast(({ step }) => step === 'closed') : undefined;
  return found !== undefined && causes.includes(found.cause) && { values: { at: time(found.at) } };
};

/** A sale that is paid, and whose buyer may nevertheless be missing something. */
export const serviceRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'access-email-bounced', tone: 'needs-you', cause: 'buyer', cure: 'buyer.correct' },
    when: (view) => accessEmail(view, (one) => one.outcome === 'refused' && isAddressRefused(one)),
  },
  {
    ...{ id: 'access-email-refused', tone: 'needs-you', cause: 'mail-server', cure: 'access.resend' },
    when: (view) => accessEmail(view, ({ outcome }) => outcome === 'refused'),
  },
  {
    ...{ id: 'access-email-given-up', tone: 'needs-you', cause: 'mail-server', cure: 'access.resend' },
    when: (view) => accessEmail(view, ({ state }) => state === 'given-up'),
  },
  {
    ...{ id: 'access-email-unreachable', tone: 'waits', cause: 'mail-server', cure: 'access.resend' },
    when: (view) => accessEmail(view, ({ state, outcome }) => state === 'waiting' && outcome === 'unreachable'),
  },
  {
    ...{ id: 'access-email-queued', tone: 'waits', cause: 'shop', cure: null },
    when: (view) => accessEmail(view, ({ state, createdAt }) => state === 'waiting' && isLate(view, createdAt)),
  },
  {
    ...{ id: 'webhook-given-up', tone: 'needs-you', cause: 'school-system', cure: 'webhook.replay' },
    when: (view) => webhook(view, ({ state }) => state === 'given-up'),
  },
  {
    ...{ id: 'webhook-refused', tone: 'waits', cause: 'school-system', cure: 'webhook.replay' },
    when: (view) =>
      webhook(view, ({ state, tries, lastStatus }) => state === 'waiting' && tries > 0 && lastStatus !== null),
  },
  {
    ...{ id: 'webhook-unreachable', tone: 'waits', cause: 'school-system', cure: 'webhook.replay' },
    when: (view) => webhook(view, ({ state, tries }) => state === 'waiting' && tries > 0),
  },
  {
    ...{ id: 'webhook-queued', tone: 'waits', cause: 'shop', cure: null },
    when: (view) => webhook(view, ({ state, createdAt }) => state === 'waiting' && isLate(view, createdAt)),
  },
  {
    ...{ id: 'webhook-endpoint-ended', tone: 'needs-you', cause: 'school-system', cure: 'webhook.replay' },
    when: (view) => webhook(view, ({ state }) => state === 'ended'),
  },
  {
    ...{ id: 'fiscal-note-refused', tone: 'needs-you', cause: 'tax-office', cure: 'task.work' },
    when: (view) => {
      const note = view.sale.documents.findLast(({ kind }) => kind === 'fiscal-note');
      return note?.state === 'refused' && { about: note.id, values: { refusal: text(note.refusal ?? '–') } };
    },
  },
  {
    ...{ id: 'email-bounced', tone: 'needs-you', cause: 'buyer', cure: 'buyer.correct' },
    when: (view) =>
      email(view, (one) => one.outcome === 'refused' && isAddressRefused(one) && !isReachedSince(view, one)),
  },
  {
    ...{ id: 'email-not-sent', tone: 'needs-you', cause: 'mail-server', cure: 'task.work' },
    when: (view) => !view.isUnpaid && email(view, (one) => one.state === 'given-up'),
  },
  {
    ...{ id: 'access-closed-unpaid-subscription', tone: 'waits', cause: 'buyer', cure: null },
    when: (view) => closing(view, 'suspended'),
  },
  {
    ...{ id: 'access-closed-by-cancellation', tone: 'ok', cause: 'buyer', cure: null },
    when: (view) => closing(view, 'canceled', 'withdrawn'),
  },
  {
    ...{ id: 'access-closed-by-refund', tone: 'ok', cause: 'staff', cure: null },
    when: (view) => closing(view, 'refunded'),
  },
  {
    ...{ id: 'access-closed', tone: 'needs-you', cause: 'shop', cure: null },
    when: (view) => isClosed(view) && {},
  },
];
