import { ButtonLink } from '#src/ui/button/button.tsx';
import { Film, type FilmView } from '#src/ui/film/film.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCount } from '../../shell/step-count.tsx';
import type { ViewProps } from '../../web/page.ts';

export interface VideoData {
  readonly film: FilmView;
  readonly product: string;
  readonly brand: string;
  readonly next: string;
}

export function VideoPage({ data }: ViewProps<VideoData>) {
  const t = useWords();
  const { film, product, brand } = data;
  const label = t('video.label', { product });
  return (
    <>
      <PageTitle above={<StepCount />} title={t('video.title', { product })} text={t('video.intro', { brand })} />
      <div className="stack">
        <Film film={film} label={label} missing={t('video.missing')} read={t('video.read')} />
        <ButtonLink href={data.next}>{t('video.submit')}</ButtonLink>
      </div>
    </>
  );
}
