import { Button } from '#src/ui/button/button.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { useCheckout } from '../../framework/checkout-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { ProfileChoice, useProfileForm } from '../../site/profile-choice/profile-choice.tsx';
import type { ProfileChoiceData } from '../../site/profile-choice/profile-choice.types.ts';

export function MultiprofilePresentationPage({ data, form }: ViewProps<ProfileChoiceData>) {
  const t = useWords();
  const { product } = useCheckout();
  const handle = useProfileForm(data, form);
  const name = product?.title ?? '';
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t('multiprofile.title')}
        text={t(data.options.length > 1 ? 'multiprofile.intro' : 'multiprofile.none', { product: name })}
      />
      <form {...handle.props} className="stack">
        <FormNotice message={handle.error('form')} />
        <ProfileChoice data={data} form={form} error={handle.error('profiles')} />
        <Button isBusy={handle.isBusy}>{t('multiprofile.submit')}</Button>
      </form>
    </>
  );
}
