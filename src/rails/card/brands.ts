/** A card brand; `id` is the specification's word. */
export interface CardBrand {
  readonly id: string;
  readonly name: string;
  /** Lengths of its numbers, in digits; old cards of 19 are recognised but not accepted in a form. */
  readonly lengths: readonly number[];
  readonly cvvLength: 3 | 4;
  /** First digits: single prefixes and ranges of prefixes of one length, separated by blanks. */
  readonly prefixes: string;
}

/**
 * Brands by which a number can be recognised. Elo and Hipercard publish no list, so this is best effort: the buyer may
 * correct the brand and the acquirer decides. Other brands (Discover …) are recognised but not accepted.
 */
export const cardBrands: readonly CardBrand[] = [
  { id: 'visa', name: 'Visa', lengths: [16], cvvLength: 3, prefixes: '4' },
  { id: 'mastercard', name: 'Mastercard', lengths: [16], cvvLength: 3, prefixes: '51-55 2221-2720' },
  { id: 'american_express', name: 'Amex', lengths: [15], cvvLength: 4, prefixes: '34 37' },
  {
    id: 'elo',
    name: 'Elo',
    lengths: [16],
    cvvLength: 3,
    prefixes:
      '401178 401179 438935 457631 457632 431274 451416 457393 504175 506699-506778 509000-509999 627780 636297 636368 ' +
      '650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 ' +
      '651652-651679 655000-655019 655021-655058',
  },
  { id: 'diners', name: 'Diners Club', lengths: [14, 16], cvvLength: 3, prefixes: '300-305 36 38 39' },
  { id: 'hipercard', name: 'Hipercard', lengths: [16, 19], cvvLength: 3, prefixes: '606282 384100 384140 384160' },
  {
    id: 'hiper',
    name: 'Hiper',
    lengths: [16],
    cvvLength: 3,
    prefixes: '637095 637568 637599 637609 637612 63737423 63743358',
  },
  { id: 'discover', name: 'Discover', lengths: [16], cvvLength: 3, prefixes: '6011 644-649 65' },
  { id: 'aura', name: 'Aura', lengths: [19], cvvLength: 3, prefixes: '50' },
  { id: 'jcb', name: 'JCB', lengths: [16], cvvLength: 3, prefixes: '3528-3589' },
];

/** Accepted brands: the specification's five and Hipercard. */
export const acceptedBrands: readonly string[] = [
  'visa',
  'mastercard',
  'elo',
  'american_express',
  'diners',
  'hipercard',
];

interface Prefix {
  readonly from: string;
  readonly to: string;
  readonly brand: CardBrand;
}

const longestFirst: readonly Prefix[] = cardBrands
  .flatMap((brand) =>
    brand.prefixes.split(' ').map((prefix) => {
      const [from = '', to = from] = prefix.split('-');
      return { from, to, brand };
    }),
  )
  .sort((left, right) => right.from.length - left.from.length);

/** Brand of a number or of its first digits: the longest matching prefix wins, so that Elo comes before Visa. */
export function brandOf(digits: string): CardBrand | null {
  const match = longestFirst.find(({ from, to }) => {
    const head = digits.slice(0, from.length);
    return head.length === from.length && head >= from && head <= to;
  });
  return match?.brand ?? null;
}

/** Brands without a public list of numbers: one of their numbers may be recognised as another brand's. */
const unlisted: ReadonlySet<string> = new Set(['elo', 'hipercard']);
/** Numbers with these prefixes belong to the recognised brand only. */
const certain: ReadonlySet<string> = new Set(['jcb']);

/**
 * Whether the buyer's choice overrides the brand that a number is recognised as. A brand that is not accepted is
 * overridden only by one without a public list of numbers: a Discover card cannot be declared a Visa card.
 */
export function mayBeCorrected(recognised: CardBrand | null, chosen: string): boolean {
  if (recognised === null || acceptedBrands.includes(recognised.id)) return true;
  return unlisted.has(chosen) && !certain.has(recognised.id);
}

export function brandById(id: string): CardBrand | null {
  return cardBrands.find((brand) => brand.id === id) ?? null;
}
