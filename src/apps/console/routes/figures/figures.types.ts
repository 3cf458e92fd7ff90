import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** Money of one key in one currency, in minor units; `back` is not negative, `net` is what came in without it. */
export interface FigureOf {
  readonly key: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly moneyIn: number;
  readonly back: number;
  readonly net: number;
  /** Ledger lines behind it. */
  readonly lines: number;
}

/** Answer of `GET /data/figures`: from the ledger alone. */
export interface Figures {
  /** When it was read, ISO 8601 in UTC: everything booked until then is in it. */
  readonly asOf: string;
  /** The last sealed day (UTC), whose lines no longer change; null before the first. */
  readonly sealedUntil: LocalDate | null;
  /** By currency; `key` is empty. */
  readonly totals: readonly FigureOf[];
  /** By day of the market's calendar, `YYYY-MM-DD`; days without money are absent. */
  readonly days: readonly FigureOf[];
  /** By the asked cut. */
  readonly cut: readonly FigureOf[];
  /** Methods that moved money in the period, whichever are asked for. */
  readonly methods: readonly string[];
  /** Money of buyers that waits to go back, at the end of the period, by currency. */
  readonly surplusOwed: readonly { readonly currency: string; readonly amount: number }[];
}

/** A ledger line behind a figure; `amount` in minor units, negative when it went back. */
export interface FigureLine {
  readonly id: string;
  readonly at: string;
  readonly orderId: string;
  readonly orderNumber: number;
  readonly brand: string;
  readonly method: string;
  readonly gateway: string;
  readonly movementId: string;
  /** As `capture-principal`, `refund-surplus`. */
  readonly kind: string;
  readonly currency: string;
  readonly amount: number;
}

/** Answer of `GET /data/figures/lines`, newest first. */
export interface FigureLines {
  readonly lines: readonly FigureLine[];
  /** Cursor of the next page; null: there is none. */
  readonly after: string | null;
}
