import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react';
import { cpfOrCnpjRule } from '#src/kernel/validation/tax-ids/cpf-or-cnpj.rule.ts';
import { describedBy, FieldFrame, type FieldFrameProps } from '../field/field.tsx';
import fieldCss from '../field/field.module.css';
import { maskDocument } from './document-mask.ts';
import css from './document-field.module.css';

interface DocumentFieldProps extends Omit<FieldFrameProps, 'optionalLabel' | 'className'> {
  readonly defaultValue?: string | undefined;
  /** Names the button that brings the keyboard with letters, for the CNPJs that have some. */
  readonly lettersLabel: string;
}

const neverChanges = (): (() => void) => () => {};

/**
 * CPF or CNPJ in one field. Phones get the numeric keypad, since nearly everybody types a CPF; CNPJs may have letters
 * since July 2026, so a small button under the field brings the whole keyboard. Without JavaScript the whole keyboard comes at once.
 */
export function DocumentField({ name, label, hint, error, defaultValue, lettersLabel }: DocumentFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [wantsLetters, setWantsLetters] = useState(false);
  const [isOffered, setIsOffered] = useState(false);
  const isAlive = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const hasLetters = wantsLetters || !isAlive;
  const mask = (event: FormEvent<HTMLInputElement>): void => {
    if (event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing) return;
    maskDocument(event.currentTarget);
  };
  // Once the field was left with digits that are neither document: a CPF's payer never sees the offer, and nothing
  // moves during typing.
  const onBlur = ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }): void =>
    setIsOffered(value.replaceAll(/\D/g, '').length > 1 && cpfOrCnpjRule(value) !== null);
  const showLetters = (): void => {
    setWantsLetters(true);
    input.current?.focus();
  };
  return (
    <div>
      <FieldFrame name={name} label={label} hint={hint} error={error}>
        <input
          ref={input}
          {...describedBy({ name, hint, error })}
          className={fieldCss['control']}
          name={name}
          type="text"
          inputMode={hasLetters ? 'text' : 'numeric'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          data-shared="document"
          defaultValue={defaultValue}
          onInput={mask}
          onBlur={onBlur}
        />
      </FieldFrame>
      {hasLetters || !isOffered ? null : (
        <button type="button" className={css['letters']} onClick={showLetters}>
          {lettersLabel}
        </button>
      )}
    </div>
  );
}
