import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '#src/apps/checkout/framework/page.ts';
import css from './personal-data.module.css';

/** One kind of rows, e.g. payments; `name` is the name under which it is kept. */
export interface ShownSection {
  readonly id: string;
  readonly rows: readonly (readonly { readonly name: string; readonly value: string }[])[];
}

export interface PersonalDataPageData {
  readonly email: string;
  /** The letter that lets it be erased is on its way. */
  readonly isAsked: boolean;
  readonly here: string;
  readonly back: string;
  /** Address of the same as JSON. */
  readonly file: string;
  readonly sections: readonly ShownSection[];
}

/** What is kept about somebody: to download, to read, and to have erased by a fresh letter. */
export function PersonalDataPage({ data, form }: ViewProps<PersonalDataPageData>) {
  const t = useWords();
  const { email, isAsked, here, back, file, sections } = data;
  const problem = form?.errors['form'];
  return (
    <>
      <PageTitle title={t('my-data.title')} text={t('my-data.text')} />
      <div className={css['page']}>
        {problem ? (
          <Notice kind="error">
            <p>{t(problem)}</p>
          </Notice>
        ) : null}
        {isAsked ? (
          <Notice kind="info" title={t('my-data.erase.asked.title')}>
            <p>{t('my-data.erase.asked.text', { email })}</p>
          </Notice>
        ) : null}
        <section className={css['part']}>
          <h2 className={css['heading']}>{t('my-data.download.title')}</h2>
          <p>{t('my-data.download.text')}</p>
          <ButtonLink href={file} look="secondary" download="my-data.json">
            {t('my-data.download')}
          </ButtonLink>
        </section>
        <section className={css['part']}>
          <h2 className={css['heading']}>{t('my-data.kept')}</h2>
          <p>{t(sections.length === 0 ? 'my-data.none' : 'my-data.kept.text')}</p>
          {sections.map(({ id, rows }) => (
            <details key={id}>
              <summary>{t('my-data.section', { name: t(`my-data.section.${id}`), count: rows.length })}</summary>
              {rows.map((row, index) => (
                <dl key={`${id}-${String(index)}`} className={css['row']}>
                  {row.map(({ name, value }) => (
                    <div key={name}>
                      <dt>{name}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              ))}
            </details>
          ))}
        </section>
        <section className={css['part']}>
          <h2 className={css['heading']}>{t('my-data.erase.title')}</h2>
          <p>{t('my-data.erase.text')}</p>
          <p>{t('my-data.erase.stays')}</p>
          <form method="post" action={here}>
            <Button look="secondary" name="intent" value="erase">
              {t('my-data.erase')}
            </Button>
          </form>
          <p className="fineprint">{t('my-data.erase.safe', { email })}</p>
        </section>
        <p>
          <a href={back}>{t('my-data.back')}</a>
        </p>
      </div>
    </>
  );
}
