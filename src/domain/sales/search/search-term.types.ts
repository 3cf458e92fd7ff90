import type { LocalDate } from '#src/kernel/time/local-date.ts';

/** Kinds of numbers and words that are stored as they are typed, once blanks, dots and dashes are gone. */
export type TextProbeKind =
  /** An address, lower case. */
  | 'email'
  /** E.164. */
  | 'phone'
  /** The last eight digits of a phone. */
  | 'phone-end'
  /** CPF, CNPJ, DNI, CE, RUC or NUIT: digits and capitals. */
  | 'document'
  /** The order's running number, digits. */
  | 'order-number'
  /** The order's reference: six letters, without the hyphen. */
  | 'order-reference'
  /** An id of ours with its prefix (`ord_…`, `att_…`, `sub_…`). */
  | 'id'
  /** A webhook's id, `evt_…`. */
  | 'webhook-id'
  /** The gateway's own id of a movement: a Pix end-to-end id, a transfer. */
  | 'movement'
  /** The gateway's own id of a charge: a txid, a slip's number, `ch_…`. */
  | 'charge'
  /** 44 digits of a slip. */
  | 'barcode'
  /** The bank's number of a slip (nosso número). */
  | 'our-number'
  /** The text of a Pix code (copia e cola). */
  | 'payment-code'
  /** PagoEfectivo's code. */
  | 'cash-code'
  /** Six letters that are said at a unit's counter. */
  | 'collection-code'
  | 'invoice-number'
  /** The number of a fiscal note (NFS-e). */
  | 'fiscal-note'
  /** The fifty digits of a fiscal note's access key. */
  | 'fiscal-key'
  | 'voucher'
  /** Four digits of a card. */
  | 'last4';

/** One thing that a search term may mean. */
export type SearchProbe =
  | { readonly kind: TextProbeKind; readonly value: string }
  /** Words of a name in any order, without accents, each perhaps only its beginning. */
  | { readonly kind: 'name'; readonly words: readonly string[] }
  /** Minor units, of whatever currency; `day`: the day in the market on which it began or was paid. */
  | { readonly kind: 'amount'; readonly amount: bigint; readonly day: LocalDate | null };

export type SearchProbeKind = SearchProbe['kind'];

/** What reading a term needs to know of its reader. */
export interface SearchTermContext {
  /** The reader's day, by which `ontem` and `12/11` are read. */
  readonly today: LocalDate;
}
