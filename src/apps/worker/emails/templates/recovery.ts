import type { EmailContent } from '../email.types.ts';
import type { EmailBuilder } from '../email-builder.ts';

export interface RecoveryEmailData {
  /** The first letter, or one that comes after it. */
  readonly isFirst: boolean;
  /** Where the purchase goes on. */
  readonly payUrl: string;
  /** Where one press ends these letters. */
  readonly stopUrl: string;
  /** The price that is kept for the buyer, and until when, as finished text; null where today's price holds. */
  readonly heldPrice: { readonly total: string; readonly until: string } | null;
}

/** Somebody who agreed to hear from the school left before paying: what they left, and the way back and out. */
export function recoveryEmail(
  builder: EmailBuilder,
  { isFirst, payUrl, stopUrl, heldPrice }: RecoveryEmailData,
): EmailContent {
  const { t, name, product, brand } = builder;
  const kind = isFirst ? 'recovery' : 'recovery-again';
  const emailContent = builder.build(
    kind,
    [
      { kind: 'paragraph', text: t(`letter.${kind}.intro`, { name, product }) },
      { kind: 'action', label: t('letter.recovery.action'), href: payUrl, hint: t('letter.recovery.hint') },
      {
        kind: 'facts',
        heading: t('letter.recovery.facts'),
        rows: [
          { label: t('letter.row.product'), value: product },
          ...(heldPrice
            ? [
                { label: t('letter.row.total'), value: heldPrice.total, isStrong: true },
                { label: t('letter.recovery.until'), value: heldPrice.until },
              ]
            : []),
        ],
      },
      {
        kind: 'note',
        heading: t('letter.recovery.stop.heading'),
        text: t('letter.recovery.stop.text', { brand: brand.name }),
        link: { label: t('letter.recovery.stop.link'), href: stopUrl },
      },
    ],
    {},
  );
  return {
    ...emailContent,
    footer: { ...emailContent.footer, reason: t('letter.recovery.reason', { brand: brand.name }) },
  };
}
