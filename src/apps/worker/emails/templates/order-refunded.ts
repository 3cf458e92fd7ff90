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
      { kind: 'paragraph', text: t('email.order-refunded.intro', { name, product, amount }) },
      {
        kind: 'facts',
        heading: t('email.order-refunded.facts'),
        rows: [
          builder.orderRow,
          { label: t('email.row.product'), value: product },
          { label: t('email.row.returned'), value: amount, isStrong: true },
        ],
      },
      {
        kind: 'note',
        heading: t('email.order-refunded.wrong.heading'),
        text: t('email.order-refunded.wrong.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { amount },
  );
}
