import { type FormOptions, type FormHandle, useForm } from '#src/ui/form/use-form.ts';
import { useRememberedChoice } from '#src/ui/form/use-remembered-choice.ts';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { sessionStore } from '#src/ui/storage/session-store.ts';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from '../../framework/checkout-context.tsx';
import type { FormState } from '../../framework/page.ts';
import type { ProfileChoiceData, ProfileOption } from './profile-choice.types.ts';
import css from './profile-choice.module.css';

const validate: FormOptions['validate'] = ({ profiles }) => (profiles ? {} : { profiles: 'validation.required' });

/** The form for the number of profiles; the browser stores the choice under the specification's keys. */
export function useProfileForm(data: ProfileChoiceData, form: FormState | null): FormHandle {
  const { theme } = useCheckout();
  // A buyer with another link in the same tab chose for the same plan before.
  useRememberedChoice('profiles', () => {
    const [amount, plan] = [sessionStore.read('PURCHASED_PROFILES_AMOUNT'), sessionStore.read('PURCHASED_PLAN')];
    return form || data.isAnswered || plan !== data.planId ? null : String(amount);
  });
  return useForm({
    validate,
    refused: form?.errors ?? null,
    onLeave: ({ profiles }) => {
      sessionStore.write('PURCHASED_PROFILES_AMOUNT', Number(profiles));
      sessionStore.write('PURCHASED_PLAN', data.planId);
      sessionStore.write('shouldUseUpsellTheme', theme.isUpsell);
    },
  });
}

interface ProfileChoiceProps {
  readonly data: ProfileChoiceData;
  readonly form: FormState | null;
  readonly error: string | null;
}

/** Each number of profiles on a card of its own, with its price. */
export function ProfileChoice({ data, form, error }: ProfileChoiceProps) {
  const t = useWords();
  return (
    <>
      {data.thumbnail ? (
        // Lazy, because React would add a preload of any other image to the root's HTML.
        <img className={css['picture']} src={data.thumbnail} width={640} height={280} alt="" loading="lazy" />
      ) : null}
      <RadioCards
        name="profiles"
        legend={t('multiprofile.legend')}
        cards={data.options.map(cardOf)}
        defaultValue={form?.values['profiles'] ?? String(data.chosen)}
        error={error}
      />
    </>
  );
}

function cardOf({ count, label, price, per, total, each }: ProfileOption) {
  const detail = (
    <>
      <span className={css['line']}>{total}</span>
      {each ? <span className={css['line']}>{each}</span> : null}
    </>
  );
  const mark = (
    <span className={css['price']}>
      <strong>{price}</strong>
      {per ? <span className={css['line']}>{per}</span> : null}
    </span>
  );
  return { value: String(count), label, detail, mark };
}
