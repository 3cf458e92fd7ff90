import type { Order } from '#src/domain/orders/index.ts';
import type { Letter } from '../letter.types.ts';
import type { LetterDesk } from '../letter-desk.ts';

/** All of the price went back: how much, what ended with it, and whom to ask. */
export function orderRefundedLetter(desk: LetterDesk, { returned }: Pick<Order, 'returned'>): Letter {
  const { t, name, product, brand } = desk;
  const amount = desk.money(returned);
  return desk.finish(
    'order-refunded',
    [
      { kind: 'paragraph', text: t('letter.order-refunded.intro', { name, product, amount }) },
      {
        kind: 'facts',
        heading: t('letter.order-refunded.facts'),
        rows: [
          desk.orderRow,
          { label: t('letter.row.product'), value: product },
          { label: t('letter.row.returned'), value: amount, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t('letter.order-refunded.wrong.heading'),
        text: t('letter.order-refunded.wrong.text'),
        link: { label: t('letter.footer.help'), href: brand.links.faq },
      },
    ],
    { amount },
  );
}
