import type { Brand } from '#src/branding/index.ts';
import { companyParts } from '#src/domain/documents/contracts/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { EmailContent, EmailRow } from './email.types.ts';

/** The parts that every kind of e-mail is built from. */
export interface EmailBuilder {
  readonly t: Translator;
  readonly locale: Locale;
  readonly brand: Brand;
  /** Minor units as the reader writes money. */
  readonly money: (amount: bigint) => string;
  /** The buyer's first name. */
  readonly name: string;
  /** What is bought, in one line. */
  readonly product: string;
  /** The order's reference, as the first row of every table. */
  readonly orderRow: EmailRow;
  /** Builds the e-mail; `values` fill the texts of subject, preview and heading. */
  readonly build: (
    kind: string,
    blocks: EmailContent['blocks'],
    values: Readonly<Record<string, string>>,
  ) => EmailContent;
}

/** Creates the builder of one buyer's e-mail. */
export function createEmailBuilder(from: {
  readonly t: Translator;
  readonly locale: Locale;
  readonly brand: Brand;
  readonly currency: Currency;
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly product: string;
  /** Empty where the e-mail is about no order. */
  readonly orderReference: string;
}): EmailBuilder {
  const { t, locale, brand, product } = from;
  const name = from.buyerName.trim().split(/\s+/)[0] ?? '';
  const number = from.orderReference;
  return {
    t,
    locale,
    brand,
    product,
    name,
    money: (amount) => formatMoney({ amount, currency: from.currency }, locale),
    orderRow: { label: t('email.row.order'), value: number },
    build: (kind, blocks, values) => {
      const all = { name, product, number, ...values };
      return {
        locale,
        subject: t(`email.${kind}.subject`, all),
        preview: t(`email.${kind}.preview`, all),
        heading: t(`email.${kind}.heading`, all),
        blocks,
        footer: {
          seller: t('email.footer.seller', { seller: companyParts(brand.documents.company).join(' · ') }),
          reason: t('email.footer.reason', { email: from.buyerEmail }),
          links: [
            { label: t('email.footer.help'), href: brand.links.faq },
            { label: t('email.footer.terms'), href: brand.links.terms },
            { label: t('email.footer.politics'), href: brand.links.politics },
            ...(brand.links.complaintsBook === null
              ? []
              : [{ label: t('shell.complaints-book'), href: brand.links.complaintsBook }]),
          ],
        },
      };
    },
  };
}
