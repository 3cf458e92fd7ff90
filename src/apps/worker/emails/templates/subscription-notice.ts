import type { NoticeKind } from '#src/domain/subscriptions/dunning/index.ts';
import type { EmailContent, EmailBlock, EmailRow } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** What a notice of a subscription speaks of: finished text, in the reader's language. */
export interface SubscriptionNoticeData {
  readonly kind: NoticeKind;
  /** The reader's own address. */
  readonly email: string;
  /** What follows a failed charge: a retry, another instrument, or a payment by the buyer. */
  readonly waits: 'retry' | 'instrument' | 'pay';
  readonly plan: string;
  /** Price of the billing period. */
  readonly amount: string;
  /** The day on which it is, or was, charged. */
  readonly charge: string;
  /** The day before that one. */
  readonly last: string;
  readonly retry: string;
  /** The last day of access that is promised. */
  readonly until: string;
  /** The day on which the subscription ends if nothing is paid. */
  readonly ends: string;
  /** Last day of the paid billing period. */
  readonly term: string;
  /** It was ended at the bank. */
  readonly isStopped: boolean;
  /** The next billing period is not charged automatically: its buyer gets an invoice. */
  readonly hasInvoice: boolean;
  /** Link to pay the subscription, by any method, or to view it. */
  readonly url: string;
  /** The buyer's account page, for the payment instrument and cancellation; null when their brand is unknown. */
  readonly accountUrl: string | null;
}

type Values = Readonly<Record<string, string>>;

/** A reminder before a charge, after one that failed, or the word that it is over or well again. */
export function subscriptionNoticeEmail(builder: EmailBuilder, facts: SubscriptionNoticeData): EmailContent {
  const { t, name, product } = builder;
  const { amount, charge, last, retry, until, ends, term } = facts;
  const values = { name, product, amount, charge, last, retry, until, ends, term };
  const emailContent = builder.build(
    wordsOf(facts),
    [
      { kind: 'paragraph', text: t(introOf(facts), values) },
      ...goesOn(builder, facts),
      ...actionOf(builder, facts),
      { kind: 'facts', heading: t('email.notice.facts'), rows: rowsOf(builder, facts) },
      ...noteOf(builder, facts),
    ],
    values,
  );
  const reason = t('email.notice.reason', { email: facts.email });
  return { ...emailContent, footer: { ...emailContent.footer, reason } };
}

/** The text to a phone; it has no link, so that buyers do not learn to follow one. */
export function subscriptionNoticeText(
  t: EmailBuilder['t'],
  facts: Pick<SubscriptionNoticeData, 'kind' | 'waits'>,
  values: Values,
): string {
  return t(`text.${wordsOf(facts)}`, values);
}

/** An unpaid invoice is not a declined charge. */
function wordsOf({ kind, waits }: Pick<SubscriptionNoticeData, 'kind' | 'waits'>): NoticeKind | 'unpaid' {
  return kind === 'failed' && waits === 'pay' ? 'unpaid' : kind;
}

function isAhead(kind: NoticeKind): boolean {
  return kind === 'first-charge' || kind === 'renewal-early' || kind === 'renewal';
}

function introOf({ kind, waits, isStopped }: SubscriptionNoticeData): string {
  if (kind === 'failed' || kind === 'again') return `email.${kind}.${waits}`;
  if (kind === 'canceled') return `email.canceled.${isStopped ? 'stopped' : 'not-paid'}`;
  return `email.${kind}.intro`;
}

/** What the next billing period needs from the reader: nothing, or to wait for the invoice. */
function goesOn({ t }: EmailBuilder, { kind, hasInvoice }: SubscriptionNoticeData): EmailBlock[] {
  if (!isAhead(kind)) return [];
  return [{ kind: 'paragraph', text: t(hasInvoice ? 'email.notice.bill' : 'email.notice.goes-on') }];
}

function actionOf({ t }: EmailBuilder, { kind, waits, url }: SubscriptionNoticeData): EmailBlock[] {
  if (kind === 'canceled' || kind === 'recovered') return [];
  const isLooked = isAhead(kind);
  const isOther = (kind === 'failed' || kind === 'again') && waits !== 'pay';
  const label = isLooked ? 'email.notice.see' : isOther ? 'email.notice.other' : 'email.notice.pay';
  return [
    {
      kind: 'action',
      label: t(label),
      href: url,
      hint: t(isLooked ? 'email.notice.see.hint' : 'email.notice.hint'),
    },
  ];
}

function rowsOf({ t, product }: EmailBuilder, facts: SubscriptionNoticeData): EmailRow[] {
  const { kind, waits, plan, amount, charge, retry, until, ends, term } = facts;
  const rows: EmailRow[] = [
    { label: t('email.row.product'), value: product },
    { label: t('email.row.plan'), value: plan },
  ];
  if (kind === 'canceled') return rows;
  if (kind === 'recovered') return [...rows, { label: t('email.row.term-until'), value: term, isStrong: true }];
  rows.push({ label: t('email.row.term-price'), value: amount, isStrong: true });
  if (isAhead(kind)) return [...rows, { label: t('email.row.charge-on'), value: charge }];
  rows.push({ label: t('email.row.due-on'), value: charge });
  const isOpen = kind === 'failed' || kind === 'again' || kind === 'last-days';
  if (isOpen && waits === 'retry') rows.push({ label: t('email.row.retry-on'), value: retry });
  rows.push({ label: t(isOpen ? 'email.row.access-until' : 'email.row.ends-on'), value: isOpen ? until : ends });
  return rows;
}

function noteOf({ t }: EmailBuilder, { kind, accountUrl }: SubscriptionNoticeData): EmailBlock[] {
  if (kind === 'canceled' || kind === 'recovered' || accountUrl === null) return [];
  const words = isAhead(kind) ? 'email.notice.stop' : 'email.notice.help';
  const link = { label: t('email.notice.page'), href: accountUrl };
  return [{ kind: 'note', heading: t(`${words}.heading`), text: t(`${words}.text`), link }];
}
