import { type MouseEvent, type SubmitEvent, useEffect, useRef } from 'react';
import { useFeedback } from '#src/ui/feedback/feedback.tsx';
import { Icon } from '#src/ui/icon/icon.tsx';
import css from '#src/ui/choice/radio-cards.module.css';
import type { PaymentSuggestion, PaymentSuggestions, PickedMethod } from './suggestions.types.ts';
import { suggestionField } from '../form-fields.ts';
import suggestionsCss from './suggestions-view.module.css';

/** An arrow to the right; see `Icon`. */
const onward = 'm9.5 6 6 6-6 6';

interface SuggestionsViewProps {
  readonly suggestions: PaymentSuggestions;
  /** The selected suggestion; the others are collapsed then. */
  readonly picked: PickedMethod | null;
  readonly onPick: (picked: PickedMethod) => void;
  /** Posts the form of a suggestion that pays at once: the page must not be left meanwhile. */
  readonly onMake: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** Scrolls to the selected method and focuses it. */
function goTo(target: string): void {
  const place = document.getElementById(target);
  const control = place?.querySelector<HTMLElement>('input[type=radio]') ?? place;
  control?.focus({ preventScroll: true });
  place?.scrollIntoView();
}

/** Selects a method as a buyer would; false where the page does not offer it. */
function choose({ method, times }: NonNullable<PaymentSuggestion['pick']>): boolean {
  const radio = document.querySelector<HTMLInputElement>(`[type=radio][name=method][value="${method}"]`);
  radio?.click();
  const list = document.querySelector<HTMLSelectElement>('[name$=".installments"]');
  if (list && times !== null) {
    list.value = String(times);
    list.dispatchEvent(new Event('input', { bubbles: true }));
  }
  return radio !== null;
}

/**
 * Suggestions after a decline. One that needs no input is a button that pays; any other selects its method on the page, or
 * is a link to the page with that selection, which also works without a script.
 */
export function SuggestionsView({ suggestions, picked, onPick, onMake }: SuggestionsViewProps) {
  const { announce } = useFeedback();
  const arrived = useRef(picked);
  // A page opened by a suggestion: announced and focused after hydration.
  useEffect(() => {
    if (!arrived.current || location.hash !== `#${arrived.current.target}`) return;
    announce(arrived.current.note);
    goTo(arrived.current.target);
  }, [announce]);
  const onPress = (event: MouseEvent, { href, pick }: PaymentSuggestion): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (pick && choose(pick)) {
      event.preventDefault();
      onPick(pick);
      announce(pick.note);
      requestAnimationFrame(() => goTo(pick.target));
    } else if (new URL(href, location.href).search === location.search) {
      // An address that differs only in its fragment would not reload.
      requestAnimationFrame(() => location.reload());
    }
  };
  const list = (
    <ul className={`${css['group']} ${suggestionsCss['list']}`}>
      {suggestions.options.map((option) => (
        <li key={option.href} className={css['item']}>
          {option.make ? (
            <form method="post" onSubmit={onMake}>
              {/* In one field: the page's own form has all the others under the same names. */}
              <input type="hidden" name={suggestionField} value={`${new URLSearchParams(option.make)}`} />
              <button className={`${css['card']} ${suggestionsCss['button']}`}>
                <Texts label={option.label} price={option.label.includes(option.price) ? null : option.price} />
              </button>
            </form>
          ) : (
            <a className={css['card']} href={option.href} onClick={(event) => onPress(event, option)}>
              <Texts label={option.label} price={option.price} />
            </a>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={suggestions.title}>
      {picked ? (
        <details className={suggestionsCss['others']}>
          <summary>{suggestions.title}</summary>
          {list}
        </details>
      ) : (
        <>
          <h2 className={css['legend']}>{suggestions.title}</h2>
          {list}
        </>
      )}
    </nav>
  );
}

function Texts({ label, price }: { readonly label: string; readonly price: string | null }) {
  return (
    <>
      <span className={css['text']}>
        <span className={css['title']}>{label}</span>
        {price === null ? null : <span className={css['detail']}>{price}</span>}
      </span>
      <span className={css['mark']}>
        <Icon path={onward} />
      </span>
    </>
  );
}
