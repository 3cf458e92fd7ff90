import type { Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';

/** One part of a price, as it is set up; all texts are finished. */
export interface SplitPart {
  /** "1ª parte". */
  readonly title: string;
  readonly method: string;
  /** As `locale` writes it; null for the last part, which is what the others leave. */
  readonly amount: string | null;
}

/** What a page shows that lets a price be paid in several ways. Amounts are minor units. */
export interface PaymentSplit {
  readonly parts: readonly SplitPart[];
  readonly total: number;
  readonly currency: Currency;
  /** In which sums are shown, and read where they are typed. */
  readonly locale: Locale;
  /** For the installments of each part: what the price itself is offered in. */
  readonly installments: readonly { readonly count: number; readonly monthlyRate: string }[];
  /** The least installment; null = the plan names none. */
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
