import { Button, ButtonLink } from '#src/ui/button/button.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { Notice } from '#src/ui/notice/notice.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '#src/apps/checkout/framework/page.ts';
import css from './personal-data.module.css';

/** One kind of stored rows, e.g. payments; `name` is the key of the export. */
export interface ShownSection {
  readonly id: string;
  readonly rows: readonly (readonly { readonly name: string; readonly value: string }[])[];
}

export interface PersonalDataPageData {
  readonly email: string;
  /** The e-mail that confirms the erasure was sent. */
  readonly isAsked: boolean;
  readonly here: string;
  readonly back: string;
  /** Address of the JSON export. */
  readonly file: string;
  readonly sections: readonly ShownSection[];
}

/** A buyer's stored data: download, reading, and erasure by a new e-mail. */
export function PersonalDataPage({ data, form }: ViewProps<PersonalDataPageData>) {
  const t = useWords();
  const { email, isAsked, here, back, file, sections } = data;
  const problem = form?.errors['form'];
  return (
    <>
      <PageTitle title={t('personal-data.title')} text={t('personal-data.text')} />
      <div className={css['page']}>
        {problem ? (
          <Notice kind="error">
            <p>{t(problem)}</p>
          </Notice>
        ) : null}
        {isAsked ? (
          <Notice kind="info" title={t('personal-data.erase.asked.title')}>
            <p>{t('personal-data.erase.asked.text', { email })}</p>
          </Notice>
        ) : null}
        <section className={css['part']}>
          <h2 className={css['heading']}>{t('personal-data.download.title')}</h2>
          <p>{t('personal-data.download.text')}</p>
          <ButtonLink href={file} look="secondary" download="my-data.json">
            {t('personal-data.download')}
          </ButtonLink>
        </section>
        <section className={css['part']}>
          <h2 className={css['heading']}>{t('personal-data.kept')}</h2>
          <p>{t(sections.length === 0 ? 'personal-data.none' : 'personal-data.kept.text')}</p>
          {sections.map(({ id, rows }) => (
            <details key={id}>
              <summary>
                {t('personal-data.section', { name: t(`personal-data.section.${id}`), count: rows.length })}
              </summary>
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
          <h2 className={css['heading']}>{t('personal-data.erase.title')}</h2>
          <p>{t('personal-data.erase.text')}</p>
          <p>{t('personal-data.erase.stays')}</p>
          <form method="post" action={here}>
            <Button look="secondary" name="intent" value="erase">
              {t('personal-data.erase')}
            </Button>
          </form>
          <p className="fineprint">{t('personal-data.erase.safe', { email })}</p>
        </section>
        <p>
          <a href={back}>{t('personal-data.back')}</a>
        </p>
      </div>
    </>
  );
}
