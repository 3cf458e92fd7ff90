import {
  cardBrandRule,
  cardCvvRule,
  cardExpiryRule,
  readCardExpiry,
} from '#src/kernel/validation/card/card-fields.rules.ts';
import { nameRule } from '#src/kernel/validation/name.rule.ts';
import { normalizeText } from '#src/kernel/validation/normalize.ts';
import type { MessageKey } from '#src/kernel/validation/rule.types.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import { acceptedBrands, brandById, brandOf, mayBeCorrected } from '#src/rails/card/brands.ts';
import type { CardBrand } from '#src/rails/card/brands.ts';
import type { CardFieldName } from '#src/rails/card/card-fields.protocol.ts';
import { cardNumberGroups, cardNumberRule, isCardNumber } from '#src/rails/card/card-number.ts';
import type { PageConfig } from '../page-config.ts';
import { showProblem } from './field-view.ts';
import type { Controls } from './field-view.ts';
import type { SecretCard } from './encrypt-card.ts';
import { digitsOf, bindInputFormatting, shortExpiry, typeDigits, typeExpiry, typeNumber } from './input-formatting.ts';

/** Card data that may leave this page. */
export interface CardSummary {
  readonly complete: boolean;
  readonly brand: string | null;
  readonly last4: string | null;
}

/** The card's fields: their values, their errors, and which errors are shown. */
export interface CardForm {
  /** Called after each change of `cardSummary`. */
  onChange: (cardSummary: CardSummary) => void;
  cardSummary(): CardSummary;
  /** Shows all errors and returns the invalid fields in their order. */
  check(): readonly CardFieldName[];
  /** Focuses the first invalid field, or the first field when all are valid. */
  focusFirst(): void;
  /** The card. Call `check` first; `expiry` is MM/AA. */
  card(): Omit<SecretCard, 'iat' | 'jti'> & { readonly brand: string; readonly expiry: string };
  clear(): void;
}

/** Error of a field: a rule's message, or a brand that the school does not accept. */
type Message = MessageKey | 'card-fields.not-taken';

const isAccepted = (brand: string): boolean => acceptedBrands.includes(brand);

const whole: readonly CardFieldName[] = ['number', 'brand', 'holder', 'expiry', 'security-code'];

export function cardForm(controls: Controls, facts: PageConfig): CardForm {
  const today = requireLocalDate(facts.today);
  const order: readonly CardFieldName[] = facts.kept === null ? whole : ['security-code'];
  const touched = new Set<CardFieldName>();
  /** The brand that the buyer chose (empty: none), and the detected brand at that time. Reset when detection changes. */
  let correction: { readonly brand: string; readonly against: string | null } | null = null;
  let reported = '';

  const digits = () => digitsOf(controls.number.value);
  const recognised = () => brandOf(digits())?.id ?? null;
  function brand(): CardBrand | null {
    if (facts.kept !== null) return brandById(facts.kept);
    if (correction && correction.against !== recognised()) correction = null;
    return correction ? brandById(correction.brand) : brandOf(digits());
  }

  const rules: Readonly<Record<CardFieldName, () => Message | null>> = {
    number: () => cardNumberRule(digits()),
    brand: () => {
      const [id, isWhole] = [brand()?.id ?? '', isCardNumber(digits())];
      if (id === '') return cardBrandRule(id, { isNumberWhole: isWhole });
      // The detected brand of an incomplete number is not reported.
      const isGood = !isWhole || (isAccepted(id) && mayBeCorrected(brandOf(digits()), id));
      return isGood ? null : 'card-fields.not-taken';
    },
    holder: () => nameRule(controls.holder.value),
    expiry: () => cardExpiryRule(controls.expiry.value, { today }),
    'security-code': () => {
      const length = brand()?.cvvLength;
      return cardCvvRule(controls['security-code'].value, length ? { length } : {});
    },
  };

  const form: CardForm = {
    onChange: () => undefined,
    cardSummary() {
      const number = digits();
      const last4 = isCardNumber(number) ? number.slice(-4) : null;
      const id = brand()?.id ?? null;
      const accepted = id !== null && isAccepted(id) ? id : null;
      return { complete: order.every((field) => rules[field]() === null), brand: accepted, last4 };
    },
    check() {
      for (const field of order) touched.add(field);
      show();
      return order.filter((field) => rules[field]() !== null);
    },
    focusFirst() {
      controls[order.find((field) => rules[field]() !== null) ?? order[0] ?? 'number'].focus();
    },
    card() {
      const { month, year } = readCardExpiry(controls.expiry.value) ?? { month: 0, year: 0 };
      return {
        number: digits(),
        holder: normalizeText(controls.holder.value),
        expiryMonth: month,
        expiryYear: year,
        securityCode: controls['security-code'].value.trim(),
        brand: brand()?.id ?? '',
        expiry: `${String(month).padStart(2, '0')}/${String(year).slice(-2)}`,
      };
    },
    clear() {
      correction = null;
      touched.clear();
      for (const field of order) controls[field].value = '';
      show();
    },
  };

  function show(): void {
    for (const field of order) {
      const problem = touched.has(field) ? rules[field]() : null;
      const name = brandOf(digits())?.name ?? '';
      showProblem(controls[field], problem && (facts.words[problem] ?? problem).replace('{brand}', name));
    }
    showBrand();
    const cardSummary = form.cardSummary();
    const current = JSON.stringify(cardSummary);
    if (current !== reported) form.onChange(cardSummary);
    reported = current;
  }

  function showBrand(): void {
    const known = brand();
    const { brand: accepted } = form.cardSummary();
    controls.brand.value = accepted ?? '';
    controls.mark.setAttribute('href', `#mark-${accepted ?? 'none'}`);
    controls.codeMark.setAttribute('href', known?.cvvLength === 4 ? '#code-front' : '#code-back');
    controls.codeHint.textContent = facts.words[`card-fields.code-hint-${known?.cvvLength ?? 3}`] ?? '';
  }

  bindInputFormatting(controls.number, (edit) => typeNumber(edit, cardNumberGroups));
  bindInputFormatting(controls.expiry, typeExpiry);
  bindInputFormatting(controls['security-code'], (edit) => typeDigits(edit, brand()?.cvvLength ?? 4));
  controls.brand.addEventListener('input', () => {
    correction = { brand: controls.brand.value, against: recognised() };
    touched.add('brand');
  });
  // An emptied number is followed by another card; its brand is required at `check` or with a complete number.
  controls.number.addEventListener('input', () => {
    if (digits() === '') touched.delete('brand');
  });
  for (const field of order) {
    controls[field].addEventListener('input', show);
    controls[field].addEventListener('blur', () => {
      if (field === 'expiry') controls.expiry.value = shortExpiry(controls.expiry.value);
      // An empty field that loses focus is not touched.
      if (controls[field].value.trim() !== '') touched.add(field);
      if (touched.has('number') && isCardNumber(digits())) touched.add('brand');
      show();
    });
  }
  show();
  return form;
}
