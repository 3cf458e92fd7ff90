import { useWords } from '#src/ui/words/words-context.tsx';
import type { ViewProps } from '../../web/page.ts';
import type { GalleryData, GalleryFilter } from './gallery.types.ts';
import css from './gallery.module.css';

/** A wall of small windows, each with a real page in it. */
export function GalleryPage({ data }: ViewProps<GalleryData>) {
  const t = useWords();
  return (
    <div className={css['gallery']}>
      <h1>{t('gallery.title')}</h1>
      <p>{t('gallery.text', { count: data.pictures.length })}</p>
      {data.filters.map((filter) => (
        <Filter key={filter.name} filter={filter} />
      ))}
      <ul className={css['wall']}>
        {data.pictures.map(({ page, state, href }) => (
          <li key={href}>
            <a href={href}>
              {page} <span>{state}</span>
            </a>
            <div className={css['window']}>
              {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a page of ours, as it is */}
              <iframe src={href} title={`${page} ${state}`} loading="lazy" tabIndex={-1} width="360" height="720" />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Filter({ filter }: { readonly filter: GalleryFilter }) {
  const t = useWords();
  return (
    <nav className={css['filter']} aria-label={t(`gallery.${filter.name}`)}>
      <b>{t(`gallery.${filter.name}`)}</b>
      {filter.options.map(({ value, href, isCurrent }) => (
        <a key={href} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {value ?? t('gallery.all')}
        </a>
      ))}
    </nav>
  );
}
