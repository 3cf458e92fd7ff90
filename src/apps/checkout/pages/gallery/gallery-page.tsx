import { Button } from '#src/ui/button/button.tsx';
import { TextField } from '#src/ui/field/field.tsx';
import { SelectField } from '#src/ui/field/select-field.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../framework/page.ts';
import type { GalleryData } from '../../stories/gallery.types.ts';
import css from './gallery.module.css';

/** A grid of frames, each with a real page. */
export function GalleryPage({ data }: ViewProps<GalleryData>) {
  const t = useWords();
  return (
    <div className={css['gallery']}>
      <h1>{t('gallery.title')}</h1>
      <p>{t('gallery.text', { count: data.pictures.length })}</p>
      <form className={css['filters']} action="/gallery" role="search">
        {data.filters.map((filter) => (
          <SelectField
            key={filter.name}
            name={filter.name}
            label={t(`gallery.${filter.name}`)}
            defaultValue={filter.chosen}
            error={null}
            required={false}
            options={filter.options.map((value) => ({ value, label: value === '' ? t('gallery.all') : value }))}
          />
        ))}
        <TextField
          name="search"
          type="search"
          label={t('gallery.search')}
          required={false}
          autoComplete="off"
          defaultValue={data.search}
          error={null}
        />
        <Button>{t('gallery.show')}</Button>
      </form>
      <ul className={`${css['wall']} ${css[`w${data.width}`]}`}>
        {data.pictures.map(({ page, state, href }) => (
          <li key={href}>
            <a href={href}>
              {page} <span>{state}</span>
            </a>
            <div className={css['window']}>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, unchanged */}
              <iframe
                src={href}
                title={`${page} ${state}`}
                loading="lazy"
                tabIndex={-1}
                width={data.width}
                height={data.width < 768 ? 720 : 900}
              />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
