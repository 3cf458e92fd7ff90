import { sessionStore } from '#src/ui/storage/session-store.ts';

/** The fields of the lead form that the browser's session remembers as `dataForm`; the country goes before its phone. */
const remembered = ['country', 'name', 'email', 'phone'] as const;

/** Remembers who buys for the next form in this tab: what was typed, and nothing else of the form. */
export function storeBuyer(values: Readonly<Record<string, string>>): void {
  sessionStore.write('dataForm', Object.fromEntries(remembered.map((name) => [name, values[name] ?? ''])));
}

/** Name, e-mail, phone and its country as they were stored; what is not text is left out. */
export function readStoredBuyer(): Readonly<Partial<Record<(typeof remembered)[number], string>>> {
  const stored = sessionStore.read('dataForm');
  if (typeof stored !== 'object' || stored === null) return {};
  const entries = Object.entries(stored);
  return Object.fromEntries(
    remembered.flatMap((name) => entries.filter(([key, value]) => key === name && typeof value === 'string')),
  );
}

/**
 * Fills a form that the server knows nothing for, e.g. that of another product's link in the same tab. A field in which
 * something stands is left alone, and so is a country that the form does not offer.
 */
export function fillFromStore(form: HTMLFormElement): void {
  const stored = readStoredBuyer();
  const elements = remembered.map((name) => [form.elements.namedItem(name), stored[name]] as const);
  const isUntouched = elements.every(([element]) => !(element instanceof HTMLInputElement) || element.value === '');
  if (!isUntouched) return;
  for (const [element, value] of elements) {
    if (value === undefined || value === '') continue;
    if (element instanceof HTMLInputElement) element.value = value;
    const isOffered = element instanceof HTMLSelectElement && [...element.options].some((one) => one.value === value);
    if (!isOffered) continue;
    element.value = value;
    // The page draws the country's flag.
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
