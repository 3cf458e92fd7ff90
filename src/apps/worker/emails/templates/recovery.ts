import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

export interface RecoveryEmailData {
  /** The first reminder, or a later one. */
  readonly isFirst: boolean;
  /** Where the purchase goes on. */
  readonly payUrl: string;
  /** Address of the one-click unsubscribe. */
  readonly stopUrl: string;
  /** The price that is kept for the buyer, and until when, as finished text; null where today's price holds. */
  readonly heldPrice: { readonly total: string; readonly until: string } | null;
}

/** A reminder of an abandoned checkout, for a buyer who consented: what they left, the way back, and how to unsubscribe. */
export function recoveryEmail(
  builder: EmailBuilder,
  { isFirst, payUrl, stopUrl, heldPrice }: RecoveryEmailData,
): EmailContent {
  const { t, name, product, brand } = builder;
  const kind = isFirst ? 'recovery' : 'recovery-again';
  const emailContent = builder.build(
    kind,
    [
      { kind: 'paragraph', text: t(`email.${kind}.intro`, { name, product }) },
      { kind: 'action', label: t('email.recovery.action'), href: payUrl, hint: t('email.recovery.hint') },
      {
        kind: 'facts',
        heading: t('email.recovery.facts'),
        rows: [
          { label: t('email.row.product'), value: product },
          ...(heldPrice
            ? [
                { label: t('email.row.total'), value: heldPrice.total, isStrong: true },
                { label: t('email.recovery.until'), value: heldPrice.until },
              ]
            : []),
        ],
      },
      {
        kind: 'note',
        heading: t('email.recovery.stop.heading'),
        text: t('email.recovery.stop.text', { brand: brand.name }),
        link: { label: t('email.recovery.stop.link'), href: stopUrl },
      },
    ],
    {},
  );
  return {
    ...emailContent,
    footer: { ...emailContent.footer, reason: t('email.recovery.reason', { brand: brand.name }) },
  };
}
