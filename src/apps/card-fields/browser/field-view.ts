import type { CardFieldName } from '#src/rails/card/card-fields.protocol.ts';

/** The document's controls, and the drawings that change with the brand. */
export interface Controls extends Readonly<Record<Exclude<CardFieldName, 'brand'>, HTMLInputElement>> {
  readonly brand: HTMLSelectElement;
  readonly mark: SVGUseElement;
  readonly codeMark: SVGUseElement;
  readonly codeHint: HTMLElement;
}

/** Ids of the controls; browsers and password managers know a field again by its id. */
export const controlIds: Readonly<Record<CardFieldName, string>> = {
  number: 'cc-number',
  brand: 'cc-brand',
  holder: 'cc-name',
  expiry: 'cc-exp',
  'security-code': 'cc-csc',
};

function find<T extends Element>(kind: new () => T, selector: string): T {
  const element = document.querySelector(selector);
  if (!(element instanceof kind)) throw new TypeError(`The document has no ${selector}`);
  return element;
}

/** The controls of this document; throws when one is missing. */
export function findControls(): Controls {
  const input = (field: CardFieldName) => find(HTMLInputElement, `#${controlIds[field]}`);
  return {
    number: input('number'),
    holder: input('holder'),
    expiry: input('expiry'),
    'security-code': input('security-code'),
    brand: find(HTMLSelectElement, `#${controlIds.brand}`),
    mark: find(SVGUseElement, '.brand use'),
    codeMark: find(SVGUseElement, '.suffix use'),
    codeHint: find(HTMLElement, '#cc-csc-hint'),
  };
}

/** Shows a control's message, or takes it away with null. */
export function showProblem(control: HTMLElement, message: string | null): void {
  const error = document.getElementById(`${control.id}-error`);
  const text = error?.querySelector('span');
  if (!error || !text) return;
  if (message) text.textContent = message;
  error.hidden = !message;
  if (message) {
    control.setAttribute('aria-invalid', 'true');
    control.setAttribute('aria-describedby', error.id);
  } else {
    control.removeAttribute('aria-invalid');
    control.removeAttribute('aria-describedby');
  }
}
