import { Button } from '#src/ui/button/button.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { UpsellView } from '../../site/upsell/upsell.types.ts';
import type { ViewProps } from '../../framework/page.ts';
import { ProfileChoice, useProfileForm } from '../../site/profile-choice/profile-choice.tsx';
import type { ProfileChoiceData } from '../../site/profile-choice/profile-choice.types.ts';

export interface ProfileUpsellData {
  /** Title of what was paid before. */
  readonly bought: string;
  readonly offer: UpsellView;
  readonly choice: ProfileChoiceData;
}

export function MultiprofileUpsellPresentationPage({ data, form }: ViewProps<ProfileUpsellData>) {
  const t = useWords();
  const { bought, offer, choice } = data;
  const handle = useProfileForm(choice, form);
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t('multiprofile-upsell.title')}
        text={t('multiprofile-upsell.intro', { bought })}
      />
      <div className="stack">
        <form {...handle.props} className="stack">
          <FormNotice message={handle.error('form')} />
          <ProfileChoice data={choice} form={form} error={handle.error('profiles')} />
          <Button name="upsell" value="accept" isBusy={handle.isBusy}>
            {t('multiprofile-upsell.accept')}
          </Button>
        </form>
        {/* A form of its own: whoever declines has bought no profiles, and nothing is remembered of any. */}
        <form method="post">
          <Button look="secondary" name="upsell" value="decline">
            {t('upsell.decline')}
          </Button>
        </form>
        {offer.chat ? (
          <p>
            <a href={offer.chat} target="_blank" rel="noopener noreferrer">
              {t('upsell.chat')}
            </a>
          </p>
        ) : null}
        <p className="fineprint">{t('upsell.apart')}</p>
      </div>
    </>
  );
}
