/** What is sold in a run, by the brand that sells it. */
export interface Shop {
  readonly brand: string;
  readonly business: string;
  readonly productCode: string;
  /** Of what is bought there; absent: the usual one. */
  readonly planId?: string;
  /** In addresses of pages. */
  readonly key: string;
  /** Its company's name, which no other brand's page may show. */
  readonly company: string;
  /** Absent: it has none. */
  readonly voucher?: string;
  readonly seller?: string;
}

export const shops = {
  english: {
    brand: 'wise-up',
    business: 'wiseup-online',
    productCode: 'wise-up-online',
    key: 'wup',
    company: 'Wise Up Escola de Inglês',
    voucher: 'so-uma-vez',
    seller: 'ana',
  },
  doctors: {
    brand: 'medcof',
    business: 'medcof',
    productCode: 'medcof',
    key: 'medcof',
    company: 'MedCof Ensino Médico',
    voucher: 'plantao-24h',
    seller: 'caio',
  },
  event: {
    brand: 'vende-c',
    business: 'vende-c',
    productCode: 'vende-c-vip',
    key: 'vc-vip',
    company: 'Vende-C Eventos e Conteúdo',
    voucher: 'palco-12',
    seller: 'duda',
  },
  /** Paid month by month, by a consent at the buyer's bank. */
  months: {
    brand: 'conquer',
    business: 'conquer',
    productCode: 'conquer',
    planId: 'conquer-monthly-t',
    key: 'conquer',
    company: 'Conquer Escola de Negócios',
  },
} as const satisfies Readonly<Record<string, Shop>>;

/** Largest number of uses of the vouchers that have one. */
export const voucherLimits: Readonly<Record<string, number>> = { 'so-uma-vez': 1, 'plantao-24h': 200, 'palco-12': 50 };

export const kinds = [
  ...(['card', 'card', 'card', 'card', 'pix', 'pix', 'pix', 'slip', 'slip'] as const),
  ...(['two-cards', 'two-cards', 'refused-card', 'half-refused', 'voucher', 'voucher', 'seat', 'seat'] as const),
  ...(['refund', 'refund', 'renewal', 'renewal', 'twice', 'pix-twice', 'left'] as const),
  ...(['regret', 'earner', 'consent', 'eraser'] as const),
];
export type Kind = (typeof kinds)[number];

export const shopOf = (kind: Kind, n: number): Shop => {
  if (kind === 'seat') return shops.event;
  if (kind === 'consent') return shops.months;
  if (kind === 'pix') return [shops.english, shops.doctors, shops.event][n % 3] ?? shops.english;
  if (kind === 'voucher') return n % 3 === 0 ? shops.doctors : shops.english;
  return shops.english;
};
