import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';

export interface SamplesData {
  readonly product: string;
  /** The samples by subject. */
  readonly groups: readonly { readonly id: string; readonly kinds: readonly string[] }[];
}

/** One button for each sample; it opens the page of the sample's e-mail link. */
export function SamplesPage({ data, form }: ViewProps<SamplesData>) {
  const t = useWords();
  const problem = form?.errors['email'];
  return (
    <>
      <PageTitle title={t('samples.title')} text={t('samples.text', { product: data.product })} />
      <form method="post" className="stack">
        <TextField
          name="email"
          type="email"
          label={t('samples.email')}
          hint={t('samples.email.why')}
          defaultValue={form?.values['email'] ?? 'maria@exemplo.com.br'}
          error={problem ? t(problem) : null}
        />
        {data.groups.map(({ id, kinds }) => (
          <section key={id} className="stack" aria-labelledby={`group-${id}`}>
            <h2 id={`group-${id}`}>{t(`samples.group.${id}`)}</h2>
            {kinds.map((kind) => (
              <div key={kind}>
                <Button look="secondary" name="kind" value={kind}>
                  {t(`samples.${kind}`)}
                </Button>
                <p className="fineprint">{t(`samples.${kind}.opens`)}</p>
              </div>
            ))}
          </section>
        ))}
      </form>
    </>
  );
}
