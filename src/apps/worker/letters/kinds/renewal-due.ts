import type { Letter } from '../letter.types.ts';
import type { LetterDesk } from '../letter-desk.ts';

/** What a bill for the next term speaks of: finished text, in the reader's language. */
export interface RenewalDueFacts {
  readonly amount: string;
  /** The last day on which it is paid in time. */
  readonly due: string;
  /** First and last day of the term that it pays for. */
  readonly from: string;
  readonly to: string;
  readonly payUrl: string;
}

/** Nothing is charged by itself: what the next term costs, until when, and where to pay it. */
export function renewalDueLetter(desk: LetterDesk, facts: RenewalDueFacts): Letter {
  const { t, name, product, brand } = desk;
  const { amount, due, from, to, payUrl } = facts;
  const values = { name, product, amount, due, from, to };
  return desk.finish(
    'renewal-due',
    [
      { kind: 'paragraph', text: t('letter.renewal-due.intro', values) },
      {
        kind: 'action',
        label: t('letter.renewal-due.action', values),
        href: payUrl,
        hint: t('letter.renewal-due.hint'),
      },
      {
        kind: 'facts',
        heading: t('letter.renewal-due.facts'),
        rows: [
          desk.orderRow,
          { label: t('letter.renewal-due.row.term'), value: t('letter.renewal-due.term', values) },
          { label: t('letter.renewal-due.row.due'), value: due },
          { label: t('letter.row.total'), value: amount, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t('letter.renewal-due.other.heading'),
        text: t('letter.renewal-due.other.text'),
        link: { label: t('letter.footer.help'), href: brand.links.faq },
      },
    ],
    values,
  );
}
