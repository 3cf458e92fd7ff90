import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';

/** One part of a split, as formatted text. */
export interface SplitPart {
  /** "1ª parte". */
  readonly title: string;
  readonly method: string;
  /** In the format of `locale`; null for the last part, which is the rest. */
  readonly amount: string | null;
}

/** The data of a split payment form. Amounts are minor units. */
export interface PaymentSplit {
  readonly parts: readonly SplitPart[];
  readonly total: number;
  readonly currency: Currency;
  /** Locale in which amounts are shown and typed. */
  readonly locale: Locale;
  /** For the installments of each part: the price's own options. */
  readonly installments: readonly { readonly count: number; readonly monthlyRate: string }[];
  /** The minimum installment; null = the plan has none. */
  readonly minimumInstallment: number | null;
  readonly words: {
    readonly legend: string;
    readonly way: string;
    readonly amount: string;
    readonly rest: string;
    readonly sum: string;
    readonly update: string;
  };
  readonly more: { readonly href: string; readonly label: string } | null;
  readonly whole: { readonly href: string; readonly label: string };
}
