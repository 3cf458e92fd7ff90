import type { FormErrors, FormValues } from './form.types.ts';

/** Reads a form as the server will: the first value of a name, nothing for files. */
export function readForm(form: HTMLFormElement): FormValues {
  const values: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && !(name in values)) values[name] = value;
  }
  return values;
}

/** Controls for text and choices. */
export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The named control that an event came from, or null. */
export function controlOf(target: EventTarget | null): Control | null {
  const isControl =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  return isControl && target.name ? target : null;
}

/** The first control of the form, in the order of the page, that has a message. */
export function firstInvalid(form: HTMLFormElement, errors: FormErrors): Control | null {
  for (const element of form.elements) {
    const control = controlOf(element);
    if (control && control.type !== 'hidden' && control.name in errors) return control;
  }
  return null;
}

/** Sends a form without its submit handlers; a button's own name and value are included. */
export function sendForm(form: HTMLFormElement, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const hidden = document.createElement('input');
    hidden.type = 'hidden';
    hidden.name = submitter.name;
    hidden.value = submitter.value;
    form.append(hidden);
  }
  HTMLFormElement.prototype.submit.call(form);
}
