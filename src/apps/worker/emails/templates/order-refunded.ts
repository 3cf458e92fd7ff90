import type { Order } from '#src/domain/orders/index.ts';
import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** All of the price went back: how much, what ended with it, and whom to ask. */
export function orderRefundedEmail(builder: EmailBuilder, { returned }: Pick<Order, 'returned'>): EmailContent {
  const { t, name, product, brand } = builder;
  const amount = builder.money(returned);
  return builder.build(
    'order-refunded',
    [
      { kind: 'paragraph', text: t('letter.order-refunded.intro', { name, product, amount }) },
      {
        kind: 'facts',
        heading: t('letter.order-refunded.facts'),
        rows: [
          builder.orderRow,
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
