import type { MemberDevice } from '#src/domain/customers/loyalty/index.ts';
import { Button } from '#src/ui/button/button.tsx';
import { RadioCards } from '#src/ui/choice/radio-cards.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { type FormOptions, useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { SkipPoints } from '../../site/loyalty/skip-points.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { FormState, ViewProps } from '../../framework/page.ts';
import css from '../../site/loyalty/loyalty.module.css';

/** What the page for choosing where the code goes shows. */
export interface LiveloSelectDeviceData {
  /** As the programme masks them. */
  readonly devices: readonly MemberDevice[];
  readonly chosen: string | null;
  readonly otherCpf: string;
}

const validate: FormOptions['validate'] = ({ device }) => (device ? {} : { device: 'livelo-select-device.missing' });

export function LiveloSelectDevicePage({ data, form }: ViewProps<LiveloSelectDeviceData>) {
  const t = useWords();
  const { devices, otherCpf } = data;
  const isEmpty = devices.length === 0;
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t('livelo-select-device.title')}
        text={isEmpty ? undefined : t('livelo-select-device.text')}
      />
      <div className="stack">
        {isEmpty ? (
          <Notice kind="alert" title={t('livelo-select-device.none.title')}>
            <p>{t('livelo-select-device.none.text')}</p>
          </Notice>
        ) : (
          <DeviceForm data={data} form={form} />
        )}
        <p className={css['aside']}>
          <a href={otherCpf}>{t('livelo.other-cpf')}</a>
        </p>
        <SkipPoints look={isEmpty ? 'primary' : 'quiet'} />
      </div>
    </>
  );
}

function DeviceForm({
  data: { devices, chosen },
  form,
}: {
  readonly data: LiveloSelectDeviceData;
  readonly form: FormState | null;
}) {
  const t = useWords();
  const handle = useForm({ validate, refused: form?.errors ?? null, busyLabel: t('livelo-select-device.busy') });
  return (
    <form {...handle.props} className="stack">
      <FormNotice message={handle.error('form')} />
      <RadioCards
        name="device"
        legend={t('livelo-select-device.legend')}
        isLegendHidden
        cards={devices.map(({ id, kind, masked }) => ({
          value: id,
          label: t(`livelo-select-device.${kind}`),
          detail: masked,
        }))}
        defaultValue={form?.values['device'] ?? chosen ?? undefined}
        error={handle.error('device')}
      />
      <Button isBusy={handle.isBusy}>{t('livelo-select-device.submit')}</Button>
    </form>
  );
}
