import type { Order } from '#src/domain/orders/index.ts';
import type { Letter } from '../letter.types.ts';
import type { LetterDesk } from '../letter-desk.ts';

/** Less came than was owed: what came, what is missing, and where to pay it. */
export function orderUnderpaidLetter(
  desk: LetterDesk,
  { order, payUrl }: { readonly order: Order; readonly payUrl: string },
): Letter {
  const { t, name, product, brand } = desk;
  const received = desk.money(order.received);
  const missing = desk.money(order.total - order.received);
  return desk.finish(
    'order-underpaid',
    [
      { kind: 'paragraph', text: t('letter.order-underpaid.intro', { name, product, received, missing }) },
      { kind: 'action', label: t('letter.order-underpaid.action', { missing }), href: payUrl, hint: null },
      {
        kind: 'facts',
        heading: t('letter.order-underpaid.facts'),
        rows: [
          desk.orderRow,
          { label: t('letter.row.total'), value: desk.money(order.total) },
          { label: t('letter.row.received'), value: received },
          { label: t('letter.row.missing'), value: missing, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t('letter.order-underpaid.other.heading'),
        text: t('letter.order-underpaid.other.text'),
        link: { label: t('letter.footer.help'), href: brand.links.faq },
      },
    ],
    { received, missing },
  );
}
