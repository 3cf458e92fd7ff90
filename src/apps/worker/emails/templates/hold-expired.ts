import type { Order } from '#src/domain/orders/index.ts';
import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

/** The time to pay the rest is over: nothing was bought, and whatever was kept or taken for it goes back. */
export function holdExpiredEmail(
  builder: EmailBuilder,
  { order, payUrl }: { readonly order: Pick<Order, 'total' | 'received'>; readonly payUrl: string },
): EmailContent {
  const { t, name, product, brand } = builder;
  const total = builder.money(order.total);
  return builder.build(
    'order-undone',
    [
      { kind: 'paragraph', text: t('email.order-undone.intro', { name, product, total }) },
      {
        kind: 'paragraph',
        text: t(order.received > 0n ? 'email.order-undone.returned' : 'email.order-undone.released'),
      },
      { kind: 'action', label: t('email.order-undone.action'), href: payUrl, hint: null },
      {
        kind: 'facts',
        heading: t('email.order-undone.facts'),
        rows: [
          builder.orderRow,
          { label: t('email.row.product'), value: product },
          { label: t('email.row.total'), value: total },
          ...(order.received > 0n
            ? [{ label: t('email.row.returned'), value: builder.money(order.received), isStrong: true }]
            : []),
        ],
      },
      {
        kind: 'note',
        heading: t('email.order-undone.wrong.heading'),
        text: t('email.order-undone.wrong.text'),
        link: { label: t('email.footer.help'), href: brand.links.faq },
      },
    ],
    { total },
  );
}
