import { Film, type FilmView } from '#src/ui/film/film.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCount } from '../../shell/step-count.tsx';
import { UpsellAnswers } from '../../upsell/upsell-answers.tsx';
import { UpsellPrice } from '../../upsell/upsell-price.tsx';
import type { UpsellView } from '../../upsell/upsell.types.ts';
import type { ViewProps } from '../../web/page.ts';

export interface VideoUpsellData {
  /** Title of what was paid before. */
  readonly bought: string;
  readonly offer: UpsellView;
  readonly film: FilmView;
}

export function VideoUpsellPage({ data }: ViewProps<VideoUpsellData>) {
  const t = useWords();
  const { offer, bought, film } = data;
  const { product } = offer;
  const label = t('video.label', { product });
  return (
    <>
      <PageTitle
        above={<StepCount />}
        title={t('video-upsell.title', { product })}
        text={t('video-upsell.intro', { bought })}
      />
      <div className="stack">
        <Film film={film} label={label} missing={t('video.missing')} read={t('video.read')} />
        <UpsellPrice offer={offer} />
        <UpsellAnswers offer={offer} />
      </div>
    </>
  );
}
