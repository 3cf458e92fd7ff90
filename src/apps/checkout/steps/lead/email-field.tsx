import { type ComponentProps, useState } from 'react';
import { suggestEmail } from '#src/kernel/validation/email-domain-hint.ts';
import { useFeedback } from '#src/ui/feedback/feedback.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import css from './email-field.module.css';

/**
 * The field for the e-mail address, to which receipt and access go. When it is left with a mistyped domain of a large
 * provider, the address that was probably meant is offered; nothing is refused for it.
 */
export function EmailField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'hint'>) {
  const t = useWords();
  const { announce } = useFeedback();
  const [meant, setMeant] = useState<string | null>(null);
  const suggest = (typed: string): void => {
    const found = suggestEmail(typed);
    setMeant(found);
    if (found !== null && found !== meant) announce(t('lead.email.suggestion', { email: found }));
  };
  const take = (button: HTMLElement, email: string): void => {
    const input = button.closest('[data-field]')?.querySelector('input');
    if (!input) return;
    input.value = email;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    setMeant(null);
    input.focus();
  };
  const suggestion =
    meant === null ? undefined : (
      <button type="button" className={css['suggestion']} onClick={(event) => take(event.currentTarget, meant)}>
        {t('lead.email.suggestion', { email: meant })}
      </button>
    );
  return (
    // Blur and input of the control come up to here; the control itself stays as it is.
    <div
      onBlur={({ target }) => target instanceof HTMLInputElement && suggest(target.value)}
      onInput={() => meant !== null && setMeant(null)}
    >
      <TextField {...props} type="email" hint={suggestion} />
    </div>
  );
}
