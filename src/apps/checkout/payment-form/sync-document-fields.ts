type Shared = HTMLInputElement | HTMLSelectElement;

const isShared = (target: EventTarget): target is Shared =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

/**
 * Copies a typed tax id, or its kind, to the fields of the same name of the other payment methods, unless those were edited
 * themselves.
 */
export function syncDocumentFields(form: HTMLFormElement, target: EventTarget): void {
  const part = isShared(target) ? /\.document(?:Type)?$/.exec(target.name)?.[0] : undefined;
  if (!isShared(target) || part === undefined) return;
  delete target.dataset['shared'];
  target.dataset['own'] = '';
  for (const field of form.querySelectorAll<Shared>(`[name$="${part}"]`)) {
    const isUntouched = field.value === '' || field instanceof HTMLSelectElement || 'shared' in field.dataset;
    if (field === target || 'own' in field.dataset || !isUntouched) continue;
    field.dataset['shared'] = '';
    field.value = target.value;
  }
}
