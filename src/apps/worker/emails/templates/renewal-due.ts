import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** Data of an invoice for the next billing period: finished text, in the reader's language. */
export interface RenewalDueEmailData {
  readonly amount: string;
  /** The last day on which it is paid in time. */
  readonly due: string;
  /** First and last day of the billing period. */
  readonly from: string;
  readonly to: string;
  readonly payUrl: string;
  /** Last day of the trial before it; null for a period that follows a paid one. */
  readonly last: string | null;
}

/** Nothing is charged automatically: price of the next billing period, its due day, and the link to pay it. */
export function renewalDueEmail(builder: EmailBuilder, facts: RenewalDueEmailData): EmailContent {
  const { t, name, product, brand } = builder;
  const { amount, due, from, to, payUrl, last } = facts;
  const values = { name, product, amount, due, from, to, last: last ?? '' };
  const kind = last === null ? 'renewal-due' : 'first-payment';
  return builder.build(
    kind,
    [
      { kind: 'paragraph', text: t(`email.${kind}.intro`, values) },
      {
        kind: 'action',
        label: t('email.renewal-due.action', values),
        href: payUrl,
        hint: t('email.renewal-due.hint'),
      },
      {
        kind: 'facts',
        heading: t(`email.${kind}.facts`),
        rows: [
          builder.orderRow,
          { label: t('email.renewal-due.row.term'), value: t('email.renewal-due.term', values) },
          { label: t('email.renewal-due.row.due'), value: due },
          { label: t('email.row.total'), value: amount, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t(last === null ? 'email.renewal-due.other.heading' : 'email.first-payment.other'),
        text: t('email.renewal-due.other.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    values,
  );
}
