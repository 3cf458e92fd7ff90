import { VideoPlayer, type VideoView } from '#src/ui/video/video-player.tsx';
import { PageTitle } from '#src/ui/layout/page-title.tsx';
import { useWords } from '#src/ui/words/words-context.tsx';
import { StepCounter } from '../../site/shell/step-counter.tsx';
import { UpsellAnswers } from '../../site/upsell/upsell-answers.tsx';
import { UpsellPrice } from '../../site/upsell/upsell-price.tsx';
import type { UpsellView } from '../../site/upsell/upsell.types.ts';
import type { ViewProps } from '../../framework/page.ts';

export interface VideoUpsellData {
  /** Title of what was paid before. */
  readonly bought: string;
  readonly offer: UpsellView;
  readonly video: VideoView;
}

export function VideoUpsellPage({ data }: ViewProps<VideoUpsellData>) {
  const t = useWords();
  const { offer, bought, video } = data;
  const { product } = offer;
  const label = t('video.label', { product });
  return (
    <>
      <PageTitle
        above={<StepCounter />}
        title={t('video-upsell.title', { product })}
        text={t('video-upsell.intro', { bought })}
      />
      <div className="stack">
        <VideoPlayer video={video} label={label} missing={t('video.missing')} read={t('video.read')} />
        <UpsellPrice offer={offer} />
        <UpsellAnswers offer={offer} />
      </div>
    </>
  );
}
