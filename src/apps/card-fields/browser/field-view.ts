import type { CardFieldName } from '#src/rails/card/card-fields.protocol.ts';

/** The document's controls, and the icons that change with the brand. */
export interface Controls extends Readonly<Record<Exclude<CardFieldName, 'brand'>, HTMLInputElement>> {
  readonly brand: HTMLSelectElement;
  readonly mark: SVGUseElement;
  readonly codeMark: SVGUseElement;
  readonly codeHint: HTMLElement;
}

/** Ids of the controls. Stable, since browsers and password managers identify a field by its id. */
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

/** The controls of this document; throws when one is missing. A saved card has only the code's; the others are detached. */
export function findControls(isKept: boolean): Controls {
  const input = (field: CardFieldName) => find(HTMLInputElement, `#${controlIds[field]}`);
  const shown = { 'security-code': input('security-code'), ...codeDrawings() };
  if (isKept) {
    const none = () => document.createElement('input');
    const mark = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    const brand = document.createElement('select');
    return { number: none(), holder: none(), expiry: none(), brand, mark, ...shown };
  }
  return {
    number: input('number'),
    holder: input('holder'),
    expiry: input('expiry'),
    ...shown,
    brand: find(HTMLSelectElement, `#${controlIds.brand}`),
    mark: find(SVGUseElement, '.brand use'),
  };
}

function codeDrawings(): Pick<Controls, 'codeMark' | 'codeHint'> {
  return { codeMark: find(SVGUseElement, '.suffix use'), codeHint: find(HTMLElement, '#cc-csc-hint') };
}

/** Shows a control's error; null hides it. */
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
    const hint = document.getElementById(`${control.id}-hint`);
    if (hint) control.setAttribute('aria-describedby', hint.id);
    else control.removeAttribute('aria-describedby');
  }
}
