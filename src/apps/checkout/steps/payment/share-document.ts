/**
 * Nobody types the same document twice: what is typed for one way to pay goes into the fields of the same name of the
 * others, as long as those were not typed into by themselves.
 */
export function shareDocument(form: HTMLFormElement, target: EventTarget): void {
  if (!(target instanceof HTMLInputElement) || !target.name.endsWith('.document')) return;
  delete target.dataset['shared'];
  target.dataset['own'] = '';
  for (const field of form.querySelectorAll<HTMLInputElement>('input[name$=".document"]')) {
    const isFree = !('own' in field.dataset) && (field.value === '' || 'shared' in field.dataset);
    if (field === target || !isFree) continue;
    field.dataset['shared'] = '';
    field.value = target.value;
  }
}
