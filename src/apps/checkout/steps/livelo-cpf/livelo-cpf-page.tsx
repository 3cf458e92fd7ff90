import type { PointsKind } from '#src/domain/customers/loyalty/index.ts';
import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { FormNotice } from '#src/ui/form/form-notice.tsx';
import { useForm } from '#src/ui/form/use-form.ts';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { SkipPoints } from '../../site/loyalty/skip-points.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import type { ViewProps } from '../../framework/page.ts';
import { checkShape } from './cpf.rules.ts';

/** What the page for the document shows. */
export interface LiveloCpfData {
  readonly wants: PointsKind;
  /** Whether a programme serves the buyer's market. */
  readonly isServed: boolean;
  /** As given before, laid out. */
  readonly cpf: string;
  /** Points that the purchase earns, as text; null where none are earned or the programme does not say. */
  readonly earned: string | null;
}

export function LiveloCpfPage({ data, form }: ViewProps<LiveloCpfData>) {
  const t = useWords();
  const { wants, isServed, earned } = data;
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t(`livelo-cpf.${wants}.title`)}
        text={
          isServed
            ? earned
              ? t('livelo-cpf.earn.count', { points: earned })
              : t(`livelo-cpf.${wants}.text`)
            : undefined
        }
      />
      <div className="stack">
        {isServed ? (
          <CpfForm cpf={form?.values['cpf'] ?? data.cpf} refused={form?.errors ?? null} wants={wants} />
        ) : (
          <Notice kind="info" title={t('livelo-cpf.none.title')}>
            <p>{t('livelo-cpf.none.text')}</p>
          </Notice>
        )}
        <SkipPoints look={isServed ? 'quiet' : 'primary'} />
      </div>
    </>
  );
}

function CpfForm({
  cpf,
  refused,
  wants,
}: {
  readonly cpf: string;
  readonly refused: Readonly<Record<string, string>> | null;
  readonly wants: PointsKind;
}) {
  const t = useWords();
  const handle = useForm({ validate: checkShape, refused, busyLabel: t('livelo-cpf.busy') });
  return (
    <form {...handle.props} className="stack">
      <FormNotice message={handle.error('form')} />
      <TextField
        name="cpf"
        label={t('livelo-cpf.label')}
        hint={t(`livelo-cpf.${wants}.hint`)}
        inputMode="numeric"
        autoComplete="off"
        mask="000.000.000-00"
        spellCheck={false}
        defaultValue={cpf}
        error={handle.error('cpf')}
      />
      <Button isBusy={handle.isBusy}>{t('livelo-cpf.submit')}</Button>
    </form>
  );
}
