import { type FormEvent, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useFeedback } from '../feedback/feedback.tsx';
import { useWords } from '../words/words-context.tsx';
import { afterPointerUp, watchPointer } from './after-pointer-up.ts';
import { controlOf, firstInvalid, readForm, sendForm } from './form-elements.ts';
import type { FormErrors, FormValues } from './form.types.ts';
import { maskDependents, maskInput } from './mask.ts';

export interface FormOptions {
  /** The same rules that the server applies: message keys of invalid fields, nothing for valid ones. */
  readonly validate: (values: FormValues) => FormErrors;
  /** Shows errors in fields of another document, and returns their number, which is added to the form's own. */
  readonly elsewhere?: () => Promise<number>;
  /** The server's errors, from the page's `form.errors`. */
  readonly refused: FormErrors | null;
  /** Text of the overlay while the form is being sent; absent = the usual text. */
  readonly busyLabel?: string;
  /**
   * Work before the form is sent, e.g. sealing the data of another frame. False, or an exception, stops the submit;
   * before false, the reason must be displayed. It may fill hidden fields of the form.
   */
  readonly beforeSubmit?: (form: HTMLFormElement) => Promise<boolean>;
  /**
   * Sends the form in place of the browser, so that the page's state stays. Resolves with the returned messages (none =
   * success), or with `left` when another page is loading. Throws when no answer came.
   */
  readonly send?: (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<FormErrors | 'left'>;
  /** Key of the message when `send` or the work before it fails; absent = the usual one. */
  readonly failure?: string;
  /** Called when the form really leaves. */
  readonly onLeave?: (values: FormValues) => void;
}

export interface FormHandle {
  /** Spread on the `<form>`. */
  readonly props: {
    readonly ref: (form: HTMLFormElement | null) => void;
    readonly method: 'post';
    readonly noValidate: true;
    readonly onInput: (event: FormEvent<HTMLFormElement>) => void;
    readonly onBlur: (event: FormEvent<HTMLFormElement>) => void;
    readonly onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  };
  /** The finished message of a field, or null. */
  readonly error: (name: string) => string | null;
  readonly isBusy: boolean;
  /**
   * Shows these messages as a submit would; true when there are none. For forms that are gone through in parts. `elsewhere`: as
   * in the options.
   */
  readonly check: (found: FormErrors, elsewhere?: Promise<number>) => boolean;
}

/** How long an answer may take, in milliseconds (specification, section 9). */
export const responseTimeoutMs = 60_000;

/**
 * The behaviour of a form whose inputs keep their own values. A field is checked when it is left after something was
 * typed into it, then on every key; all are checked on submit, which goes to the first wrong one and says how many
 * there are. A form leaves once: later presses are ignored until the page comes back or the answer is overdue.
 */
export function useForm(options: FormOptions): FormHandle {
  const { validate, elsewhere, beforeSubmit, send, onLeave, busyLabel, failure = 'form.failed' } = options;
  const t = useWords();
  const { announce, setBusy } = useFeedback();
  const [errors, setErrors] = useState<FormErrors>(options.refused ?? {});
  const [isBusy, setIsBusy] = useState(false);
  const leaving = useRef(false);
  const typed = useRef(new Set<string>());
  const checked = useRef(new Set<string>(Object.keys(options.refused ?? {})));
  // Fields with the server's errors: their message stays until the field itself changes.
  const serverOnly = useRef(new Set<string>(Object.keys(options.refused ?? {})));
  const element = useRef<HTMLFormElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const resetBusy = useCallback(() => {
    clearTimeout(timer.current);
    leaving.current = false;
    setIsBusy(false);
    setBusy(null);
  }, [setBusy]);

  useEffect(watchPointer, []);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent): void => {
      if (event.persisted) resetBusy();
    };
    addEventListener('pageshow', onShow);
    return () => {
      clearTimeout(timer.current);
      removeEventListener('pageshow', onShow);
    };
  }, [resetBusy]);

  const showErrors = useCallback(
    (form: HTMLFormElement, found: FormErrors, hidden?: Promise<number>) => {
      setErrors(found);
      for (const name of Object.keys(found)) checked.current.add(name);
      const { form: whole, ...fields } = found;
      const own = Object.keys(fields).length;
      const say = (count: number): void =>
        announce(count === 0 && whole ? t(whole) : t('form.invalid', { count }), 'assertive');
      firstInvalid(form, found)?.focus();
      if (hidden) void hidden.then((more) => say(own + more));
      else say(own);
    },
    [announce, t],
  );

  useEffect(() => {
    if (options.refused && element.current) showErrors(element.current, options.refused);
    // Only once: the server's errors belong to the page as it arrived.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  /** Checks the changed field, and checked fields that may depend on it. */
  const recheck = (form: HTMLFormElement, changed: string): void => {
    const found = validate(readForm(form));
    serverOnly.current.delete(changed);
    const names = [changed, ...checked.current].filter((name) => !serverOnly.current.has(name));
    setErrors((shown) => {
      const others = Object.entries(shown).filter(([name]) => !names.includes(name));
      const checkedErrors = names.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]] as const]));
      return Object.fromEntries([...others, ...checkedErrors]);
    });
  };

  const onInput = (event: FormEvent<HTMLFormElement>): void => {
    const control = controlOf(event.target);
    if (!control) return;
    const isComposing = event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing;
    if (control instanceof HTMLInputElement && !isComposing) maskInput(control);
    if (control instanceof HTMLSelectElement) maskDependents(control);
    typed.current.add(control.name);
    const isChoice = control instanceof HTMLSelectElement || control.type === 'radio' || control.type === 'checkbox';
    if (isChoice || checked.current.has(control.name)) recheck(event.currentTarget, control.name);
  };

  const onBlur = (event: FormEvent<HTMLFormElement>): void => {
    const control = controlOf(event.target);
    const form = event.currentTarget;
    if (!control || !typed.current.has(control.name)) return;
    afterPointerUp(() => {
      checked.current.add(control.name);
      recheck(form, control.name);
    });
  };

  const leave = (form: HTMLFormElement): void => {
    onLeave?.(readForm(form));
    timer.current = setTimeout(() => {
      stop();
      resetBusy();
      announce(t('form.timeout'), 'assertive');
      setErrors({ form: 'form.timeout' });
    }, responseTimeoutMs);
  };

  const onSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    const form = event.currentTarget;
    if (leaving.current) {
      event.preventDefault();
      return;
    }
    const { submitter } = event.nativeEvent;
    // A side button, e.g. to apply a voucher, sends the form unchecked.
    const isWhole = !(submitter instanceof HTMLButtonElement && submitter.formNoValidate);
    const found = isWhole ? validate(readForm(form)) : {};
    if (Object.keys(found).length > 0) {
      event.preventDefault();
      showErrors(form, found, elsewhere?.());
      return;
    }
    leaving.current = true;
    setErrors({});
    setIsBusy(true);
    setBusy(busyLabel ?? t('form.busy'));
    const prepare = isWhole ? beforeSubmit : undefined;
    if (!prepare && !send) {
      leave(form);
      return;
    }
    event.preventDefault();
    void deliver(form, submitter, prepare);
  };

  const deliver = async (
    form: HTMLFormElement,
    submitter: HTMLElement | null,
    prepare: FormOptions['beforeSubmit'],
  ): Promise<void> => {
    try {
      if (prepare && !(await prepare(form))) return resetBusy();
      leave(form);
      if (!send) return sendForm(form, submitter);
      const answer = await send(form, submitter);
      if (answer === 'left') return;
      resetBusy();
      if (Object.keys(answer).length > 0) showErrors(form, answer);
    } catch (error) {
      // The time limit passed and was announced; aborting the call caused this error.
      if (!leaving.current) return;
      resetBusy();
      const key = error instanceof DOMException && error.name === 'TimeoutError' ? 'form.timeout' : failure;
      setErrors({ form: key });
      announce(t(key), 'assertive');
    }
  };

  const ref = useCallback((form: HTMLFormElement | null) => {
    element.current = form;
  }, []);
  const error = (name: string): string | null => {
    const key = errors[name];
    return key === undefined ? null : t(key);
  };
  const check = (found: FormErrors, hidden?: Promise<number>): boolean => {
    const isGood = Object.keys(found).length === 0;
    if (!isGood && element.current) showErrors(element.current, found, hidden);
    return isGood;
  };
  return { props: { ref, method: 'post', noValidate: true, onInput, onBlur, onSubmit }, error, isBusy, check };
}
